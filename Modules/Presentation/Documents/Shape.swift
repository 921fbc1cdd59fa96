import Values

/// What a row or an object of a document says of a value: each key once, in the order of its columns. JSON, CSV and JSON
/// Schema follow from it.
///
/// ```swift
/// private static let shape = Shape<Subscription>(.value("name", \.name), .value("cost", \.cost))
/// ```
public struct Shape<Value>: Sendable {
    /// In the order of their keys, as far as those that write several have one.
    private let fields: [Field<Value>]
    /// The keys in the order in which the fields write them.
    let keys: [String]
    /// Whether that is their order: then no value's members have to be sorted.
    private let isInOrder: Bool

    /// The members, in order; of two with one key, both of one meaning, the first counts.
    public let properties: [SchemaProperty]

    /// A shape of what the fields say.
    public init(_ fields: Field<Value>...) { self.init(fields) }

    /// A shape of what the fields say.
    public init(_ fields: [Field<Value>]) {
        self.fields = fields.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }.sorted {
            ($0.keys.first ?? "") < ($1.keys.first ?? "")
        }
        keys = self.fields.flatMap(\.keys)
        isInOrder = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
        var known: Set<String> = []
        properties = fields.flatMap(\.properties).filter { known.insert($0.key).inserted }
    }

    /// A value as JSON.
    public func json(_ value: Value) -> JSONValue { .object(object(value)) }

    func object(_ value: Value) -> JSONValue.Object {
        var members: [JSONValue.Member] = []
        members.reserveCapacity(keys.count)
        write(value, to: &members)
        return isInOrder ? JSONValue.Object(inOrder: members) : JSONValue.Object(members)
    }

    /// Writes a value as JSON.
    func write(_ value: Value, to writer: inout JSONWriter) {
        guard isInOrder else { return writer.write(json(value)) }
        writer.begin("{")
        for field in fields { field.put(value, &writer) }
        writer.end("}")
    }

    /// Writes values in order.
    func writeList(_ values: [Value], to writer: inout JSONWriter) {
        writer.begin("[")
        for value in values {
            writer.beginElement()
            write(value, to: &writer)
        }
        writer.end("]")
    }

    /// Writes the members of a value, of which the shape's fields are in order.
    func writeMembers(_ value: Value, to writer: inout JSONWriter) {
        for field in fields { field.put(value, &writer) }
    }

    /// The members of a value without its lists, whose elements are written one by one.
    func objectWithoutLists(_ value: Value) -> JSONValue.Object {
        var members: [JSONValue.Member] = []
        for field in fields where field.elements == nil { field.write(value, &members) }
        return JSONValue.Object(members)
    }

    /// The lists whose elements are written one by one.
    var lists: [ElementList<Value>] { fields.compactMap(\.elements) }

    func write(_ value: Value, to members: inout [JSONValue.Member]) {
        for field in fields { field.write(value, &members) }
    }

    /// The list under a key; nil where there is none that can be handed on one by one.
    func elements(of key: String) -> ElementList<Value>? {
        fields.lazy.compactMap(\.elements).first { $0.key == key }
    }
}

/// A list of a value whose elements can be handed on one by one: there may be many.
struct ElementList<Value>: Sendable {
    let key: String
    /// Whether a value has the list.
    let exists: @Sendable (Value) -> Bool
    let forEach: @Sendable (Value, (JSONValue) throws -> Void) throws -> Void
    /// Writes the elements, and calls back behind each.
    let write: @Sendable (Value, inout JSONWriter, (inout JSONWriter) throws -> Void) throws -> Void
}

extension Shape {
    func type(_ name: String?) -> SchemaType {
        name.map { .shared($0, .object(properties)) } ?? .object(properties)
    }
}
