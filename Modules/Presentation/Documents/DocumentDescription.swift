/// What is published of a document, without its values: enough for a JSON Schema.
public struct DocumentDescription: Sendable {
    /// The name in its schema.
    public let name: String
    let title: String
    let properties: [SchemaProperty]

    init(name: String, title: String, properties: [SchemaProperty]) {
        self.name = name
        self.title = title
        self.properties = properties
    }

    /// A document without the frame of the others, as that of errors is.
    public init(bare name: String, title: String, properties: [SchemaProperty]) {
        self.init(name: name, title: title, properties: properties)
    }

    /// JSON Schemas by the names of their files. Types with a name are described once, in a file of their own to which the
    /// others refer.
    ///
    /// - Parameters:
    ///   - documents: The documents of one project.
    ///   - definitions: The name of the file with the named types, without its ending.
    /// - Throws: ``SchemaError`` if two documents or two types have one name.
    public static func schemas(
        of documents: [DocumentDescription], definitions: String = "cst.definitions.1"
    ) throws -> [String: String] {
        let ending = ".schema.json"
        var shared = SharedTypes(file: definitions + ending)
        var files: [String: String] = [:]
        for document in documents {
            let file = "cst.\(document.name).1" + ending
            let text = try shared.schema(of: document, id: file).text + "\n"
            guard files.updateValue(text, forKey: file) == nil else { throw SchemaError.twoDocuments(document.name) }
        }
        guard files.updateValue(shared.definitions.text + "\n", forKey: definitions + ending) == nil else {
            throw SchemaError.twoDocuments(definitions)
        }
        return files
    }
}

/// The named types that schemas refer to, gathered while these are written.
private struct SharedTypes {
    private static let dialect = JSONValue.string("https://json-schema.org/draft/2020-12/schema")
    let file: String
    private var types: [String: JSONValue] = [:]

    init(file: String) { self.file = file }

    var definitions: JSONValue {
        Self.ordered([
            ("$schema", Self.dialect), ("$id", .string(file)), ("title", "Types that several documents have."),
            ("$defs", .object(JSONValue.Object(types))),
        ])
    }

    mutating func schema(of document: DocumentDescription, id: String) throws -> JSONValue {
        Self.ordered(
            [("$schema", Self.dialect), ("$id", .string(id)), ("title", .string(document.title))]
                + (try object(document.properties, in: id)))
    }

    /// Members in this order.
    private static func ordered(_ members: [(String, JSONValue)]) -> JSONValue {
        .members(members.map { JSONValue.Member(key: $0, value: $1) })
    }

    private mutating func object(_ properties: [SchemaProperty], in file: String) throws -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        for property in properties {
            let type = try schema(of: property.type, in: file)
            let note = property.note.map { [("description", JSONValue.string($0))] } ?? []
            members.append((property.key, Self.ordered(type + note)))
        }
        return [
            ("type", "object"), ("additionalProperties", false), ("properties", Self.ordered(members)),
            ("required", .array(properties.filter(\.isRequired).map { .string($0.key) })),
        ]
    }

    private mutating func schema(of type: SchemaType, in place: String) throws -> [(String, JSONValue)] {
        switch type {
        case .plain(let name): return [("type", .string(name))]
        case .pattern(let pattern): return [("type", "string"), ("pattern", .string(pattern))]
        case .choice(let names): return [("enum", .array(names.map(JSONValue.string)))]
        case .constant(let text): return [("const", .string(text))]
        case .list(let element):
            return [("type", "array"), ("items", Self.ordered(try schema(of: element, in: place)))]
        case .object(let properties): return try object(properties, in: place)
        case .map(let element):
            return [("type", "object"), ("additionalProperties", Self.ordered(try schema(of: element, in: place)))]
        case .nullable(.plain(let name)): return [("type", .array([.string(name), "null"]))]
        case .nullable(.choice(let names)): return [("enum", .array(names.map(JSONValue.string) + [.null]))]
        case .nullable(let type):
            return [("anyOf", .array([Self.ordered(try schema(of: type, in: place)), ["type": "null"]]))]
        case .shared(let name, let type, let note):
            let members = try schema(of: type, in: file)
            let described = Self.ordered(members + (note.map { [("description", .string($0))] } ?? []))
            if let known = types.updateValue(described, forKey: name), known != described {
                throw SchemaError.twoTypes(name)
            }
            return [("$ref", .string("\(place == file ? "" : file)#/$defs/\(name)"))]
        }
    }
}
