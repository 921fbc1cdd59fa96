/// What a value of a document is, as its JSON Schema says.
public indirect enum SchemaType: Sendable, Hashable {
    /// A type of JSON: "string", "integer", "number", "boolean".
    case plain(String)
    /// Text of a form, as a regular expression.
    case pattern(String)
    /// One of several texts.
    case choice([String])
    /// Always this text.
    case constant(String)
    /// Values in order.
    case list(SchemaType)
    /// Members by key.
    case object([SchemaProperty])
    /// Members whose keys are not known beforehand.
    case map(SchemaType)
    /// The value or null.
    case nullable(SchemaType)
    /// A type with a name, described once for all documents.
    case shared(String, SchemaType, note: String? = nil)
}

/// A member of an object: its key, what it is, and whether it is always there.
public struct SchemaProperty: Sendable, Hashable {
    /// The key in JSON.
    public let key: String
    /// What it is.
    public let type: SchemaType
    /// Whether it is always there.
    public let isRequired: Bool
    /// What it means, where the key does not say it.
    public let note: String?
    /// The name of the one column of CSV that tells the whole value; nil when columns follow from the type.
    let column: String?

    /// A member.
    public init(_ key: String, _ type: SchemaType, isRequired: Bool = true, note: String? = nil) {
        self.init(key, type, isRequired: isRequired, note: note, column: nil)
    }

    init(_ key: String, _ type: SchemaType, isRequired: Bool = true, note: String? = nil, column: String?) {
        self.column = column
        self.key = key
        self.type = type
        self.isRequired = isRequired
        self.note = note
    }

    /// The member as one that may be left out.
    var optional: SchemaProperty { SchemaProperty(key, type, isRequired: false, note: note, column: column) }
}

extension SchemaType {
    /// The columns of CSV that a value takes, named by paths below `path`. Lists of objects have none: they are left to a
    /// command of their own.
    func columns(_ path: String) -> [CSV.Column] {
        switch self {
        case .plain, .pattern, .choice, .constant: [CSV.Column(path: path)]
        case .list(.object), .list(.shared(_, .object, note: _)), .map: []
        case .list: [CSV.Column(path: path)]
        case .object(let properties):
            properties.flatMap { property in
                let place = path.isEmpty ? property.key : "\(path).\(property.key)"
                return property.column.map { [CSV.Column(path: place, title: $0)] } ?? property.type.columns(place)
            }
        case .nullable(let type): type.columns(path)
        case .shared(_, let type, note: _): type.columns(path)
        }
    }
}
