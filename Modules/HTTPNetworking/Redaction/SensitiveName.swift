import Foundation

/// Names of headers, query items and JSON members whose values are credentials.
enum SensitiveName {
    private static let names: Set<String> = [
        "auth", "authorization", "cookie", "credential", "credentials", "key", "mnemonic", "passphrase", "passwd",
        "project-id", "proxy-authorization", "pwd", "set-cookie", "sig", "signature",
    ]
    private static let prefixes = ["x-cg-"]
    private static let suffixes = ["-key", "apikey", "password", "secret", "token"]
    /// Their values hold spaces and go on to the end of the line.
    private static let lineLong: Set<String> = ["authorization", "cookie", "proxy-authorization", "set-cookie"]

    static func matches(_ name: String) -> Bool {
        let name = normal(name)
        return names.contains(name) || prefixes.contains { name.hasPrefix($0) }
            || suffixes.contains { name.hasSuffix($0) }
    }

    private static func normal(_ name: String) -> String {
        name.lowercased().replacing("_", with: "-")
    }

    /// Where values stand in a text after such a name and `=` or `:`, quoted or not.
    static func valueRanges(in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var position = 0
        while position < text.count {
            guard isNameByte(text[position]) else {
                position += 1
                continue
            }
            let end = text[position...].firstIndex { !isNameByte($0) } ?? text.count
            let name = String(decoding: text[position..<end], as: UTF8.self)
            position = end
            if matches(name), let value = value(in: text, after: end, isLineLong: lineLong.contains(normal(name))) {
                found.append(value)
                position = value.upperBound
            }
        }
        return found
    }

    private static func value(in text: [UInt8], after end: Int, isLineLong: Bool) -> Range<Int>? {
        let quotes = Set("\"'\\".utf8)
        let blanks = Set(" \t".utf8)
        func skip(_ set: Set<UInt8>, from index: Int) -> Int {
            text[index...].firstIndex { !set.contains($0) } ?? text.count
        }
        let sign = skip(quotes.union(blanks), from: end)
        guard sign < text.count, text[sign] == UInt8(ascii: "=") || text[sign] == UInt8(ascii: ":") else { return nil }
        let opening = skip(blanks, from: sign + 1)
        let start = skip(quotes, from: opening)
        let closers: Set<UInt8>
        if start > opening {
            closers = quotes.union("\r\n".utf8)
        } else if isLineLong {
            closers = Set("\"'\r\n".utf8)
        } else {
            closers = Set(" \t\r\n&,;)]}<>\"'#\\".utf8)
        }
        let stop = text[start...].firstIndex { closers.contains($0) } ?? text.count
        return start < stop ? start..<stop : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
