public import struct Foundation.UUID

extension Transaction: Entity {
    /// How transactions are kept: by day, then in the order in which they were entered.
    public static let declaration = Declaration<Transaction>(
        "transaction", table: "transactions", version: 2, since: "0.3.0", order: ["day", "entered", "id"],
        totals: [.sum("amount", by: "assetID", upTo: "day", split: "kind")],
        fields: Fields(
            .key("id", \.id), .value("assetID", \.assetID, to: "asset"), .value("day", \.day),
            .value("amount", \.amount, currency: "currency"), .value("kind", \.kind), .value("entered", \.entered),
            .value("goalID", \.goalID), .value("note", \.note), .value("hash", \.hash), .value("imported", \.imported)
        ) { id, asset, day, amount, kind, entered, goal, note, hash, imported in
            Transaction(
                id: id, assetID: asset, amount: amount, day: day, kind: kind, entered: entered, goalID: goal,
                note: note, hash: hash, imported: imported)
        })

    /// Version 1 kept nothing of imported lines.
    static let upgradedToImportedLines: EntityKind.Upgrade = { $0 + [.null] }

    /// "transaction of 250.00 EUR on 2026-05-20".
    public var summary: String { "transaction of \(amount) on \(day)" }

    /// What ``issues(asset:)`` says of it and its asset.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        // Without its asset it is refused for that, whatever else is wrong with it.
        try reader.find(Asset.self, assetID).map { issues(asset: $0) } ?? []
    }
}

extension Transaction.Kind: ColumnChoice {}

extension EntityReader {
    /// The transactions of an asset, or all, by day and then in the order in which they were entered.
    ///
    /// - Throws: The store's error.
    public func transactions(of asset: UUID?) throws -> [Transaction] {
        guard let asset else { return try all(Transaction.self) }
        return try all(Transaction.self, where: "assetID", is: asset)
    }

    /// The transactions of an asset in some days, by day and then in the order in which they were entered.
    ///
    /// - Throws: The store's error.
    public func transactions(of asset: UUID, in days: ClosedRange<CalendarDay>) throws -> [Transaction] {
        try all(
            Transaction.self,
            Selection(
                where: "assetID", is: .text(asset.uuidString), by: "day", from: .text("\(days.lowerBound)"),
                through: .text("\(days.upperBound)")))
    }

    /// The transactions of all assets in some days, by day and then in the order in which they were entered. The store looks at
    /// all of them.
    ///
    /// - Throws: The store's error.
    public func transactions(in days: ClosedRange<CalendarDay>) throws -> [Transaction] {
        try all(
            Transaction.self,
            Selection(by: "day", from: .text("\(days.lowerBound)"), through: .text("\(days.upperBound)")))
    }

    /// The sum of the transactions of each asset, or of one, at the end of each of `days`. An asset without transactions is
    /// absent.
    ///
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    public func balances(of asset: UUID? = nil, on days: [CalendarDay]) throws -> [UUID: [Money]] {
        try sums(Transaction.self, of: "amount", for: asset, among: nil, upTo: days)
    }
}
