import Foundation

/// A text to hide, recognised in the forms in which servers echo it: in any letter case, with any of its characters
/// percent-encoded (once or twice), escaped for JSON or HTML, and inside base64, alone or within a longer text such as
/// `user:secret`.
struct Secret: Sendable {
    /// A secret that is shorter counts only as a whole word: a letter stands in most texts by chance.
    private static let leastPart = 4

    private let bytes: [UInt8]
    private let base64Cores: [Base64Core]
    /// The bytes that an appearance may begin with, so that most places of a long text are passed over at once.
    private let starts: [Bool]

    /// The part of a base64 form that does not depend on what stands before and after the secret, and whether the
    /// characters beside it hold bits of the secret too.
    private struct Base64Core {
        let characters: [UInt8]
        let sharesFirst: Bool
        let sharesLast: Bool
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
        base64Cores = Self.base64Cores(of: bytes)
        var starts = [Bool](repeating: false, count: 256)
        for byte in "%\\&+".utf8 { starts[Int(byte)] = true }
        for byte in [bytes.first].compactMap(\.self) + base64Cores.compactMap(\.characters.first) {
            starts[Int(byte)] = true
            let lower = Self.lowercase(byte)
            starts[Int(lower)] = true
            if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) { starts[Int(lower & 0xDF)] = true }
        }
        self.starts = starts
    }

    /// How many bytes it has.
    var count: Int { bytes.count }

    /// The most bytes that one appearance can take: six for each, as in `\u0041` or `&quot;`.
    var longestEncoding: Int { bytes.count * 6 }

    /// Where the secret stands in a text.
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for start in text.indices where starts[Int(text[start])] {
            if let end = Self.end(of: bytes[...], in: text, from: start, anyCase: true),
                bytes.count >= Self.leastPart || Self.isWord(start..<end, in: text)
            {
                found.append(start..<end)
            }
            for core in base64Cores {
                guard var end = Self.end(of: core.characters[...], in: text, from: start, anyCase: false) else {
                    continue
                }
                if core.sharesLast { end = min(text.count, end + 1) }
                for padding in ["=", "=", "%3D", "%3D"] where text[end...].starts(with: padding.utf8) {
                    end += padding.utf8.count
                }
                found.append((core.sharesFirst ? max(0, start - 1) : start)..<end)
            }
        }
        return found
    }

    /// Whether neither a letter nor a digit stands beside a passage.
    private static func isWord(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        func isPart(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercase(byte)) || byte >= 0x80
        }
        let before = range.lowerBound > 0 ? isPart(text[range.lowerBound - 1]) : false
        let after = range.upperBound < text.count ? isPart(text[range.upperBound]) : false
        return !before && !after
    }

    /// Matches byte by byte, each in any of its encodings; the end of the match.
    private static func end(of secret: ArraySlice<UInt8>, in text: [UInt8], from position: Int, anyCase: Bool) -> Int? {
        guard let byte = secret.first else { return position }
        guard position < text.count else { return nil }
        for length in encodings(of: byte, in: text, at: position, anyCase: anyCase) {
            if let end = end(of: secret.dropFirst(), in: text, from: position + length, anyCase: anyCase) {
                return end
            }
        }
        return nil
    }

    /// The lengths of the forms of a byte that stand at a position.
    private static func encodings(of byte: UInt8, in text: [UInt8], at position: Int, anyCase: Bool) -> [Int] {
        func isSame(_ other: UInt8) -> Bool {
            other == byte || anyCase && lowercase(other) == lowercase(byte)
        }
        func hex(at index: Int) -> UInt8? {
            guard index + 1 < text.count, let high = digit(text[index]), let low = digit(text[index + 1]) else {
                return nil
            }
            return high << 4 | low
        }
        let first = text[position]
        let rest = text[(position + 1)...]
        var lengths: [Int] = []
        if isSame(first) { lengths.append(1) }
        switch first {
        case UInt8(ascii: "%"):
            if let value = hex(at: position + 1), isSame(value) { lengths.append(3) }
            if rest.starts(with: "25".utf8), let value = hex(at: position + 3), isSame(value) { lengths.append(5) }
        case UInt8(ascii: "\\"):
            if rest.starts(with: "u00".utf8), let value = hex(at: position + 4), isSame(value) { lengths.append(6) }
            if let escaped = rest.first, escaped == byte { lengths.append(2) }
        case UInt8(ascii: "+"):
            if byte == UInt8(ascii: " ") { lengths.append(1) }
        case UInt8(ascii: "&"):
            for (character, entities) in htmlEntities where character == byte {
                lengths += entities.filter { rest.starts(with: $0.utf8) }.map { $0.utf8.count + 1 }
            }
        default:
            break
        }
        return lengths
    }

    private static let htmlEntities: [(UInt8, [String])] = [
        (UInt8(ascii: "&"), ["amp;", "#38;"]), (UInt8(ascii: "<"), ["lt;", "#60;"]),
        (UInt8(ascii: ">"), ["gt;", "#62;"]), (UInt8(ascii: "\""), ["quot;", "#34;"]),
        (UInt8(ascii: "'"), ["#39;", "#x27;"]), (UInt8(ascii: "/"), ["#47;", "#x2F;"]),
    ]

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch lowercase(byte) {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): lowercase(byte) - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Base64 reads three bytes at a time, so a secret has three forms, by where it begins. Forms of fewer than eight
    /// characters are left out: they would meet by chance.
    private static func base64Cores(of bytes: [UInt8]) -> [Base64Core] {
        (0..<3).flatMap { offset -> [Base64Core] in
            let encoded = Array(Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString().utf8)
            let first = (offset * 8 + 5) / 6
            let end = (offset + bytes.count) * 8 / 6
            guard end - first >= 8 else { return [] }
            let core = Array(encoded[first..<end])
            let urlSafe = core.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
            return Set([core, urlSafe]).map {
                Base64Core(
                    characters: $0, sharesFirst: offset > 0, sharesLast: (offset + bytes.count) % 3 != 0)
            }
        }
    }
}
