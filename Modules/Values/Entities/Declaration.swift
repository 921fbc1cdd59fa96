/// The one declaration of a kind of thing: its kind, table, order and columns. Stores, journals and backups follow from it.
///
/// ```swift
/// extension Subscription: Entity {
///     static let declaration = Declaration<Subscription>(
///         "subscription", table: "subscriptions", since: "subscriptions 1.0", order: ["name", "id"], title: "name",
///         fields: Fields(
///             .key("id", \.id), .value("name", \.name), .value("cost", \.cost, currency: "currency"),
///             .value("dates", \.dates), .value("assetID", \.assetID, to: "asset")
///         ) { Subscription(id: $0, name: $1, cost: $2, dates: $3, assetID: $4) },
///         whole: { try $0.issuesOfPayments(in: $1) })
/// ```
public struct Declaration<Value: Entity>: Sendable {
    /// What stores know of it.
    public let description: EntityDescription
    /// The description as files keep it.
    package let text: String
    /// The kind, as stores are handed it.
    let kind: EntityKind
    private let fields: Fields<Value>

    /// Declares a kind of thing.
    ///
    /// - Parameters:
    ///   - kind: the word for it, unique among all kinds.
    ///   - table: the table that holds it, unique among all kinds.
    ///   - version: how often the columns have changed, from 1. A new version comes with an ``Upgrade``.
    ///   - since: the first version of the program or plugin that knows this version.
    ///   - order: the columns by which lists are ordered.
    ///   - totals: the sums that can be asked for.
    ///   - indexes: the columns by which a part of the things is read.
    ///   - title: the column by which people name a thing.
    ///   - isJournalled: whether changes are noted and can be undone.
    ///   - undo: whether that is always possible.
    ///   - decidesDisplayCurrency: whether the first thing of this kind that is entered decides the currency for totals.
    ///   - fields: the columns, those of the key first.
    ///   - whole: everything that is wrong with a thing together with its parts; asked at the end of each write that entered
    ///     it or one of them.
    public init(
        _ kind: String, table: String, version: Int = 1, since: String, order: [String],
        totals: [EntityDescription.Total] = [], indexes: [EntityDescription.Index] = [], title: String? = nil,
        isJournalled: Bool = true, undo: EntityDescription.Undo = .free, decidesDisplayCurrency: Bool = false,
        fields: Fields<Value>,
        whole: (@Sendable (Value, any EntityReader) throws -> [ValidationIssue])? = nil
    ) {
        description = EntityDescription(
            kind: kind, version: version, since: since, table: table, columns: fields.columns,
            keyCount: fields.keyCount, order: order, totals: totals, title: title, isJournalled: isJournalled,
            undo: undo)
        self.fields = fields
        if let defect = description.defect ?? indexes.lazy.compactMap(description.indexDefect).first {
            preconditionFailure("The declaration of a kind cannot be used: \(defect)")
        }
        text = description.text
        var checkWhole: (@Sendable (any CellRow, any EntityReader) throws -> [ValidationIssue])?
        if let whole {
            checkWhole = { row, reader in
                var cursor = CellCursor(row)
                return try whole(fields.value(&cursor), reader)
            }
        }
        self.kind = EntityKind(
            description, text: text, indexes: indexes, decidesDisplayCurrency: decidesDisplayCurrency,
            checkWhole: checkWhole,
            summarize: { row in
                var cursor = CellCursor(row)
                return try fields.value(&cursor).summary
            },
            validate: { row, reader in
                var cursor = CellCursor(row)
                return try fields.value(&cursor).issues(in: reader)
            })
    }

    /// The cells of a value, in the order of the columns.
    public func cells(of value: Value) -> [Cell] { fields.cells(value) }

    /// The value that a row holds.
    ///
    /// - Throws: What the row throws about a cell that cannot be.
    public func value(of row: any CellRow) throws -> Value {
        var cursor = CellCursor(row)
        return try fields.value(&cursor)
    }
}
