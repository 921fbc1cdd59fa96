public import Values

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
    fileprivate let keys: [String]
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

    /// The members of a value without a list, whose elements are handed on one by one.
    func object(_ value: Value, without list: ElementList<Value>) -> JSONValue.Object {
        var members: [JSONValue.Member] = []
        for field in fields where field.elements?.key != list.key { field.write(value, &members) }
        return JSONValue.Object(members)
    }

    fileprivate func write(_ value: Value, to members: inout [JSONValue.Member]) {
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
    let forEach: @Sendable (Value, (JSONValue) throws -> Void) throws -> Void
}

/// Something that a shape says of a value: one member, or several that belong together.
public struct Field<Value>: Sendable {
    let properties: [SchemaProperty]
    /// The keys in the order in which they are written.
    let keys: [String]
    let write: @Sendable (Value, inout [JSONValue.Member]) -> Void
    let elements: ElementList<Value>?
    /// The fields that it is made of, none of which needs the others; empty for a single one.
    let parts: [Field]

    private init(
        _ properties: [SchemaProperty], keys: [String]? = nil, elements: ElementList<Value>? = nil,
        parts: [Field] = [], _ write: @escaping @Sendable (Value, inout [JSONValue.Member]) -> Void
    ) {
        self.properties = properties
        self.keys = keys ?? properties.map(\.key)
        self.write = write
        self.elements = elements
        self.parts = parts
    }

    /// One member.
    private init(
        _ property: SchemaProperty, elements: ElementList<Value>? = nil,
        _ json: @escaping @Sendable (Value) -> JSONValue?
    ) {
        let key = property.key
        self.init([property], elements: elements) { value, members in
            if let json = json(value) { members.append(JSONValue.Member(key: key, value: json)) }
        }
    }

    /// A member that is always there.
    public static func value<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part, note: String? = nil
    ) -> Field {
        Field(SchemaProperty(key, Part.schemaType, note: note)) { part($0).json }
    }

    /// A member that is left out when it is nil.
    public static func optional<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part?, note: String? = nil
    ) -> Field {
        Field(SchemaProperty(key, Part.schemaType, isRequired: false, note: note)) { part($0)?.json }
    }

    /// A ratio as a number to 6 places.
    public static func ratio(
        _ key: String, _ part: @escaping @Sendable (Value) -> Ratio?, rounding: Rounding = .halfEven,
        isNullable: Bool = false, note: String? = nil
    ) -> Field {
        let type = SchemaType.shared("ratio", .plain("number"), note: "To 6 places.")
        return Field(SchemaProperty(key, isNullable ? .nullable(type) : type, note: note)) {
            part($0).map { JSONValue($0, rounding: rounding) } ?? .null
        }
    }

    /// On which side of the figure `key` the true one lies, under `keyBound`; left out when the figure is exact.
    public static func bound(_ key: String, _ bound: @escaping @Sendable (Value) -> Bound?) -> Field {
        optional(key + "Bound", bound)
    }

    /// An amount, and beside it where the true one lies when it is incomplete: `savedBound` beside `saved`.
    public static func figure<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part, _ bound: @escaping @Sendable (Value) -> Bound?,
        note: String? = nil
    ) -> Field {
        .all([.value(key, part, note: note), .bound(key, bound)])
    }

    /// What could not be counted, and why; one column of CSV tells the reasons.
    public static func unavailable(_ part: @escaping @Sendable (Value) -> [Unavailable]) -> Field {
        let type = SchemaType.shared(
            "unavailable", .list(Unavailable.schemaType), note: "What could not be counted, and why.")
        return Field(SchemaProperty("unavailable", type, column: "reason")) { part($0).json }
    }

    /// Members of several fields.
    public static func all(_ fields: [Field]) -> Field {
        Field(
            fields.flatMap(\.properties), keys: fields.flatMap(\.keys),
            parts: fields.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
        ) { value, members in
            for field in fields { field.write(value, &members) }
        }
    }

    /// The members of a part of the value, beside its own.
    public static func members<Part>(_ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part) -> Field {
        Field(shape.properties, keys: shape.keys) { value, members in shape.write(part(value), to: &members) }
    }

    /// The members of a part of the value, beside its own, all left out when it is nil.
    public static func optionalMembers<Part>(
        _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part?
    ) -> Field {
        Field(shape.properties.map(\.optional), keys: shape.keys) { value, members in
            if let part = part(value) { shape.write(part, to: &members) }
        }
    }

    /// A part of the value under a key, with a name for its type where several documents have it.
    public static func object<Part>(
        _ key: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part, named name: String? = nil,
        note: String? = nil
    ) -> Field {
        Field(SchemaProperty(key, shape.type(name), note: note)) { shape.json(part($0)) }
    }

    /// A part of the value under a key, or null.
    public static func nullable<Part>(
        _ key: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part?, named name: String? = nil
    ) -> Field {
        Field(SchemaProperty(key, .nullable(shape.type(name)))) { part($0).map(shape.json) ?? .null }
    }

    /// Parts of the value in order. CSV leaves them out.
    public static func list<Part>(
        _ key: String, _ shape: Shape<Part>, _ parts: @escaping @Sendable (Value) -> [Part], named name: String? = nil,
        note: String? = nil
    ) -> Field {
        let elements = ElementList<Value>(key: key) { value, body in
            for part in parts(value) { try body(shape.json(part)) }
        }
        return Field(SchemaProperty(key, .list(shape.type(name)), note: note), elements: elements) {
            .array(parts($0).map(shape.json))
        }
    }

    /// Parts of the value in order; the member is left out when there is no such list.
    public static func optionalList<Part>(
        _ key: String, _ shape: Shape<Part>, _ parts: @escaping @Sendable (Value) -> [Part]?
    ) -> Field {
        Field(SchemaProperty(key, .list(shape.type(nil)), isRequired: false)) {
            parts($0).map { .array($0.map(shape.json)) }
        }
    }
}

extension Shape {
    fileprivate func type(_ name: String?) -> SchemaType {
        name.map { .shared($0, .object(properties)) } ?? .object(properties)
    }
}
