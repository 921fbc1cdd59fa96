import Allocation
import Blockchain
import CommandSupport
import Foundation
import HTTPTypes
import Models
import Persistence
import Planning
import Presentation
import SavingsViews
import WebAccess
import WebPages

/// What has a version of its own in the API: the number of the newest entry of the journal that changed it.
enum VersionedThing: Sendable {
    case goal, asset, transaction
    /// All allocations of an asset together, which the asset's id names.
    case allocations

    /// Where one stands in the API, up to its id.
    var path: String {
        switch self {
        case .goal: "/api/v1/goals/"
        case .asset, .allocations: "/api/v1/assets/"
        case .transaction: "/api/v1/transactions/"
        }
    }

    /// The kind that changes of it are of.
    var kind: String {
        switch self {
        case .goal: Goal.declaration.description.kind
        case .asset: Asset.declaration.description.kind
        case .transaction: Transaction.declaration.description.kind
        case .allocations: AssetAllocation.declaration.description.kind
        }
    }

    /// The one that a name or an id means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    func found(_ name: String, in reader: any StoreReader) throws -> Record {
        switch self {
        case .goal: Record(try reader.find(Goal.self, named: name))
        case .asset, .allocations: Record(try reader.find(Asset.self, named: name))
        case .transaction: Record(try reader.find(Transaction.self, named: name))
        }
    }

    /// The same with its version.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    func current(_ name: String, in reader: any StoreReader) throws -> (record: Record, version: Int) {
        let record = try found(name, in: reader)
        return (record, try reader.version(of: basis(record.key)))
    }

    /// The key of one that is gone, by its id.
    ///
    /// - Throws: ``LookupError`` for a name.
    func key(_ id: String) throws -> EntityKey {
        guard let id = UUID(uuidString: id) else { throw LookupError.unknown(kind: kind, name: id, nearest: nil) }
        return switch self {
        case .goal: EntityKey(Goal.self, id)
        case .asset, .allocations: EntityKey(Asset.self, id)
        case .transaction: EntityKey(Transaction.self, id)
        }
    }

    /// It at an entry of the journal.
    func basis(_ key: EntityKey, entry: Int = .max) -> Call.Basis {
        Call.Basis(key, parts: self == .allocations ? kind : nil, entry: entry)
    }

    /// What is answered to whoever asks for it.
    ///
    /// - Throws: ``LookupError``, ``StoreError``, what working out its figures throws.
    func document(_ name: String, _ set: FigureSet) async throws -> Document {
        switch self {
        case .goal:
            let found = try await set.goal(name)
            return Document(goal: found.row, report: found.report)
        case .asset:
            let found = try await set.reading.valuations.asset(named: name, set.call).value
            guard let row = found.report.rows.first else {
                throw LookupError.unknown(kind: "asset", name: name, nearest: nil)
            }
            var transactions: [TransactionService.Row]?
            if row.balance.asset.isOnChain {
                transactions = try await set.reading.chains.transactions(of: name, set.call).value
            }
            return Document(
                asset: row, goals: found.goals, display: found.display, transactions: transactions,
                warnings: found.report.warnings, asOf: set.key.today)
        case .transaction:
            let transaction = try await set.reading.store.read { try $0.find(Transaction.self, named: name) }
            return try await changed(Record(transaction), set.reading, asOf: set.key.today)
        case .allocations:
            let found = try await set.reading.allocations.allocations(of: name, set.call)
            return Document(allocations: found.value, warnings: found.warnings, asOf: set.key.today)
        }
    }

    /// What is answered to whoever changed it, without what there is to say about the change.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    func changed(_ record: Record, _ services: Services, asOf day: CalendarDay) async throws -> Document {
        if let goal = try record.value(Goal.self) {
            return Document(changed: goal, isComplete: goal.snapshot?.isComplete ?? true, asOf: day)
        }
        if let asset = try record.value(Asset.self) { return Document(changed: asset, asOf: day) }
        guard let transaction = try record.value(Transaction.self) else {
            throw LookupError.unknown(kind: kind, name: record.key.id, nearest: nil)
        }
        let asset = try await services.assets.asset(named: transaction.assetID.uuidString)
        return Document(changed: transaction, of: asset, warnings: [], asOf: day)
    }
}

extension Visit {
    /// A thing as it is now, with its tag: its version, and the figures that it is told with.
    ///
    /// - Throws: ``LookupError``, ``FigureSet/Moved``, ``StoreError``, what working out its figures throws.
    func tag(of thing: VersionedThing, _ name: String, _ set: FigureSet) async throws -> String {
        let version = try await set.reading.store.read { try thing.current(name, in: $0).version }
        return "\"j\(version)-\(set.id)\""
    }
}

/// Which versions of a thing a request may change (RFC 9110, `If-Match`).
enum VersionMatch: Equatable {
    case any
    case versions(Set<Int>)

    /// Whether one of them is meant.
    func holds(_ version: Int) -> Bool {
        switch self {
        case .any: true
        case .versions(let versions): versions.contains(version)
        }
    }
}

extension Visit {
    /// The versions that the request may change. A tag of ours begins with the version; one of somebody else, or a weak one, is of
    /// none.
    ///
    /// - Throws: ``WebProblem``.
    var versionMatch: VersionMatch {
        get throws {
            guard let text = request.headers[.ifMatch]?.trimmingCharacters(in: .whitespaces) else {
                throw WebProblem.noVersion
            }
            if text == "*" { return .any }
            let tags = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard !tags.isEmpty, tags.allSatisfy({ $0.wholeMatch(of: #/(W\/)?"[^"]*"/#) != nil }) else {
                throw WebProblem.badHeader(name: "If-Match", expected: "a tag in quotes as 'ETag' has it, or *")
            }
            return .versions(
                Set(tags.compactMap { $0.wholeMatch(of: #/"j([0-9]{1,18})(-[^"]*)?"/#).flatMap { Int($0.output.1) } }))
        }
    }

    /// The idempotency key: two requests of one sender with the same key and address run once. Nil if the client sent none. Senders
    /// who chose the same key by chance have keys of their own.
    ///
    /// - Throws: ``WebProblem/badHeader(name:expected:)``.
    func idempotencyKey(_ method: HTTPRequest.Method) throws -> String? {
        let name = "Idempotency-Key"
        guard method == .post, let key = request.headers[named: name] else { return nil }
        // Programs that count 1, 2, 3 would take each other's requests for their own.
        guard (16...100).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw WebProblem.badHeader(
                name: name, expected: "of 16 to 100 visible letters, digits and signs, as a random UUID")
        }
        // No form has a key with a space in it, and no name a colon.
        return "api: \(key) /\(request.path.joined(separator: "/")) \(visitor?.name ?? ":start")"
    }

    /// The request fingerprint: the same for a request that is sent again, another one for other contents.
    func fingerprint(_ members: JSONMembers) -> String {
        let query = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.urlEscaped)" }
        return Secret.kept((query + [members.canonicalText]).joined(separator: "\n"))
    }
}

extension Record {
    /// What people call it; its words where it has no name.
    var name: String { fields.first { $0.name == "name" }?.text ?? summary }
}

extension EntityKey {
    /// The id, of a thing that has one.
    var id: String { if case .text(let id) = cells.first { id } else { "" } }
}
