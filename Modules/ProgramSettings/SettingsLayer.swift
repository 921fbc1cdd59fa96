import PluginKit

/// What one origin (the options, the environment, the file) says, still unparsed.
struct SettingsLayer {
    struct Given {
        let raw: RawSetting
        let origin: SettingOrigin
    }

    private(set) var values: [String: Given] = [:]
    /// Entries of open-ended maps, by the map's key and the entry's name.
    private(set) var entries: [String: [String: Given]] = [:]
    private(set) var issues: [SettingsIssue] = []
    /// Settings of other programs and plugins.
    private(set) var ignored: [IgnoredSetting] = []
    private let catalogue: SettingsCatalogue

    init(_ catalogue: SettingsCatalogue) {
        self.catalogue = catalogue
    }

    // MARK: - Options

    mutating func addOptions(_ options: [String: String]) {
        for (key, text) in options.sorted(by: { $0.key < $1.key }) {
            add(key, .text(text), .option)
        }
    }

    // MARK: - Environment

    /// An empty variable counts as not set. Returns warnings about variables whose names are mistyped.
    mutating func addEnvironment(_ environment: [String: String], ignoring: [String]) -> [SettingsIssue] {
        var warnings: [SettingsIssue] = []
        let variables = environment.filter { $0.key.hasPrefix("CST_") && !$0.value.isEmpty }
        for (name, text) in variables.sorted(by: { $0.key < $1.key }) {
            let given = Given(raw: .text(text), origin: .environment(name))
            if let definition = catalogue.definition(forVariable: name) {
                put(given, for: definition)
            } else if let (map, entry) = catalogue.mapEntry(forVariable: name) {
                entries[map.key, default: [:]][entry] = given
            } else if !ignoring.contains(where: { matches(name, $0) }) {
                if let nearest = mistypedName(name, among: catalogue.variables) {
                    warnings.append(.unknownVariable(name, nearest: nearest))
                } else {
                    ignored.append(IgnoredSetting(key: name, origin: .environment(name)))
                }
            }
        }
        return warnings
    }

    private func matches(_ name: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }

    // MARK: - File

    mutating func addFile(_ file: SettingsFile) {
        issues += file.issues
        addSection(file.root, below: "", of: file.path)
    }

    private mutating func addSection(_ section: [SettingsFile.Entry], below prefix: String, of path: String) {
        for item in section {
            let key = prefix.isEmpty ? item.key : "\(prefix).\(item.key)"
            let origin = SettingOrigin.file(path: path, line: item.line)
            if catalogue.isSection(key) {
                switch item.value {
                case .mapping(let items): addSection(items, below: key, of: path)
                case .null: break
                case .text, .list: issues.append(.sectionWithValue(key: key, origin: origin))
                }
            } else if catalogue[key]?.kind == .map, case .mapping(let items) = item.value {
                addSection(items, below: key, of: path)
            } else if catalogue[key]?.kind == .map, case .null = item.value {
                // A map whose entries are all switched off.
                continue
            } else {
                addValue(item.value, key, origin)
            }
        }
    }

    private mutating func addValue(_ value: SettingsFile.Value, _ key: String, _ origin: SettingOrigin) {
        switch value {
        case .null:
            if catalogue[key] == nil, catalogue.mapEntry(key) == nil { return reportUnknown(key, origin) }
            issues.append(.noValue(key: key, origin: origin))
        case .text(let text):
            add(key, .text(text), origin)
        case .list(let items):
            let texts = items.compactMap { if case .text(let text) = $0 { text } else { nil } }
            if texts.count == items.count {
                add(key, .list(texts), origin)
            } else {
                addNested(key, origin)
            }
        case .mapping(let items):
            let pairs = items.compactMap { item in
                if case .text(let text) = item.value { (item.key, text) } else { nil }
            }
            if pairs.count == items.count {
                add(key, .map(Dictionary(pairs) { first, _ in first }), origin)
            } else {
                addNested(key, origin)
            }
        }
    }

    private mutating func addNested(_ key: String, _ origin: SettingOrigin) {
        if catalogue[key] == nil, catalogue.mapEntry(key) == nil { return reportUnknown(key, origin) }
        issues.append(.nested(key: key, origin: origin))
    }

    // MARK: - Both

    private mutating func add(_ key: String, _ raw: RawSetting, _ origin: SettingOrigin) {
        let given = Given(raw: raw, origin: origin)
        if let definition = catalogue[key] {
            noteDuplicate(of: values[key], key, origin)
            put(given, for: definition)
        } else if let (map, entry) = catalogue.mapEntry(key) {
            noteDuplicate(of: entries[map.key]?[entry], key, origin)
            entries[map.key, default: [:]][entry] = given
        } else {
            reportUnknown(key, origin)
        }
    }

    /// A map written as one text is taken apart, so that its entries can be merged with those of other origins.
    private mutating func put(_ given: Given, for definition: SettingDefinition) {
        var given = given
        if definition.kind == .path, case .text(let path) = given.raw, case .file(let file, _) = given.origin {
            given = Given(raw: .text(Self.path(path, beside: file)), origin: given.origin)
        }
        guard definition.kind == .map, case .map(let map)? = try? definition.parse(given.raw, origin: given.origin)
        else {
            values[definition.key] = given
            return
        }
        for (entry, text) in map {
            noteDuplicate(of: entries[definition.key]?[entry], "\(definition.key).\(entry)", given.origin)
            entries[definition.key, default: [:]][entry] = Given(raw: .text(text), origin: given.origin)
        }
    }

    /// A path that is written in a file is meant from the file's folder, wherever the program runs.
    private static func path(_ path: String, beside file: String) -> String {
        guard !path.isEmpty, !path.hasPrefix("/"), !path.hasPrefix("~"), let slash = file.lastIndex(of: "/") else {
            return path
        }
        return file[...slash] + path
    }

    private mutating func noteDuplicate(of earlier: Given?, _ key: String, _ origin: SettingOrigin) {
        guard case .file(_, let line)? = earlier?.origin else { return }
        issues.append(.duplicate(key: key, origin: origin, firstLine: line))
    }

    private mutating func reportUnknown(_ key: String, _ origin: SettingOrigin) {
        // All programs and plugins share a file, so only what looks like a mistake is one.
        if let nearest = catalogue.mistyped(key) {
            issues.append(.unknownKey(key, origin: origin, nearest: nearest))
        } else if case .option = origin {
            issues.append(.unknownKey(key, origin: origin, nearest: catalogue.nearest(to: key)))
        } else {
            ignored.append(IgnoredSetting(key: key, origin: origin))
        }
    }
}
