import PluginKit

/// What a settings file says, whatever it looks like: one value for each dotted key. Two texts with the same values are the
/// same to every reader.
struct SettingsValues: Equatable, Sendable {
    private var leaves: [String: Leaf] = [:]

    private indirect enum Leaf: Hashable {
        case text(String)
        case list([Leaf])
        case map([String: Leaf])
        case nothing

        init(_ value: SettingsFile.Value) {
            switch value {
            case .null: self = .nothing
            case .text(let text): self = .text(text)
            case .list(let list): self = .list(list.map(Self.init))
            case .mapping(let entries):
                self = .map(Dictionary(entries.map { ($0.key, Self($0.value)) }) { first, _ in first })
            }
        }
    }

    /// The values of a file; nil when it cannot be read, or says something twice.
    init?(_ file: SettingsFile) {
        guard file.issues.isEmpty, add(file.root, below: "") else { return nil }
    }

    private mutating func add(_ entries: [SettingsFile.Entry], below prefix: String) -> Bool {
        for entry in entries {
            let key = prefix + entry.key
            switch entry.value {
            // A group without settings says nothing.
            case .null: continue
            case .mapping(let inner): guard add(inner, below: key + ".") else { return false }
            case .text, .list:
                guard leaves.updateValue(Leaf(entry.value), forKey: key) == nil else { return false }
            }
        }
        return true
    }

    /// What is said of a key.
    subscript(key: String) -> RawSetting? {
        switch leaves[key] {
        case .text(let text): return .text(text)
        case .list(let list):
            let texts = list.compactMap { if case .text(let text) = $0 { text } else { nil } }
            return texts.count == list.count ? .list(texts) : nil
        case .map, .nothing: return nil
        case nil:
            let entries = entries(of: key)
            let texts = entries.compactMapValues { if case .text(let text) = $0 { text } else { nil } }
            return texts.isEmpty || texts.count != entries.count ? nil : .map(texts)
        }
    }

    /// The same but for one key.
    func changing(_ key: String, to value: RawSetting?) -> SettingsValues {
        var changed = self
        changed.leaves[key] = nil
        for name in entries(of: key).keys { changed.leaves["\(key).\(name)"] = nil }
        switch value {
        case .text(let text): changed.leaves[key] = .text(text)
        case .list(let list): changed.leaves[key] = .list(list.map(Leaf.text))
        case .map(let map): for (name, text) in map { changed.leaves["\(key).\(name)"] = .text(text) }
        case nil: break
        }
        return changed
    }

    private func entries(of key: String) -> [String: Leaf] {
        let inside = leaves.filter { $0.key.hasPrefix(key + ".") }
        return Dictionary(uniqueKeysWithValues: inside.map { (String($0.key.dropFirst(key.count + 1)), $0.value) })
    }
}
