import Values

/// What a published document says of a value: its name, its members and its table.
///
/// ```swift
/// static let all = DocumentShape<[Subscription]>(
///     "subscriptions", "All subscriptions.", main: "subscriptions",
///     Shape(.list("subscriptions", shape, { $0 }, named: "subscription")))
/// ```
public struct DocumentShape<Value>: Sendable {
    let name: String
    let title: String
    let main: String
    let body: Shape<Value>
    let table: Table?

    /// What CSV shows of a value.
    struct Table: Sendable {
        let columns: [CSV.Column]
        let rows: @Sendable (Value) -> [JSONValue]
    }

    /// A document.
    ///
    /// - Parameters:
    ///   - name: The name in its schema: "required" is published as `cst.required/1`.
    ///   - title: What it says, as a sentence.
    ///   - main: The key of the array that CSV shows; an object under it is one row.
    ///   - body: The members of the document itself.
    public init(_ name: String, _ title: String, main: String, _ body: Shape<Value>) {
        self.name = name
        self.title = title
        self.main = main
        self.body = body
        table = nil
    }

    /// A document whose CSV has rows of another shape than its main array.
    ///
    /// - Parameters:
    ///   - name: The name in its schema.
    ///   - title: What it says, as a sentence.
    ///   - body: The members of the document itself.
    ///   - row: What a row of CSV says.
    ///   - rows: The rows of a value.
    public init<Row>(
        _ name: String, _ title: String, _ body: Shape<Value>, row: Shape<Row>,
        rows: @escaping @Sendable (Value) -> [Row]
    ) {
        self.name = name
        self.title = title
        self.body = body
        main = ""
        table = Table(
            columns: SchemaType.object(row.properties).columns(""), rows: { rows($0).map(row.json) })
    }

    /// The columns of CSV.
    var columns: [CSV.Column] {
        if let table { return table.columns }
        guard let main = body.properties.first(where: { $0.key == main }) else { return [] }
        if case .list(let element) = main.type { return element.columns("") }
        return main.type.columns("")
    }

    /// What the schema says of all its members, those of every document first.
    var properties: [SchemaProperty] {
        [
            SchemaProperty("schema", .constant("cst.\(name)/1")), SchemaProperty("asOf", CalendarDay.schemaType),
            SchemaProperty("complete", .plain("boolean"), note: "Whether nothing is missing."),
            SchemaProperty("warnings", .list(Warning.schemaType)),
        ] + body.properties
    }

    /// What is published of it.
    public var description: DocumentDescription {
        DocumentDescription(name: name, title: title, properties: properties)
    }
}
