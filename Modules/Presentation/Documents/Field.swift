public import Values

/// Something that a shape says of a value: one member, or several that belong together.
public struct Field<Value>: Sendable {
    let properties: [SchemaProperty]
    /// The keys in the order in which they are written.
    let keys: [String]
    let write: @Sendable (Value, inout [JSONValue.Member]) -> Void
    /// Writes the members as JSON.
    let put: @Sendable (Value, inout JSONWriter) -> Void
    let elements: ElementList<Value>?
    /// The fields that it is made of, none of which needs the others; empty for a single one.
    let parts: [Field]

    private init(
        _ properties: [SchemaProperty], keys: [String]? = nil, elements: ElementList<Value>? = nil,
        parts: [Field] = [], put: (@Sendable (Value, inout JSONWriter) -> Void)? = nil,
        _ write: @escaping @Sendable (Value, inout [JSONValue.Member]) -> Void
    ) {
        self.properties = properties
        self.keys = keys ?? properties.map(\.key)
        self.write = write
        self.put =
            put ?? { value, writer in
                var members: [JSONValue.Member] = []
                write(value, &members)
                for member in members {
                    writer.writeKey(JSONWriter.Key(member.key))
                    writer.write(member.value)
                }
            }
        self.elements = elements
        self.parts = parts
    }

    /// One member.
    private init(
        _ property: SchemaProperty, elements: ElementList<Value>? = nil,
        put: (@Sendable (Value, inout JSONWriter) -> Void)? = nil, _ json: @escaping @Sendable (Value) -> JSONValue?
    ) {
        let key = property.key
        let written = JSONWriter.Key(key)
        let usual: @Sendable (Value, inout JSONWriter) -> Void = { value, writer in
            guard let json = json(value) else { return }
            writer.writeKey(written)
            writer.write(json)
        }
        self.init([property], elements: elements, put: put ?? usual) { value, members in
            if let json = json(value) { members.append(JSONValue.Member(key: key, value: json)) }
        }
    }

    /// A member that is always there.
    public static func value<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part, note: String? = nil
    ) -> Field {
        let written = JSONWriter.Key(key)
        return Field(
            SchemaProperty(key, Part.schemaType, note: note),
            put: { value, writer in
                writer.writeKey(written)
                part(value).write(to: &writer)
            },
            { part($0).json })
    }

    /// A member that is left out when it is nil.
    public static func optional<Part: DocumentValue>(
        _ key: String, _ part: @escaping @Sendable (Value) -> Part?, note: String? = nil
    ) -> Field {
        let written = JSONWriter.Key(key)
        return Field(
            SchemaProperty(key, Part.schemaType, isRequired: false, note: note),
            put: { value, writer in
                guard let part = part(value) else { return }
                writer.writeKey(written)
                part.write(to: &writer)
            },
            { part($0)?.json })
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

    /// The things that could not be counted, and why; one column of CSV tells the reasons.
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
        Field(
            shape.properties, keys: shape.keys, put: { value, writer in shape.writeMembers(part(value), to: &writer) },
            { value, members in shape.write(part(value), to: &members) })
    }

    /// The members of a part of the value, beside its own, all left out when it is nil.
    public static func optionalMembers<Part>(
        _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part?
    ) -> Field {
        Field(
            shape.properties.map(\.optional), keys: shape.keys,
            put: { value, writer in
                if let part = part(value) { shape.writeMembers(part, to: &writer) }
            },
            { value, members in
                if let part = part(value) { shape.write(part, to: &members) }
            })
    }

    /// A part of the value under a key, with a name for its type where several documents have it.
    public static func object<Part>(
        _ key: String, _ shape: Shape<Part>, _ part: @escaping @Sendable (Value) -> Part, named name: String? = nil,
        note: String? = nil
    ) -> Field {
        let written = JSONWriter.Key(key)
        return Field(
            SchemaProperty(key, shape.type(name), note: note),
            put: { value, writer in
                writer.writeKey(written)
                shape.write(part(value), to: &writer)
            },
            { shape.json(part($0)) })
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
        let elements = ElementList<Value>(key: key, exists: { _ in true }) { value, body in
            for part in parts(value) { try body(shape.json(part)) }
        } write: { value, writer, body in
            for part in parts(value) {
                writer.beginElement()
                shape.write(part, to: &writer)
                try body(&writer)
            }
        }
        let written = JSONWriter.Key(key)
        return Field(
            SchemaProperty(key, .list(shape.type(name)), note: note), elements: elements,
            put: { value, writer in
                writer.writeKey(written)
                shape.writeList(parts(value), to: &writer)
            },
            { .array(parts($0).map(shape.json)) })
    }

    /// Parts of the value in order; the member is left out when there is no such list.
    public static func optionalList<Part>(
        _ key: String, _ shape: Shape<Part>, _ parts: @escaping @Sendable (Value) -> [Part]?
    ) -> Field {
        let elements = ElementList<Value>(key: key, exists: { parts($0) != nil }) { value, body in
            for part in parts(value) ?? [] { try body(shape.json(part)) }
        } write: { value, writer, body in
            for part in parts(value) ?? [] {
                writer.beginElement()
                shape.write(part, to: &writer)
                try body(&writer)
            }
        }
        let written = JSONWriter.Key(key)
        return Field(
            SchemaProperty(key, .list(shape.type(nil)), isRequired: false), elements: elements,
            put: { value, writer in
                guard let parts = parts(value) else { return }
                writer.writeKey(written)
                shape.writeList(parts, to: &writer)
            },
            { parts($0).map { .array($0.map(shape.json)) } })
    }
}
