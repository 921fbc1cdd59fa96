public import Foundation

/// The one place that removes secrets from texts that leave this module: addresses, headers, bodies, errors, logs.
///
/// Three things go: every known secret, wherever and however encoded it appears; the value after a name that means a
/// credential (`apikey=…`, `"token":"…"`, `Authorization: …`); and the user part of an address.
public struct Redactor: Sendable {
    /// What stands in a secret's place.
    public static let mark = "***"

    /// Values under a name that means a credential count as secrets of a request from this length on. Shorter ones
    /// (`key=1`) are removed where the name stands, but would otherwise take harmless texts with them.
    private static let leastDerivedLength = 8

    private let secrets: [Secret]

    /// A redactor for known secrets; blank ones are passed over.
    public init(secrets: [String]) {
        let texts = Set(secrets.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }).subtracting([""])
        self.secrets = texts.sorted().map(Secret.init)
    }

    /// A redactor for a request: what it declares as secret and what its headers and address show to be one.
    init(_ request: HTTPRequest) {
        var derived: [String] = []
        for field in request.headers.fields where SensitiveName.matches(field.name) {
            derived.append(field.value)
            derived += field.value.split(separator: " ").dropFirst().map(String.init)
        }
        let address = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        for item in address?.queryItems ?? [] where SensitiveName.matches(item.name) {
            derived += [item.value].compactMap { $0 }
        }
        derived += [address?.password].compactMap { $0 }
        self.init(secrets: request.secrets + derived.filter { $0.count >= Self.leastDerivedLength })
    }

    /// Whether there is anything to hide.
    var knowsSecrets: Bool { !secrets.isEmpty }

    /// A text without its secrets.
    public func text(_ text: String) -> String {
        var bytes = Array(text.utf8)
        bytes = Self.replacing(secrets.flatMap { $0.ranges(in: bytes) }, in: bytes)
        bytes = Self.replacing(SensitiveName.valueRanges(in: bytes), in: bytes)
        bytes = Self.replacing(Self.userRanges(in: bytes), in: bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A body without the known secrets; otherwise as it was. Short ones stay: they would meet numbers by chance and change
    /// them. Texts that are made of the body lose them too.
    func body(_ body: Data) -> Data {
        let secrets = secrets.filter { $0.count >= Self.leastDerivedLength }
        guard !secrets.isEmpty else { return body }
        let bytes = Array(body)
        let ranges = secrets.flatMap { $0.ranges(in: bytes) }
        return ranges.isEmpty ? body : Data(Self.replacing(ranges, in: bytes))
    }

    /// An address without its secrets.
    public func url(_ url: URL) -> String {
        text(url.absoluteString)
    }

    /// The beginning of a body as one line of at most 160 characters, without secrets and without the control
    /// characters that could play tricks on a terminal.
    public func excerpt(_ body: Data) -> String {
        let window = 16_384
        var text = self.text(String(decoding: body.prefix(window), as: UTF8.self))
        if body.count > window {
            // The window may end in the middle of a secret, where it would not be recognised.
            let longest = secrets.map(\.longestEncoding).max() ?? 0
            text = String(text.dropLast(longest))
        }
        let printable = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
            default: Character(scalar)
            }
        }
        let line = String(printable).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        return line.count > 160 ? line.prefix(159) + "…" : line
    }

    /// Where `user:password` stands in addresses.
    private static func userRanges(in bytes: [UInt8]) -> [Range<Int>] {
        let ends = Set("/?#\"'<> \n\r\t".utf8)
        return bytes.indices.compactMap { index in
            guard bytes[index...].starts(with: "://".utf8) else { return nil }
            let start = index + 3
            let end = bytes[start...].firstIndex { ends.contains($0) } ?? bytes.count
            return bytes[start..<end].lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
        }
    }

    private static func replacing(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        guard !ranges.isEmpty else { return bytes }
        var result: [UInt8] = []
        var position = 0
        var open = 0..<0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if range.lowerBound < open.upperBound {
                open = open.lowerBound..<max(open.upperBound, range.upperBound)
            } else {
                if !open.isEmpty { result += bytes[position..<open.lowerBound] + Array(mark.utf8) }
                position = open.isEmpty ? position : open.upperBound
                open = range
            }
        }
        guard !open.isEmpty else { return bytes }
        return result + bytes[position..<open.lowerBound] + Array(mark.utf8) + bytes[open.upperBound...]
    }
}
