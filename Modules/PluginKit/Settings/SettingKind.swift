/// What may be written in a setting.
public enum SettingKind: Hashable, Sendable {
    /// Any text.
    case string
    /// A whole number, within the range if there is one.
    case integer(in: ClosedRange<Int>? = nil)
    /// `true` or `false`; `yes`, `no`, `on` and `off` are understood.
    case boolean
    /// A length of time: `500ms`, `4s`, `5min`, `12h`, `7d`; a number alone is seconds. Never negative.
    case duration
    /// A decimal number, kept as text with all its digits: `1234.50`.
    case amount
    /// An address beginning with `http://` or `https://`.
    case url
    /// A path in the file system.
    case path
    /// One of the names.
    case choice([String])
    /// An ordered list of distinct names out of these.
    case choices([String])
    /// A list of texts: a YAML or JSON list, or text with commas.
    case strings
    /// Open-ended names with a text each: a YAML or JSON mapping, or `name=text,name=text`.
    case map

    /// The kind in a word or two, for references.
    public var label: String {
        switch self {
        case .string: "text"
        case .integer(let range): range.map { "\($0.lowerBound)…\($0.upperBound)" } ?? "integer"
        case .boolean: "true or false"
        case .duration: "duration"
        case .amount: "decimal"
        case .url: "URL"
        case .path: "path"
        case .choice(let names): "one of " + names.joined(separator: ", ")
        case .choices(let names): "list of " + names.joined(separator: ", ")
        case .strings: "list"
        case .map: "map"
        }
    }

    /// What every setting of the kind decides beyond figures.
    var reach: SettingReach? {
        switch self {
        case .path: .files
        case .url: .addresses
        default: nil
        }
    }

    /// What should have been written instead of a value that cannot be read.
    func expectation(_ raw: RawSetting) -> String {
        switch self {
        case .string, .path: return "a single text"
        case .integer(let range):
            return range.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number"
        case .boolean: return "true or false"
        case .duration: return "a length of time such as 500ms, 4s, 5min, 12h or 7d"
        case .amount: return "a decimal number such as 1234.50"
        case .url: return "an address beginning with https:// or http://"
        case .choice(let names):
            let hint = raw.text.map { suggestion(for: $0, among: names) } ?? ""
            return "one of " + names.joined(separator: ", ") + "." + hint
        case .choices(let names):
            let given = raw.list ?? []
            let unknown = given.first { !names.contains($0) }
            let hint = unknown.map { " `\($0)` is not known." + suggestion(for: $0, among: names) } ?? ""
            return "a list, each name at most once, out of " + names.joined(separator: ", ") + "." + hint
        case .strings: return "a list of texts"
        case .map: return "a mapping of names to texts, or name=text,name=text"
        }
    }

    /// What a text means; nil where it cannot be read as the kind.
    package func value(of text: String) -> SettingValue? { parse(.text(text)) }

    func parse(_ raw: RawSetting) -> SettingValue? {
        switch self {
        case .string, .path: raw.text.map(SettingValue.text)
        case .integer(let range):
            raw.text.flatMap { Int($0) }.flatMap { range?.contains($0) == false ? nil : .integer($0) }
        case .boolean: raw.text.flatMap(Self.boolean(_:)).map(SettingValue.boolean)
        case .duration: raw.text.flatMap { Duration(setting: $0) }.map(SettingValue.duration)
        case .amount: raw.text.flatMap { Self.isDecimal($0) ? .text($0) : nil }
        case .url: raw.text.flatMap { Self.isAddress($0) ? .text($0) : nil }
        case .choice(let names): raw.text.flatMap { names.contains($0) ? .text($0) : nil }
        case .choices(let names):
            raw.list.flatMap { list in
                list.allSatisfy(names.contains) && Set(list).count == list.count ? .list(list) : nil
            }
        case .strings: raw.list.map(SettingValue.list)
        case .map: raw.map.map(SettingValue.map)
        }
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    private static func isDecimal(_ text: String) -> Bool {
        let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private static func isAddress(_ text: String) -> Bool {
        let scheme = text.prefix(8).lowercased()
        guard let scheme = ["https://", "http://"].first(where: scheme.hasPrefix) else { return false }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        return rest.first.map { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") } == true
            && !text.unicodeScalars.contains { $0.properties.isWhitespace }
    }
}
