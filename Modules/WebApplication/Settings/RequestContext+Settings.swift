import CommandSupport
package import PluginKit
import ProgramSettings
import Values

extension RequestContext {
    /// Whether the program has settings with all of these keys.
    package func hasSettings(_ keys: [String]) -> Bool {
        Set(app.program.settings.definitions.map(\.key)).isSuperset(of: keys)
    }

    /// Some settings as they are now, to be changed by a form of its own, with the digest of their file.
    ///
    /// - Parameters:
    ///   - keys: those of settings; one that the program does not have is left out.
    ///   - allowed: what the form may decide beyond figures.
    /// - Throws: ``SettingsIssues``.
    package func settings(
        _ keys: [String], allowing allowed: Set<SettingReach> = []
    ) throws -> (entries: [SettingEntry], digest: String) {
        let state = try app.program.settingsEditor.current()
        let entries = state.entries(canWrite: app.program.settingsEditor.path != nil, allowing: allowed)
        return (keys.compactMap { key in entries.first { $0.key == key } }, SettingsDigest.of(state.text))
    }

    /// Changes settings in their file, and takes them over at once.
    ///
    /// - Parameters:
    ///   - changes: what is to stand there for each key; empty for nothing.
    ///   - digest: that of the file from which the form was made.
    ///   - allowed: what may be decided beyond figures.
    /// - Throws: ``WebProblem``, ``SettingsEditError``, ``SettingsIssues``.
    package func change(
        _ changes: [String: String], ofFile digest: String, allowing allowed: Set<SettingReach> = []
    ) async throws {
        try checkWritesSettings()
        let definitions = app.program.settings.definitions
        let raw = changes.map { key, text -> (String, RawSetting?) in
            (key, text.isEmpty ? nil : definitions.first { $0.key == key }?.raw(text) ?? .text(text))
        }
        _ = try await app.program.settingsEditor.change(
            Dictionary(raw) { $1 }, allowing: allowed
        ) { SettingsDigest.of($0) == digest }
        app.program.readSettingsAgain()
    }
}

extension SettingsEditor.State {
    /// The settings for a page.
    ///
    /// - Parameters:
    ///   - canWrite: whether there is a file that can be changed.
    ///   - allowed: what may be decided beyond figures.
    func entries(canWrite: Bool, allowing allowed: Set<SettingReach> = []) -> [SettingEntry] {
        let text = try? SettingsText(text)
        return settings.definitions.map { definition in
            let refusal =
                settings.refusal(of: definition, allowing: allowed).map { "\($0)" }
                ?? (canWrite ? nil : "\(SettingsEditError.noFile)")
                ?? text?.obstacle(to: definition.key).map { "\($0)" }
            return SettingEntry(
                definition, settings.values(of: definition),
                written: text?.value(of: definition.key)?.description, refusal: refusal)
        }
    }
}

extension ProgramSettings {
    /// A setting's values for a page.
    func values(of definition: SettingDefinition) -> [SettingEntry.Value] {
        rows(of: definition).map { SettingEntry.Value($0.key, $0.text, from: $0.origin) }
    }
}
