import PluginKit

/// Parses what the origins say and collects the issues of all.
struct SettingsMerger {
    struct Parsed {
        var values: [String: ResolvedSetting] = [:]
        var entries: [String: [String: ResolvedSetting]] = [:]
    }

    private(set) var issues: [SettingsIssue]
    private let catalogue: SettingsCatalogue

    init(_ catalogue: SettingsCatalogue) {
        self.catalogue = catalogue
        issues = catalogue.issues
    }

    mutating func defaults() -> [String: ResolvedSetting] {
        var values: [String: ResolvedSetting] = [:]
        for definition in catalogue.definitions {
            do throws(SettingsError) {
                guard let value = try definition.defaultValue() else { continue }
                values[definition.key] = ResolvedSetting(value: value, origin: .default)
            } catch {
                issues.append(.value(error))
            }
        }
        return values
    }

    mutating func parse(_ layer: SettingsLayer) -> Parsed {
        var found: [(order: Int, issue: SettingsIssue)] = layer.issues.map { ($0.line, $0) }
        var parsed = Parsed()
        for definition in catalogue.definitions {
            if let given = layer.values[definition.key] {
                do throws(SettingsError) {
                    let value = try definition.parse(given.raw, origin: given.origin)
                    parsed.values[definition.key] = ResolvedSetting(value: value, origin: given.origin)
                } catch {
                    found.append((given.origin.line, .value(error)))
                }
            }
            for (entry, given) in (layer.entries[definition.key] ?? [:]).sorted(by: { $0.key < $1.key }) {
                do throws(SettingsError) {
                    let value = try definition.parse(entry: entry, given)
                    parsed.entries[definition.key, default: [:]][entry] = value
                } catch {
                    found.append((given.origin.line, .value(error)))
                }
            }
        }
        // Sorting is stable: issues of one line, and of origins without lines, keep their order.
        issues += found.sorted { $0.order < $1.order }.map(\.issue)
        return parsed
    }
}

extension SettingDefinition {
    /// Checks one entry of a map; its value is the entry's text.
    fileprivate func parse(entry: String, _ given: SettingsLayer.Given) throws(SettingsError) -> ResolvedSetting {
        let name = "\(key).\(entry)"
        let shown = isSecret ? SettingValue.mask : given.raw.description
        guard case .text(let text) = given.raw else {
            throw .wrongKind(key: name, value: shown, origin: given.origin, expected: "a single text")
        }
        if let reason = refusal(.map([entry: text])) {
            throw .refused(key: name, value: shown, origin: given.origin, reason: reason)
        }
        return ResolvedSetting(value: .text(text), origin: given.origin)
    }
}

extension SettingOrigin {
    fileprivate var line: Int { if case .file(_, let line) = self { line } else { 0 } }
}

extension SettingsIssue {
    /// The line of the file, or 0.
    fileprivate var line: Int {
        switch self {
        case .unknownKey(_, let origin, _), .noValue(_, let origin), .sectionWithValue(_, let origin),
            .nested(_, let origin), .duplicate(_, let origin, _):
            origin.line
        case .syntax(_, let line, _): line ?? 0
        case .unknownVariable, .value, .unreadable, .clash: 0
        }
    }
}
