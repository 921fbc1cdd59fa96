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

    fileprivate var isScalar: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array, .object, .members: false
        }
    }

    /// The value as JSON text, indented by two spaces, keys sorted.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self, indent: "")
        return writer.text
    }

    /// The bytes after which a piece of a long text is handed on.
    static let pieceSize = 1 << 16

    /// Hands on an object as JSON text, piece by piece: the elements of its long lists are made one after the other.
    static func write(
        _ object: Object, lists: [String: ((JSONValue) throws -> Void) throws -> Void],
        to body: ([UInt8]) throws -> Void
    ) throws {
        var writer = JSONWriter()
        for (index, key) in (object.members.map(\.key) + Array(lists.keys)).sorted().enumerated() {
            writer.append(index == 0 ? "{\n  " : ",\n  ")
            writer.write(key)
            writer.append(": ")
            if let value = object[key] { writer.write(value, indent: "  ") }
            guard let forEach = lists[key] else { continue }
            var isFirst = true
            try forEach { element in
                writer.append(isFirst ? "[\n    " : ",\n    ")
                isFirst = false
                writer.write(element, indent: "    ")
                if writer.count > pieceSize { try body(writer.take()) }
            }
            writer.append(isFirst ? "[]" : "\n  ]")
        }
        writer.append("\n}\n")
        try body(writer.take())
    }
}

private struct JSONWriter {
    /// UTF-8: documents of many megabytes are written, and a string that grows costs more.
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var count: Int { bytes.count }

    /// The text so far, which is forgotten.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    mutating func write(_ value: JSONValue, indent: String) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let digits): append(digits)
        case .string(let string): write(string)
        case .array(let elements):
            writeList("[", elements, "]", indent: indent) { writer, element, inner in
                writer.write(element, indent: inner)
            }
        case .object(let object): write(object.members, indent: indent)
        case .members(let members) where members.allSatisfy(\.value.isScalar):
            append("{ ")
            for (index, member) in members.enumerated() {
                if index > 0 { append(", ") }
                write(member.key)
                append(": ")
                write(member.value, indent: indent)
            }
            append(" }")
        case .members(let members): write(members, indent: indent)
        }
    }

    private mutating func write(_ members: [JSONValue.Member], indent: String) {
        writeList("{", members, "}", indent: indent) { writer, member, inner in
            writer.write(member.key)
            writer.append(": ")
            writer.write(member.value, indent: inner)
        }
    }

    private mutating func writeList<Element>(
        _ open: String, _ elements: [Element], _ close: String, indent: String,
        _ writeElement: (inout JSONWriter, Element, String) -> Void
    ) {
        guard !elements.isEmpty else {
            append(open + close)
            return
        }
        let inner = indent + "  "
        append(open)
        for (index, element) in elements.enumerated() {
            append(index == 0 ? "\n" : ",\n")
            append(inner)
            writeElement(&self, element, inner)
        }
        append("\n" + indent + close)
    }

    mutating func write(_ string: String) {
        let quote = UInt8(ascii: "\"")
        bytes.append(quote)
        var text = string
        let isPlain = text.withUTF8 { utf8 in
            guard utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != quote && $0 != UInt8(ascii: "\\") }) else {
                return false
            }
            bytes.append(contentsOf: utf8)
            return true
        }
        if !isPlain {
            for scalar in string.unicodeScalars { append(JSONWriter.escaped(scalar)) }
        }
        bytes.append(quote)
    }

    mutating func append(_ text: String) {
        // The bytes at once, and not one by one.
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029).contains(scalar.value):
            let hex = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        default: return String(scalar)
        }
    }
}
