public import Values

/// A value of a document. Numbers are kept as text, so that no digit is lost on the way out.
public enum JSONValue: Sendable, Hashable {
    /// Nothing is known.
    case null
    /// True or false.
    case bool(Bool)
    /// A number in decimal digits.
    case number(String)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by key; written in the order of the keys.
    case object(Object)
    /// Values by key in an order of their own, as a schema has it.
    case members([Member])

    /// A value with its key.
    public struct Member: Sendable, Hashable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSONValue
    }
}

extension JSONValue {
    /// Values by key, in the order of the keys.
    public struct Object: Sendable, Hashable, ExpressibleByDictionaryLiteral {
        /// The members; each key once.
        public let members: [Member]

        /// Members that are in order already.
        init(inOrder members: [Member]) { self.members = members }

        /// Members in any order; of two with one key the last counts.
        init(_ members: [Member]) {
            self.init(Dictionary(members.map { ($0.key, $0.value) }) { _, last in last })
        }

        /// Values by key.
        public init(_ values: [String: JSONValue]) {
            members = values.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value) }
        }

        /// Values by key.
        public init(dictionaryLiteral elements: (String, JSONValue)...) {
            self.init(elements.map { Member(key: $0.0, value: $0.1) })
        }

        /// The value under a key; nil where there is none.
        public subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Object(elements.map { Member(key: $0.0, value: $0.1) }))
    }
}

extension JSONValue {
    /// A whole number.
    public init(_ number: Int) { self = .number(String(number)) }

    /// A ratio as a number to 6 places.
    public init(_ ratio: Ratio, rounding: Rounding) {
        self = .number(ratio.decimalString(places: 6, rounding: rounding))
    }

    var isScalar: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array, .object, .members: false
        }
    }

    /// The value as JSON text, indented by two spaces, keys sorted.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// The bytes after which a piece of a long text is handed on.
    static let pieceSize = 1 << 16

    /// Writes the elements of a list one after the other, and calls back behind each of them.
    typealias ListWriter = (inout JSONWriter, (inout JSONWriter) throws -> Void) throws -> Void

    /// Hands on an object as JSON text, piece by piece: the elements of its long lists are made one after the other.
    static func write(
        _ object: Object, lists: [String: ListWriter], to body: ([UInt8]) throws -> Void
    ) throws {
        var writer = JSONWriter(capacity: pieceSize + pieceSize / 4)
        writer.begin("{")
        for key in (object.members.map(\.key) + Array(lists.keys)).sorted() {
            writer.writeKey(JSONWriter.Key(key))
            if let value = object[key] { writer.write(value) }
            guard let write = lists[key] else { continue }
            writer.begin("[")
            try write(&writer) { writer in
                if writer.count > pieceSize { try body(writer.take()) }
            }
            writer.end("]")
        }
        writer.end("}")
        writer.append("\n")
        try body(writer.take())
    }
}
