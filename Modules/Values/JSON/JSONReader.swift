/// Reads JSON (RFC 8259) byte by byte.
struct JSONReader {
    private static let deepest = 64
    private let bytes: [UInt8]
    private let allowsRepeats: Bool
    private var position = 0

    init(bytes: [UInt8], allowsRepeats: Bool = true) {
        self.bytes = bytes
        self.allowsRepeats = allowsRepeats
        // Some servers put a mark of the encoding before the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// One value and nothing after it.
    mutating func document() -> LosslessJSON? {
        guard let value = value(depth: 0) else { return nil }
        skipBlanks()
        return position == bytes.count ? value : nil
    }

    private mutating func value(depth: Int) -> LosslessJSON? {
        guard depth < Self.deepest else { return nil }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map(LosslessJSON.string)
        case UInt8(ascii: "t"): return take("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number().map(LosslessJSON.number)
        }
    }

    private mutating func object(depth: Int) -> LosslessJSON? {
        position += 1
        var members: [String: LosslessJSON] = [:]
        skipBlanks()
        if take("}") { return .object(members) }
        while true {
            skipBlanks()
            guard let name = string() else { return nil }
            skipBlanks()
            guard take(":"), let value = value(depth: depth + 1) else { return nil }
            // Of two values under one name nobody can tell which is meant.
            let earlier = members.updateValue(value, forKey: name)
            guard earlier.map({ allowsRepeats && $0 == value }) ?? true else { return nil }
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array(depth: Int) -> LosslessJSON? {
        position += 1
        var elements: [LosslessJSON] = []
        skipBlanks()
        if take("]") { return .array(elements) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            elements.append(value)
            skipBlanks()
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
    }

    private mutating func number() -> String? {
        let start = position
        _ = take("-")
        guard take("0") || digits() else { return nil }
        if take(".") { guard digits() else { return nil } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() else { return nil }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func string() -> String? {
        let quote = UInt8(ascii: "\"")
        guard next == quote else { return nil }
        position += 1
        let start = position
        // Most texts stand there as they are.
        while let byte = next, byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if next == quote {
            defer { position += 1 }
            return String(validating: bytes[start..<position], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                text += escaped
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> [UInt8]? {
        guard let letter = next else { return nil }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            guard let first = unit() else { return nil }
            var units = [first]
            if UTF16.isLeadSurrogate(first), take("\\u") {
                guard let second = unit() else { return nil }
                units.append(second)
            }
            // A surrogate without its other half becomes the replacement character.
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default: return nil
        }
    }

    private mutating func unit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        position += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    // MARK: - Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let wanted = text.utf8CodeUnitCount
        guard position + wanted <= bytes.count else { return false }
        let matches = text.withUTF8Buffer { bytes[position..<position + wanted].elementsEqual($0) }
        if matches { position += wanted }
        return matches
    }
}
