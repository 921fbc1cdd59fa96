import Foundation

/// The value of a setting, read according to its kind.
public enum SettingValue: Hashable, Sendable {
    /// A string, amount, URL, path or choice.
    case text(String)
    /// An integer.
    case integer(Int)
    /// A boolean.
    case boolean(Bool)
    /// A duration.
    case duration(Duration)
    /// A list of texts or choices.
    case list([String])
    /// Names with a text each.
    case map([String: String])

    /// What is shown in place of a secret.
    public static let mask = "••••"

    /// The value as it may be written in an option, an environment variable or, for single values, a file.
    public var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): String(flag)
        case .duration(let duration): duration.settingText
        case .list(let list): RawSetting.list(list).description
        case .map(let map): RawSetting.map(map).description
        }
    }
}

/// What was written for a setting, before its kind is known.
public enum RawSetting: Hashable, Sendable, CustomStringConvertible {
    /// A single text: options and environment variables always are, and lists and maps can be read from it.
    case text(String)
    /// A list of texts.
    case list([String])
    /// Names with a text each.
    case map([String: String])

    /// What was written, on one line. A list whose texts have commas is shown as a JSON array.
    public var description: String {
        switch self {
        case .text(let text): return text
        case .list(let list):
            if list.allSatisfy({ !$0.contains(",") && !$0.hasPrefix("[") && $0.trimmed == $0 && !$0.isEmpty }) {
                return list.joined(separator: ",")
            }
            let json = try? JSONEncoder().encode(list)
            return json.map { String(decoding: $0, as: UTF8.self) } ?? "\(list)"
        case .map(let map):
            return map.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The list, also out of text: split at commas, or a JSON array when it begins with a bracket.
    var list: [String]? {
        switch self {
        case .list(let list): return list
        case .map: return nil
        case .text(let text):
            let text = text.trimmed
            if text.isEmpty { return [] }
            if text.hasPrefix("[") { return try? JSONDecoder().decode([String].self, from: Data(text.utf8)) }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
            return parts.contains("") ? nil : parts
        }
    }

    /// The map, also out of text `name=text,name=text`; nil when a name comes twice or is empty.
    var map: [String: String]? {
        if case .map(let map) = self { return map }
        guard case .text = self, let parts = list else { return nil }
        var map: [String: String] = [:]
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            let name = String(pair[0]).trimmed
            guard !name.isEmpty, map.updateValue(String(pair[1]).trimmed, forKey: name) == nil else { return nil }
        }
        return map
    }
}

extension RawSetting: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// A single text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// A list of texts.
    public init(arrayLiteral elements: String...) { self = .list(elements) }

    /// A map; a name given twice has its last text.
    public init(dictionaryLiteral elements: (String, String)...) {
        self = .map(Dictionary(elements) { _, last in last })
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
