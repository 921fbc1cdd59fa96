public import Values

import struct Foundation.Date

/// That a request was carried out. It is written in the transaction of the request, so that the two stand or fall together, and
/// kept for a day. Requests with a key need its kind in the store.
public struct Receipt: Sendable, Hashable {
    let once: String
    /// What the request said, where that is compared.
    public let contents: String?
    /// The number of the journal's entry that the request made, or of the newest one before it when it changed nothing.
    public let entry: Int
    /// Whether it changed something.
    public let madeEntry: Bool
    let instant: Date
    /// The warnings of the request as sentences, each after its code and a space.
    let warnings: [String]
}

extension Receipt: Entity {
    /// How it is kept.
    public static let declaration = Declaration<Receipt>(
        "receipt", table: "receipts", version: 2, since: "0.4.0", order: ["instant"],
        indexes: [.index("entry")], isJournalled: false,
        fields: Fields(
            .key("once", \.once), .value("contents", \.contents), .value("entry", \.entry),
            .value("madeEntry", \.madeEntry), .value("instant", \.instant), .value("warnings", \.warnings)
        ) { once, contents, entry, madeEntry, instant, warnings in
            Receipt(
                once: once, contents: contents, entry: entry, madeEntry: madeEntry, instant: instant,
                warnings: warnings)
        })

    /// The kind for a plugin. Version 1 kept no warnings.
    public static var kind: EntityKind { EntityKind(Receipt.self, upgrades: [1: { $0 + [.list([])] }]) }

    /// A few words.
    public var summary: String { "receipt of a request" }

    /// Nothing can be wrong with it.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

extension Receipt {
    /// The receipt of a request; nil when it was not carried out in the last day.
    ///
    /// - Throws: ``StoreError``.
    public static func of(_ once: String, in reader: any StoreReader) throws -> Receipt? {
        try reader.find(Receipt.self, key: [.text(once)])
    }

    /// The warnings of the requests that made an entry of the journal.
    ///
    /// - Throws: ``StoreError``.
    public static func warnings(ofEntry number: Int, in reader: any StoreReader) throws -> [Warning] {
        let made = try reader.all(Receipt.self, Selection(where: "entry", is: .integer(number)))
        return made.filter(\.madeEntry).flatMap(\.shownWarnings)
    }

    /// The warnings that are shown when the request is sent again.
    public var shownWarnings: [Warning] {
        warnings.map { text in
            let code = text.prefix { $0 != " " }
            return Warning(code: String(code), message: String(text.dropFirst(code.count + 1)))
        }
    }

    /// How long a request that is sent again is known.
    private static let lasts = 86_400.0

    /// Refuses what was carried out before.
    ///
    /// - Throws: ``StoreError/alreadyDone(entry:)``.
    static func checkNew(_ once: String, in writer: any StoreWriter) throws {
        if let receipt = try of(once, in: writer) { throw StoreError.alreadyDone(entry: receipt.entry) }
    }

    /// Notes that a request was carried out in the write that is under way, where it has a name.
    static func keep(_ call: Call, in writer: any StoreWriter) throws {
        guard let once = call.idempotencyKey else { return }
        let newest = try writer.newestNumber()
        // Now and then what is old goes; each time would cost as much as there is.
        if newest.isMultiple(of: 64) {
            for old in try writer.all(Receipt.self) where abs(old.instant.timeIntervalSince(call.now)) > lasts {
                try writer.delete(old)
            }
        }
        try writer.insert(
            Receipt(
                once: once, contents: call.fingerprint, entry: newest + (writer.hasJournalled ? 1 : 0),
                madeEntry: writer.hasJournalled, instant: call.now.wholeMilliseconds, warnings: []))
    }
}

extension Store {
    /// Keeps the warnings of a request with its receipt, as they are shown to people. A request without any costs nothing.
    ///
    /// - Throws: ``StoreError``.
    public func keep(_ warnings: [Warning], of call: Call) async throws {
        guard let once = call.idempotencyKey, !warnings.isEmpty else { return }
        let texts = warnings.map { "\($0.code) \($0.message)" }
        try await write(ChangeOrigin(call)) { writer in
            guard let old = try Receipt.of(once, in: writer) else { return }
            let new = Receipt(
                once: old.once, contents: old.contents, entry: old.entry, madeEntry: old.madeEntry,
                instant: old.instant, warnings: texts)
            try writer.update(old, to: new)
        }
    }
}

extension StoreReader {
    /// The changes of what a basis means that were made since, oldest first.
    ///
    /// - Throws: ``StoreError``.
    public func changes(since basis: Call.ExpectedVersion) throws -> [(entry: JournalEntry.Head, change: Change)] {
        let kinds = try kinds(of: basis)
        var found: [(JournalEntry.Head, Change)] = []
        var next: Int?
        while let head = try newestHead(of: basis, changing: kinds, from: next), head.number > basis.entry {
            var own: [(JournalEntry.Head, Change)] = []
            _ = try forEachChange(ofEntry: head.number) { change in
                if basis.means(change) { own.append((head, change)) }
                return true
            }
            found.append(contentsOf: own.reversed())
            next = head.number - 1
        }
        return found.reversed()
    }

    /// The number of the newest entry that changed what a basis means, up to the basis's own entry; 0 where none did.
    ///
    /// - Throws: ``StoreError``.
    public func version(of basis: Call.ExpectedVersion) throws -> Int {
        try newestHead(of: basis, changing: try kinds(of: basis), from: basis.entry)?.number ?? 0
    }

    /// The kinds of what is meant: the thing and its declared parts, or what names it.
    private func kinds(of basis: Call.ExpectedVersion) throws -> [String] {
        if let parts = basis.parts { return [parts] }
        let parts = try kinds().filter { kind in
            kind.description.columns.contains { $0.isPart && $0.reference == basis.thing.kind }
        }
        return [basis.thing.kind] + parts.map(\.description.kind)
    }

    private func newestHead(
        of basis: Call.ExpectedVersion, changing kinds: [String], from number: Int?
    ) throws -> JournalEntry.Head? {
        try kinds.compactMap { try journalHeads(of: basis.thing, changing: $0, from: number, limit: 1).first }
            .max { $0.number < $1.number }
    }

    /// Refuses when something that a basis means was changed since.
    ///
    /// - Throws: ``StoreError/changedUnderneath(expected:found:)`` with what was and what is there.
    func checkUnchanged(_ basis: Call.ExpectedVersion) throws {
        let changes = try changes(since: basis)
        guard let first = changes.first?.change else { return }
        let last = changes.last { $0.change.key == first.key }
        throw StoreError.changedUnderneath(expected: first.before, found: last?.change.after)
    }
}

extension Call.ExpectedVersion {
    /// Whether a change is one of what is meant.
    fileprivate func means(_ change: Change) -> Bool {
        guard let parts else {
            return change.key == thing
                || [change.before, change.after].contains { $0?.owners.contains(thing) ?? false }
        }
        return change.key.kind == parts && change.names(thing)
    }
}
