import Foundation
import Values

/// The bytes of a file with one object: where its members are, and the elements of its longest list, without reading them all at once.
struct AppraisalText {
    private let data: Data

    init(_ data: Data) { self.data = data }

    /// A part of the text as JSON.
    func json(_ range: Range<Int>, _ place: String) throws(AppraisalError) -> LosslessJSON {
        guard let json = LosslessJSON(data[range], allowsRepeats: false) else {
            throw .notReadable("\(place) is no JSON, or has a key twice")
        }
        return json
    }

    /// The places of the members of the whole.
    func members() throws(AppraisalError) -> [String: Range<Int>] {
        var members: [String: Range<Int>] = [:]
        let found = data.withUnsafeBytes { bytes -> Bool in
            var scanner = Scanner(bytes: bytes)
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
            guard scanner.take(UInt8(ascii: "{")) else { return false }
            if scanner.take(UInt8(ascii: "}")) { return scanner.isAtEnd }
            repeat {
                guard let key = scanner.value(), key.count >= 2, scanner.take(UInt8(ascii: ":")),
                    let value = scanner.value()
                else { return false }
                let name = String(decoding: bytes[(key.lowerBound + 1)..<(key.upperBound - 1)], as: UTF8.self)
                guard members.updateValue(value, forKey: name) == nil else { return false }
            } while scanner.take(UInt8(ascii: ","))
            return scanner.take(UInt8(ascii: "}")) && scanner.isAtEnd
        }
        guard found else { throw .notReadable("it is no JSON object, or has a key twice") }
        return members
    }

    /// Hands on the place of each element of a list.
    func forEachElement(
        of list: Range<Int>, _ place: String, _ body: (Range<Int>) throws -> Void
    ) throws {
        var position = list.lowerBound
        var isFirst = true
        while true {
            // Each step looks at the bytes anew, so that none are held while an element is read.
            let next = data.withUnsafeBytes { bytes -> (element: Range<Int>?, end: Int, isOver: Bool) in
                var scanner = Scanner(bytes: bytes)
                scanner.position = position
                if isFirst {
                    guard scanner.take(UInt8(ascii: "[")) else { return (nil, position, false) }
                    if scanner.take(UInt8(ascii: "]")) { return (nil, scanner.position, true) }
                } else {
                    if scanner.take(UInt8(ascii: "]")) { return (nil, scanner.position, true) }
                    guard scanner.take(UInt8(ascii: ",")) else { return (nil, position, false) }
                }
                let element = scanner.value()
                return (element, scanner.position, false)
            }
            if next.isOver { return }
            guard let element = next.element, next.end <= list.upperBound else {
                throw AppraisalError.notReadable("\(place) is no list")
            }
            try body(element)
            (position, isFirst) = (next.end, false)
        }
    }

    /// Finds where values end, without reading them.
    private struct Scanner {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        private mutating func skipBlanks() {
            while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
        }

        var isAtEnd: Bool {
            bytes[position...].allSatisfy { $0 <= 0x20 }
        }

        mutating func take(_ byte: UInt8) -> Bool {
            skipBlanks()
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        /// The place of the next value; nil where it has no end.
        mutating func value() -> Range<Int>? {
            skipBlanks()
            let start = position
            var depth = 0
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: "\""):
                    guard skipString() else { return nil }
                    if depth == 0 { return start..<position }
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return start < position ? start..<position : nil }
                    depth -= 1
                    if depth == 0 {
                        position += 1
                        return start..<position
                    }
                case UInt8(ascii: ","), UInt8(ascii: ":"):
                    if depth == 0 { return start < position ? start..<position : nil }
                default: break
                }
                position += 1
            }
            return depth == 0 && start < position ? start..<position : nil
        }

        private mutating func skipString() -> Bool {
            position += 1
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "\\"): position += 2
                case UInt8(ascii: "\""):
                    position += 1
                    return true
                default: position += 1
                }
            }
            return false
        }
    }
}
