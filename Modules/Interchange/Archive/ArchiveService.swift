import ExchangeRates
import FileFormats
import Foundation
public import Models
public import Persistence

/// Writes all that people entered into files that other programs can read, and reads an archive back exactly.
public struct ArchiveService: Sendable {
    private let store: any Store
    private let kinds: [EntityKind]
    private let permissions: [ChangePermission]

    /// A service over a store.
    ///
    /// - Parameters:
    ///   - kinds: those that the program links; records of others are exported, and not imported.
    ///   - permissions: asked before records are added.
    public init(store: any Store, kinds: [EntityKind], permissions: [ChangePermission] = []) {
        self.store = store
        self.kinds = kinds
        self.permissions = permissions
    }

    /// The same service on another store, such as a state of this one.
    package func on(_ store: any Store) -> ArchiveService {
        ArchiveService(store: store, kinds: kinds, permissions: permissions)
    }

    /// How many records of a kind were written or read.
    public struct KindCount: Sendable, Hashable {
        /// The kind: "goal".
        public let kind: String
        /// The file that it was written to; nil for an archive.
        public let file: String?
        /// How many are in the file.
        public let records: Int
        /// How many of them an import added; 0 for an export.
        public let added: Int
    }

    /// Writes everything to one archive, if the path ends in `.json`; assets and transactions to a journal, if it ends as those
    /// of hledger, ledger or beancount do (``JournalDialect``); else everything to a folder with a table in CSV for each kind.
    /// Nothing that is there is written over. The rates of the day by which the program values what it writes are written too:
    /// who reads the archive back asks for those of its own day.
    ///
    /// - Parameter source: where the rates are; nil when the program has none that can be used.
    /// - Returns: the number of records of each kind.
    /// - Throws: ``ExportError``, ``StoreError``.
    public func export(
        to path: String, rates source: RateSource? = nil, _ call: Call
    ) async throws -> Outcome<[KindCount]> {
        guard !FileManager.default.fileExists(atPath: path) else { throw ExportError.exists(path: path) }
        let rates = try await UsedRates(source, of: store, call)
        if let dialect = JournalDialect(path: path) { return try await journal(dialect, to: path, rates, call) }
        let exported = try await store.read { reader in try ExportedKinds(reader) }
        let isArchive = path.lowercased().hasSuffix(".json")
        if !call.isDryRun {
            if isArchive {
                try write(exported.archive(rates.rates, call), to: path)
            } else {
                try makeFolder(path)
                for kind in exported.all { try write(kind.table, to: "\(path)/\(kind.file)") }
                if !rates.rates.isEmpty { try write(RateText.table(rates.rates), to: "\(path)/\(RateText.file)") }
            }
        }
        var counts = exported.all.map {
            KindCount(kind: $0.name, file: isArchive ? nil : $0.file, records: $0.count, added: 0)
        }
        if !rates.rates.isEmpty {
            counts.append(
                KindCount(
                    kind: RateText.kind, file: isArchive ? nil : RateText.file, records: rates.rates.count, added: 0))
        }
        return Outcome(counts, warnings: rates.warnings)
    }

    private func makeFolder(_ path: String) throws(ExportError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .failed(path: path, reason: "the folder cannot be made") }
    }

    private func journal(
        _ dialect: JournalDialect, to path: String, _ rates: UsedRates, _ call: Call
    ) async throws -> Outcome<[KindCount]> {
        let (assets, transactions, records) = try await store.read { reader in
            var records: [Record] = []
            try reader.forEachRecord { record in
                if JournalTag.kinds.contains(where: { $0.text == record.kind.text }) {
                    records.append(record)
                }
            }
            return (
                try reader.all(Asset.self), try reader.transactions(of: nil),
                try FirstEntered(reader).leading(records) { $0.key }
            )
        }
        let held = Set(assets.map(\.currency))
        let prices = rates.rates.filter { held.contains($0.from) }
        let text = try JournalWriter(dialect, assets, prices).text(
            assets, transactions, tagged: records, on: call.today)
        if !call.isDryRun { try write(Array(text.utf8), to: path) }
        let warnings = assets.filter { $0.isOnChain || $0.source != nil }.map { asset in
            Warning(
                code: "onlyEntered",
                message: "Of '\(asset.name)' the journal has what was entered by hand, not what its "
                    + "\(asset.isOnChain ? "chain" : "source") says.")
        }
        return Outcome(
            [
                KindCount(kind: "transaction", file: nil, records: transactions.count, added: 0)
            ]
                + JournalTag.kinds.map { $0.description.kind }.compactMap { kind in
                    let count = records.count { $0.kind.description.kind == kind }
                    return count == 0 ? nil : KindCount(kind: kind, file: nil, records: count, added: 0)
                }
                + (prices.isEmpty
                    ? [] : [KindCount(kind: RateText.kind, file: nil, records: prices.count, added: 0)]),
            warnings: warnings + rates.warnings)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ExportError) {
        do {
            try WholeFile.replace(path, with: Data(bytes))
        } catch {
            throw .failed(path: path, reason: error.localizedDescription)
        }
    }

    /// Whether a file is an archive, by how it begins.
    public static func isArchive(_ path: String) -> Bool {
        guard let head = try? TextFile(path: path, encoding: .utf8).head() else { return false }
        let text = String(decoding: head.prefix(300), as: UTF8.self)
        return text.trimming(while: \.isWhitespace).hasPrefix("{") && text.contains("\"cst.archive/")
    }

    /// Adds every record of an archive as one change: to a store that is empty, or whose records are all in the archive.
    ///
    /// - Returns: the number of records of each kind.
    /// - Throws: ``ArchiveError``, ``ImportError`` when the file cannot be read, ``StoreError``,
    ///   what a permission throws; then nothing is written.
    public func importArchive(_ path: String, _ call: Call) async throws -> Outcome<[KindCount]> {
        let records = try ArchiveReader(path: path, kinds: kinds).records()
        return Outcome(
            try await store.write(call) { writer in
                let archived = Dictionary(records.map { ($0.key, $0) }) { first, _ in first }
                try writer.forEachRecord { record in
                    guard archived[record.key] == record else { throw ArchiveError.otherData(record.summary) }
                }
                var counts: [String: (records: Int, added: Int)] = [:]
                var added: [Record] = []
                for record in records {
                    counts[record.kind.description.kind, default: (0, 0)].records += 1
                    guard try writer.record(record.key) == nil else { continue }
                    try writer.apply(.insert(record), isEntered: true)
                    added.append(record)
                    counts[record.kind.description.kind]?.added += 1
                }
                let changed = Set(added.map(\.kind.description.kind))
                for permission in permissions { try permission.require(changed) }
                // Only now everything is there that a record may name.
                for record in added { try check(record, in: writer) }
                return counts.sorted { $0.key < $1.key }
                    .map { KindCount(kind: $0.key, file: nil, records: $0.value.records, added: $0.value.added) }
            })
    }

    private func check(_ record: Record, in writer: any StoreWriter) throws {
        let kind = record.kind.description.kind
        let issues: [ValidationIssue]?
        do {
            issues = try record.kind.issues(of: record.cells, in: writer)
        } catch is CellArray.Malformed { throw ArchiveError.unreadable(kind: kind, record: record.summary) }
        guard let issues else { throw ArchiveError.unknownKind(kind) }
        if let error = ValidationError(issues) { throw error }
    }
}

/// All records of a store, as text.
private struct ExportedKinds {
    struct Kind {
        let name: String
        let file: String
        let description: String
        var count = 0
        /// The objects of an archive, each in a line.
        var objects: [(key: EntityKey, bytes: [UInt8])] = []
        /// The table in CSV.
        var table: [UInt8]
    }

    private(set) var all: [Kind] = []

    init(_ reader: any StoreReader) throws {
        try reader.forEachRecord { record in
            let description = record.kind.description
            if all.last?.name != description.kind {
                let titles = description.cellNames.map(CSVCell.quoted).joined(separator: ",")
                all.append(
                    Kind(
                        name: description.kind, file: "\(description.table).csv", description: record.kind.text,
                        table: Array("\(titles)\r\n".utf8)))
            }
            all[all.count - 1].add(record)
        }
        let first = try FirstEntered(reader)
        for index in all.indices { all[index].objects = first.leading(all[index].objects) { $0.key } }
    }

    func archive(_ rates: [ConversionRate], _ call: Call) -> [UInt8] {
        var bytes: [UInt8] = []
        func line(_ text: String) { bytes += Array("\(text)\n".utf8) }
        line("{\"schema\":\"\(ArchiveText.schema)\",\"asOf\":\"\(call.today)\",\"kinds\":[")
        line(all.map(\.description).joined(separator: ",\n"))
        line("],\"records\":{")
        for (index, kind) in all.enumerated() {
            line("\"\(kind.name)\":[")
            bytes += kind.objects.map(\.bytes).joined(separator: Array(",\n".utf8))
            line("]\(index + 1 < all.count ? "," : "")")
        }
        line("},\"rates\":[")
        bytes += RateText.objects(rates)
        line("]}")
        return bytes
    }
}

extension ExportedKinds.Kind {
    /// Whether a column has shares, which are kept in ten-thousandths of a percent and shown as `60%`.
    private func isShare(_ column: EntityDescription.Column) -> Bool {
        name == AssetAllocation.declaration.description.kind && column.name == "share"
    }

    fileprivate mutating func add(_ record: Record) {
        let columns = record.kind.description.columns
        objects.append((record.key, CellObject.text(record.cells, columns)))
        count += 1
        let types = columns.flatMap { Array(repeating: $0, count: $0.type.width) }
        let row = zip(record.cells, types).map { cell, column in
            switch cell {
            case .null: ""
            case .integer(let units) where isShare(column): (try? Share(units: units))?.description ?? "\(units)"
            case .integer: cell.shown(as: column.type)
            case .text(let text): CSVCell.quoted(CSVCell.withoutFormula(text))
            case .list(let rows):
                CSVCell.quoted(
                    "["
                        + rows.map { String(decoding: CellObject.text($0, column.elements), as: UTF8.self) }
                        .joined(separator: ",") + "]")
            }
        }
        table += Array("\(row.joined(separator: ","))\r\n".utf8)
    }
}
