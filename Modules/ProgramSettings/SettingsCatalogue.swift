import PluginKit

/// The known settings by key and by environment variable.
struct SettingsCatalogue {
    let definitions: [SettingDefinition]
    let issues: [SettingsIssue]
    private let byKey: [String: SettingDefinition]
    private let byVariable: [String: SettingDefinition]
    private let maps: [SettingDefinition]
    private let sections: Set<String>

    init(_ definitions: [SettingDefinition]) {
        var issues: [SettingsIssue] = []
        byKey = Dictionary(definitions.map { ($0.key, $0) }) { first, _ in first }
        if byKey.count < definitions.count {
            for (key, same) in Dictionary(grouping: definitions, by: \.key) where same.count > 1 {
                issues.append(.clash(name: "The key `\(key)`", keys: ["\(same.count) settings"]))
            }
        }
        self.definitions = byKey.values.sorted { $0.key < $1.key }
        byVariable = Dictionary(self.definitions.map { ($0.environmentName, $0) }) { first, _ in first }
        if byVariable.count < self.definitions.count {
            let named = Dictionary(grouping: self.definitions, by: \.environmentName)
            for (name, same) in named where same.count > 1 {
                issues.append(.clash(name: "The environment variable \(name)", keys: same.map { "`\($0.key)`" }))
            }
        }
        // The longest key first, so that the most particular map takes an entry.
        maps = self.definitions.filter { $0.kind == .map }.sorted { $0.key.count > $1.key.count }
        sections = Set(self.definitions.flatMap { Self.sections(of: $0.key) })
        for definition in self.definitions where sections.contains(definition.key) {
            let inside = self.definitions.map(\.key).filter { $0.hasPrefix(definition.key + ".") }
            issues.append(.clash(name: "The group `\(definition.key)`", keys: ["a setting"] + inside.map { "`\($0)`" }))
        }
        self.issues = issues.sorted { $0.description < $1.description }
    }

    subscript(key: String) -> SettingDefinition? { byKey[key] }

    var variables: [String] { definitions.map(\.environmentName) }

    func isSection(_ key: String) -> Bool { sections.contains(key) && byKey[key] == nil }

    func definition(forVariable name: String) -> SettingDefinition? { byVariable[name] }

    func mapEntry(_ key: String) -> (map: SettingDefinition, entry: String)? {
        Self.entry(of: key, after: ".", in: maps, named: \.key)
    }

    func mapEntry(forVariable name: String) -> (map: SettingDefinition, entry: String)? {
        Self.entry(of: name, after: "_", in: maps, named: \.environmentName)
    }

    private static func entry(
        of name: String, after separator: String, in maps: [SettingDefinition],
        named: (SettingDefinition) -> String
    ) -> (map: SettingDefinition, entry: String)? {
        for map in maps {
            let prefix = named(map) + separator
            if name.hasPrefix(prefix), name.count > prefix.count { return (map, String(name.dropFirst(prefix.count))) }
        }
        return nil
    }

    /// A group of settings is a candidate too: its name is what is mistyped when everything below it is unknown.
    func nearest(to key: String) -> String? {
        nearestName(to: key, among: definitions.map(\.key) + sections.sorted()) ?? misplaced(key)
    }

    /// The known key or group that a key was meant to be, if it is mistyped.
    func mistyped(_ key: String) -> String? {
        // One without a group was meant to stand in one.
        mistypedName(key, among: definitions.map(\.key) + sections.sorted())
            ?? (key.contains(".") ? nil : misplaced(key))
    }

    /// The only setting with the same last part, for a key written in the wrong group.
    private func misplaced(_ key: String) -> String? {
        let name = key.split(separator: ".").last?.lowercased()
        let same = definitions.filter { $0.key.split(separator: ".").last?.lowercased() == name }
        return same.count == 1 ? same.first?.key : nil
    }

    private static func sections(of key: String) -> [String] {
        key.utf8.indices.filter { key.utf8[$0] == UInt8(ascii: ".") }.map { String(key[..<$0]) }
    }
}

/// The known name that a name is two letters from at most. Any other unknown name may belong to another program.
func mistypedName(_ name: String, among known: some Sequence<String>) -> String? {
    let typed = Array(name.lowercased())
    return known.first { name in
        let known = Array(name.lowercased())
        let allowed = min(2, min(typed.count, known.count) - 1)
        return abs(known.count - typed.count) <= allowed && editDistance(typed, known) <= allowed
    }
}
