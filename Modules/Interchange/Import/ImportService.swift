public import Allocation
public import Models
public import Persistence

import struct Foundation.UUID

/// Enters the transactions of files that other programs wrote.
public struct ImportService: Sendable {
    private let store: any Store
    private let funding: FundingSources

    /// A service over a store and the sources of balances.
    public init(store: any Store, funding: FundingSources = FundingSources()) {
        self.store = store
        self.funding = funding
    }

    /// Enters all transactions of a file, or none, as one change. What an asset has already, by day, amount and note, is not
    /// entered again; an account that is no asset becomes one. A dry run shows every row, also those that would be refused.
    ///
    /// - Throws: ``ImportError``, ``CurrencyError``, ``LookupError``, ``StoreError``; then nothing is written.
    public func importTransactions(_ request: ImportRequest, _ call: Call) async throws -> Outcome<ImportReport> {
        let file = TextFile(path: request.path, encoding: request.encoding)
        let saved = try await savedMapping(request)
        let currency = try request.currency.map { try Currency(code: $0) }
        let head = try file.head()
        let format = saved == nil ? ImportFormat(head: head) : .csv
        if format == .csv, let first = head.first(where: { $0 > 0x20 }) {
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw ImportError.otherKind(of: "JSON") }
            if first == UInt8(ascii: "<") { throw ImportError.otherKind(of: "HTML or XML") }
        }
        var (mapping, unread): (ColumnMapping?, [String]) = (saved, [])
        if format == .csv, saved == nil {
            let (found, titles) = try ColumnGuess(file: file, choices: request.columns).mapping()
            let used = Set(found.columns.values.flatMap(\.self))
            (mapping, unread) = (found, titles.filter { !used.contains($0) })
        }
        var rows: [ReadRow] = []
        switch (format, mapping) {
        case (.csv, let mapping?):
            var table = CSVTransactions(file, mapping)
            try table.read { rows.append($0) }
        case (.qif, _): try QIFTransactions(file: file, choices: request.columns).read { rows.append($0) }
        case (.ofx, _), (.csv, nil): try OFXTransactions(file: file).read { rows.append($0) }
        }
        guard !rows.isEmpty else { throw ImportError.nothing }
        let isAccountNamed = rows.contains { if case .success(let row) = $0 { row.account != nil } else { false } }
        guard request.asset != nil || isAccountNamed else { throw ImportError.assetNeeded }
        let (read, map) = (rows, mapping)
        let (entered, assets) = try await funding.write(call, in: store) { writer in
            if let name = request.savingMapAs, let map { try Self.save(map, as: name, writer.store) }
            var entry = try ImportEntry(writer, asset: request.asset, currency: currency, rows: read)
            return try entry.enter(read)
        }
        let report = ImportReport(format: format, mapping: mapping, unread: unread, rows: entered, assets: assets)
        var warnings: [Warning] = []
        let future = entered.count { $0.state == .added && ($0.day ?? call.today) > call.today }
        if future > 0 {
            warnings.append(
                Warning(
                    code: "future",
                    message: future == 1
                        ? "One transaction is dated in the future: it counts from its day on."
                        : "\(future) transactions are dated in the future: each counts from its day on."))
        }
        for change in assets where change.asset.isOnChain || change.asset.source != nil {
            warnings.append(
                Warning(
                    code: "addsToSource",
                    message: "What is imported for '\(change.asset.name)' adds to what its "
                        + "\(change.asset.isOnChain ? "chain" : "source") says: the same money must not be in both."))
        }
        for change in assets where change.balance.isNegative && change.asset.source == nil && change.added > 0 {
            warnings.append(
                Warning(
                    code: "negativeBalance",
                    message:
                        "'\(change.asset.name)' has a balance of \(change.balance), which funds nothing. If the file "
                        + "does not begin with the account, deposit what it held before."))
        }
        return Outcome(report, warnings: warnings)
    }

    private func savedMapping(_ request: ImportRequest) async throws -> ColumnMapping? {
        guard let name = request.map else { return nil }
        return try await store.read { reader in
            if let found = try reader.find(SavedMapping.self, key: [.text(name)]) { return found.mapping }
            throw ImportError.unknownMap(name, known: try reader.all(SavedMapping.self).map(\.name))
        }
    }

    private static func save(_ mapping: ColumnMapping, as name: String, _ writer: any StoreWriter) throws {
        let new = SavedMapping(name: name, mapping: mapping)
        guard let old = try writer.find(SavedMapping.self, key: [.text(name)]) else { return try writer.insert(new) }
        if old != new { try writer.update(old, to: new) }
    }
}
