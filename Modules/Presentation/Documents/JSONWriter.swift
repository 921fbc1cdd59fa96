import Values

import struct Foundation.UUID

/// JSON text in the making, indented by two spaces: bytes of UTF-8, which are handed on in pieces.
///
/// The values of long lists write themselves (``DocumentValue/write(to:)``), without a ``JSONValue`` in between.
public struct JSONWriter: ~Copyable {
    /// A key with its quotes and its colon.
    struct Key: Sendable {
        fileprivate let bytes: [UInt8]

        init(_ key: String) {
            var writer = JSONWriter()
            writer.write(key)
            writer.append(": ")
            bytes = writer.take()
        }
    }

    /// Memory of its own: a document of many megabytes is made of very many small parts.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The bytes that were not handed on yet.
    private(set) var count = 0
    private var level = 0
    /// Whether nothing stands in the innermost list or object.
    private var isFirst = true

    init(capacity: Int = 512) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

    /// The text so far, which is forgotten.
    mutating func take() -> [UInt8] {
        defer { count = 0 }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    // MARK: - Values

    /// Writes a value.
    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let flag): append(flag ? "true" : "false")
        case .number(let digits): append(digits)
        case .string(let string): write(string)
        case .array(let elements):
            begin("[")
            for element in elements {
                beginElement()
                write(element)
            }
            end("]")
        case .object(let object): write(object.members)
        case .members(let members) where members.allSatisfy(\.value.isScalar):
            append("{ ")
            for (index, member) in members.enumerated() {
                if index > 0 { append(", ") }
                write(member.key)
                append(": ")
                write(member.value)
            }
            append(" }")
        case .members(let members): write(members)
        }
    }

    private mutating func write(_ members: [JSONValue.Member]) {
        begin("{")
        for member in members {
            beginElement()
            write(member.key)
            append(": ")
            write(member.value)
        }
        end("}")
    }

    /// Writes a text in quotes.
    mutating func write(_ string: String) {
        append(0x22)
        var string = string
        string.withUTF8 { utf8 in
            let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
            if isPlain {
                append(utf8)
            } else {
                for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { append(escaped: scalar) }
            }
        }
        append(0x22)
    }

    /// Writes an id in quotes and in lower case.
    mutating func write(_ id: UUID) {
        let place = room(38)
        (place[0], place[37]) = (0x22, 0x22)
        id.write(lowercaseTo: place + 1)
        count += 38
    }

    /// Writes a day in quotes.
    mutating func write(_ day: CalendarDay) {
        let place = room(12)
        (place[0], place[11]) = (0x22, 0x22)
        day.write(to: place + 1)
        count += 12
    }

    /// Writes the digits of an amount in quotes.
    mutating func writeDigits(of money: Money) {
        let place = room(Money.shortTextSize + 2)
        guard let length = money.writeShortText(to: place + 1) else { return write(money.amountText) }
        (place[0], place[length + 1]) = (0x22, 0x22)
        count += length + 2
    }

    // MARK: - Lists and objects

    /// Begins a list or an object.
    mutating func begin(_ bracket: Unicode.Scalar) {
        append(UInt8(ascii: bracket))
        (isFirst, level) = (true, level + 1)
    }

    /// Begins the next element of a list.
    mutating func beginElement() {
        if !isFirst { append(0x2C) }
        isFirst = false
        appendLine()
    }

    /// Begins the next member of an object.
    mutating func writeKey(_ key: Key) {
        beginElement()
        append(key.bytes)
    }

    /// Ends a list or an object.
    mutating func end(_ bracket: Unicode.Scalar) {
        level -= 1
        if !isFirst { appendLine() }
        isFirst = false
        append(UInt8(ascii: bracket))
    }

    private mutating func appendLine() {
        let place = room(1 + 2 * level)
        place.initialize(to: 0x0A)
        (place + 1).initialize(repeating: 0x20, count: 2 * level)
        count += 1 + 2 * level
    }

    // MARK: - Bytes

    mutating func append(_ text: String) {
        // The bytes at once, and not one by one.
        var text = text
        text.withUTF8 { append($0) }
    }

    private mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        room(bytes.count).initialize(from: first, count: bytes.count)
        count += bytes.count
    }

    private mutating func append(_ byte: UInt8) {
        room(1).initialize(to: byte)
        count += 1
    }

    private mutating func append(escaped scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case _ where scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029).contains(scalar.value):
            let hex = String(scalar.value, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
        default: append(String(scalar))
        }
    }

    /// The place behind the text, with room for so many bytes.
    private mutating func room(_ more: Int) -> UnsafeMutablePointer<UInt8> {
        if count + more > capacity { grow(to: max(2 * capacity, count + more)) }
        return start + count
    }

    private mutating func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.moveInitialize(from: start, count: count)
        start.deallocate()
        (start, self.capacity) = (larger, capacity)
    }
}
