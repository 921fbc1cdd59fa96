/// A value read from JSON text, strictly and with nothing lost: digits stay text, members stay in their order.
package enum JSONNode: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let key: String
        package let value: JSONNode
    }

    /// The member of an object; nil when there is none.
    package subscript(_ key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements of an array; empty for anything else.
    package var elements: [JSONNode] { if case .array(let elements) = self { elements } else { [] } }

    /// The text of a string or the digits of a number; nil for anything else.
    package var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// `12.50 USD` for an amount; nil for anything else.
    package var money: String? {
        guard let amount = self["amount"]?.text, let currency = self["currency"]?.text else { return nil }
        return "\(amount) \(currency)"
    }

    /// Reads one value; throws for anything that RFC 8259 does not allow, and unless told otherwise for keys that come twice
    /// or out of order.
    package init(parsing text: String, inAnyOrder: Bool = false) throws {
        var reader = JSONReader(bytes: Array(text.utf8)[...], isOrderFree: inAnyOrder)
        self = try reader.document()
    }
}

private struct JSONReader {
    var bytes: ArraySlice<UInt8>
    let isOrderFree: Bool

    mutating func document() throws -> JSONNode {
        let value = try value()
        skipSpace()
        guard bytes.isEmpty else { throw formatError("something behind the value") }
        return value
    }

    private func formatError(_ problem: String) -> FormatError {
        let rest = String(decoding: bytes.prefix(30), as: UTF8.self)
        return FormatError(description: "JSON: \(problem) before '\(rest)'")
    }

    private mutating func skipSpace() { bytes = bytes.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) } }

    private mutating func take(_ text: String) -> Bool {
        guard bytes.starts(with: text.utf8) else { return false }
        bytes = bytes.dropFirst(text.utf8.count)
        return true
    }

    private mutating func value() throws -> JSONNode {
        skipSpace()
        if take("null") { return .null }
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("[") { return .array(try list("]") { try $0.value() }) }
        if take("{") { return try object() }
        if bytes.first == UInt8(ascii: "\"") { return .string(try string()) }
        return .number(try number())
    }

    private mutating func list<Element>(
        _ close: String, _ element: (inout JSONReader) throws -> Element
    ) throws -> [Element] {
        skipSpace()
        if take(close) { return [] }
        var elements: [Element] = []
        repeat {
            elements.append(try element(&self))
            skipSpace()
        } while take(",")
        guard take(close) else { throw formatError("no \(close)") }
        return elements
    }

    private mutating func object() throws -> JSONNode {
        let members = try list("}") { reader in
            reader.skipSpace()
            let key = try reader.string()
            reader.skipSpace()
            guard reader.take(":") else { throw reader.formatError("no colon") }
            return JSONNode.Member(key: key, value: try reader.value())
        }
        for (left, right) in zip(members, members.dropFirst()) where !isOrderFree && left.key >= right.key {
            throw FormatError(description: "JSON: the key '\(right.key)' does not come behind '\(left.key)'")
        }
        return .object(members)
    }

    private mutating func number() throws -> String {
        let digits = bytes.prefix { (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x2B, 0x45, 0x65].contains($0) }
        let text = String(decoding: digits, as: UTF8.self)
        guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else {
            throw formatError("no value")
        }
        bytes = bytes.dropFirst(digits.count)
        return text
    }

    private mutating func string() throws -> String {
        guard take("\"") else { throw formatError("no string") }
        var result: [UInt8] = []
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: result, as: UTF8.self) else { throw formatError("no UTF-8") }
                return text
            case UInt8(ascii: "\\"): result += try escaped()
            case ..<0x20: throw formatError("a control character in a string")
            default: result.append(byte)
            }
        }
        throw formatError("a string without end")
    }

    private mutating func escaped() throws -> [UInt8] {
        guard let letter = bytes.popFirst() else { throw formatError("a string without end") }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let digits = String(decoding: bytes.prefix(4), as: UTF8.self)
            guard digits.utf8.count == 4, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
            else {
                throw formatError("no scalar")
            }
            bytes = bytes.dropFirst(4)
            return Array(String(Character(scalar)).utf8)
        default: throw formatError("an unknown escape")
        }
    }
}
