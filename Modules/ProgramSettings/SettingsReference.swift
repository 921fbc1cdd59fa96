import Foundation
public import PluginKit

/// Documents of all settings, generated from their definitions.
public enum SettingsReference {
    /// A Markdown table: key, values, default, environment variable, meaning.
    public static func markdown(_ definitions: [SettingDefinition]) -> String {
        var lines = [
            "| Setting | Values | Default | Environment | Meaning |",
            "| --- | --- | --- | --- | --- |",
        ]
        for definition in definitions.sorted(by: { $0.key < $1.key }) {
            let isMap = definition.kind == .map
            let cells = [
                "`\(definition.key)\(isMap ? ".NAME" : "")`",
                definition.kind.label + (definition.isSecret ? ", secret" : ""),
                definition.defaultText.map { $0.isEmpty ? "" : "`\($0)`" } ?? "",
                "`\(definition.environmentName)\(isMap ? "_NAME" : "")`",
                definition.summary,
            ]
            lines.append("| " + cells.map { escaped($0) }.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ cell: String) -> String {
        cell.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "\n", with: " ")
    }

    /// A YAML file to begin with: every setting is there with its default and meaning, switched off by a `#` that stands
    /// directly before its key.
    public static func template(_ definitions: [SettingDefinition]) -> String {
        var lines = [
            "# Settings. Remove the # directly before a key to change its value; what stays as it is has its default.",
            "# Options and environment variables win over this file.",
        ]
        var open: [Substring] = []
        for definition in definitions.sorted(by: { path(of: $0.key).lexicographicallyPrecedes(path(of: $1.key)) }) {
            let parts = definition.key.split(separator: ".")
            let sections = Array(parts.dropLast())
            let common = zip(open, sections).prefix { $0 == $1 }.count
            for depth in common..<sections.count {
                if depth == 0 { lines.append("") }
                lines.append(indent(depth) + "\(sections[depth]):")
            }
            open = sections
            let margin = indent(sections.count)
            let secret = definition.isSecret ? " Secret." : ""
            lines.append(margin + "# \(definition.summary) (\(definition.kind.label))\(secret)")
            lines.append(
                contentsOf: value(of: definition, key: parts.last.map(String.init) ?? "").map { margin + "#" + $0 })
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func path(of key: String) -> [String] { key.split(separator: ".").map(String.init) }

    private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    /// The setting with its default as lines of YAML.
    private static func value(of definition: SettingDefinition, key: String) -> [String] {
        switch try? definition.defaultValue() {
        case nil: ["\(key):"]
        case .list(let list): ["\(key): [\(list.map { scalar($0) }.joined(separator: ", "))]"]
        case .map(let map):
            [
                "\(key): {\(map.sorted { $0.key < $1.key }.map { "\(scalar($0)): \(scalar($1))" }.joined(separator: ", "))}"
            ]
        case .text(let text): ["\(key): \(scalar(text))"]
        case .integer, .boolean, .duration: ["\(key): \(definition.defaultText ?? "")"]
        }
    }

    /// The text as a YAML scalar, quoted as in JSON unless it is plain beyond doubt.
    static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "_-./:".utf8.contains(byte)
            } && text.first.map { $0.isLetter || $0.isNumber || $0 == "/" } == true && !text.hasSuffix(":")
            && text.lowercased() != "null"
        return isPlain ? text : quoted(text)
    }

    /// The text quoted as in JSON.
    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
