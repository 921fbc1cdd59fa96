public import Values

/// What a row or an object of a document says of a value: each key once, in the order of its columns. JSON, CSV and JSON
/// Schema follow from it.
///
/// ```swift
/// private static let shape = Shape<Subscription>(.value("name", \.name), .value("cost", \.cost))
/// ```
public struct Shape<Value>: Sendable {
    private let fields: [Field<Value>]

    /// The members, in order; of two with one key, both of one meaning, the first counts.
    public let properties: [SchemaProperty]

    /// A shape of what the fields say.
    public init(_ fields: Field<Value>...) { self.init(fields) }

    /// A shape of what the fields say.
    public init(_ fields: [Field<Value>]) {
        self.fields = fields
        var keys: Set<String> = []
        properties = fields.flatMap(\.properties).filter { keys.insert($0.key).inserted }
    }

    /// A value as JSON.
    public func json(_ value: Value) -> JSONValue { .object(members(value)) }

    func members(_ value: Value) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.reserveCapacity(properties.count)
        write(value, to: &members)
        return members
    }

    /// The members of a value without a list, whose elements are handed on one by one.
    func members(_ value: Value, without list: ElementList<Value>) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for field in fields where field.elements?.key != list.key { field.write(value, &members) }
        return members
    }

    /// The list under a key; nil where there is none that can be handed on one by one.
    func elements(of key: String) -> ElementList<Value>? {
        fields.lazy.compactMap(\.elements).first { $0.key == key }
    }

    fileprivate func write(_ value: Value, to members: inout [String: JSONValue]) {
        for field in fields { field.write(value, &members) }
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
    let write: @Sendable (Value, inout [String: JSONValue]) -> Void
    let elements: ElementList<Value>?

    private init(
        _ properties: [SchemaProperty], elements: ElementList<Value>? = nil,
        _ write: @escaping @Sendable (Value, inout [String: JSONValue]) -> Void
    ) {
        self.properties = properties
        self.write = write
        self.elements = elements
    }

    /// A member that is always there.
    public static func value<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part, note: String? = nil
    ) -> Field {
        Field([SchemaProperty(key, Part.schemaType, note: note)]) { $1[key] = part($0).json }
    }

    /// A member that is left out when it is nil.
    public static func optional<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part?, note: String? = nil
    ) -> Field {
        Field([SchemaProperty(key, Part.schemaType, isRequired: false, note: note)]) { value, members in
            if let part = part(value) { members[key] = part.json }
        }
    }

    /// A ratio as a number to 6 places.
    public static func ratio(
        _ key: String, _ part: @escaping @Sendable (Value) -> Ratio?, rounding: Rounding = .halfEven,
        isNullable: Bool = false, note: String? = nil
    ) -> Field {
        let type = SchemaType.shared("ratio", .plain("number"), note: "To 6 places.")
        return Field([SchemaProperty(key, isNullable ? .nullable(type) : type, note: note)]) { value, members in
            members[key] = part(value).map { JSONValue($0, rounding: rounding) } ?? .null
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
        return Field([SchemaProperty("unavailable", type, column: "reason")]) { $1["unavailable"] = part($0).json }
    }

    /// Members of several fields.
    public static func all(_ fields: [Field]) -> Field {
        Field(fields.flatMap(\.properties)) { value, members in
            for field in fields { field.write(value, &members) }
        }
    }

    /// The members of a part of the value, beside its own.
    public static func members<Part>(_ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part) -> Field {
        Field(shape.properties) { value, members in shape.write(part(value), to: &members) }
    }

    /// The members of a part of the value, beside its own, all left out when it is nil.
    public static func optionalMembers<Part>(
        _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part?
    ) -> Field {
        Field(shape.properties.map(\.optional)) { value, members in
            if let part = part(value) { shape.write(part, to: &members) }
        }
    }

    /// A part of the value under a key, with a name for its type where several documents have it.
    public static func object<Part>(
        _ key: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part, named name: String? = nil,
        note: String? = nil
    ) -> Field {
        Field([SchemaProperty(key, shape.type(name), note: note)]) { $1[key] = shape.json(part($0)) }
    }

    /// A part of the value under a key, or null.
    public static func nullable<Part>(
        _ key: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part?, named name: String? = nil
    ) -> Field {
        Field([SchemaProperty(key, .nullable(shape.type(name)))]) { $1[key] = part($0).map(shape.json) ?? .null }
    }

    /// Parts of the value in order. CSV leaves them out.
    public static func list<Part>(
        _ key: String, _ shape: Shape<Part>, _ parts: @escaping @Sendable (Value) -> [Part], named name: String? = nil,
        note: String? = nil
    ) -> Field {
        let elements = ElementList<Value>(key: key) { value, body in
            for part in parts(value) { try body(shape.json(part)) }
        }
        return Field([SchemaProperty(key, .list(shape.type(name)), note: note)], elements: elements) { value, members in
            members[key] = .array(parts(value).map(shape.json))
        }
    }

    /// Parts of the value in order; the member is left out when there is no such list.
    public static func optionalList<Part>(
        _ key: String, _ shape: Shape<Part>, _ parts: @escaping @Sendable (Value) -> [Part]?
    ) -> Field {
        Field([SchemaProperty(key, .list(shape.type(nil)), isRequired: false)]) { value, members in
            if let parts = parts(value) { members[key] = .array(parts.map(shape.json)) }
        }
    }
}

extension Shape {
    fileprivate func type(_ name: String?) -> SchemaType {
        name.map { .shared($0, .object(properties)) } ?? .object(properties)
    }
}
