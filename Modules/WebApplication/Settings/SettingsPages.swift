import CommandSupport
import Foundation
import HTTPTypes
import PluginKit
import ProgramSettings
import Values
import WebAccess
import WebPages

extension WebApp {
    /// Settings, shown and changed.
    package static let settingsRoutes: [Route] = [
        Route(.get, "/settings", .reader, "All settings") { context in
            .html(
                context.frame(nil, nil).text(
                    Page.settings(
                        await context.settings(), search: String((context.query["q"] ?? "").prefix(100)),
                        context.settingsStyle)))
        },
        Route(.get, "/settings/{group}", .reader, "Some settings, to be changed") { context in
            let note = context.query["saved"] == nil ? nil : "Saved."
            return try context.settingsForm(await context.settings(), FormFields(prefix: "set"), note: note)
        },
        Route(.post, "/settings/{group}", .owner, "Changes settings in their file") { context in
            try await context.saveSettings()
        },
        // Every page of it asks anew; by its own form the button also works where a browser would show what it kept.
        Route(.post, "/health", .reader, "Checks everything again") { $0.redirect(to: "/health") },
    ]
}

/// The digest of a text of the settings file. Nothing of the file can be guessed from it, as only this program
/// could make it, and only until it ends.
package enum SettingsDigest {
    private static let own = Secret().text

    package static func of(_ text: String) -> String {
        Secret.digest(own + text).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension RequestContext {
    /// How settings are shown: where they can be changed, with what forms send along.
    fileprivate var settingsStyle: PageStyle { style.writing(app.isDemo ? nil : writing(0, "")) }

    /// Refuses what must not change the file.
    ///
    /// - Throws: ``WebProblem``.
    package func checkWritesSettings() throws {
        guard try day == nil, !app.program.isAsOf else { throw WebProblem.otherDay }
        guard !app.isDemo else { throw WebProblem.sample }
    }

    /// All settings as they are now; where the file cannot be used, those in use.
    fileprivate func settings() async -> SettingsView {
        let unusable = await app.host.settingsTrouble.map { [style.message(short($0))] } ?? []
        let (context, editor) = (app.program, app.program.settingsEditor)
        do {
            let state = try editor.current()
            return SettingsView(
                state.entries(canWrite: editor.path != nil), path: editor.path, digest: SettingsDigest.of(state.text),
                pending: state.settings.waitingForStart(of: context.settings), trouble: unusable)
        } catch {
            let entries = context.settings.definitions.map {
                SettingEntry(
                    $0, context.settings.values(of: $0), written: nil,
                    refusal: "The settings file has to be put right first.")
            }
            return SettingsView(
                entries, path: editor.path, digest: "", pending: [],
                trouble: error.issues.map { style.message(short($0.description)) })
        }
    }

    fileprivate func settingsForm(
        _ view: SettingsView, _ fields: FormFields, note: String? = nil, isConflict: Bool = false
    ) throws -> WebResponse {
        guard view.hasGroup(self["group"]) else { throw WebProblem.page }
        let page = Page.settings(self["group"], view, fields, note: note, isConflict: isConflict, settingsStyle)
        let status: HTTPResponse.Status =
            isConflict ? .conflict : fields.issues.isEmpty ? .ok : .unprocessableContent
        return .html(frame(nil, nil).text(page), status)
    }

    /// Fields that are never shown.
    package var secretFields: Set<String> { Set(app.program.settings.definitions.filter(\.isSecret).map(\.key)) }

    /// Keeps what a form says of the settings of a group.
    fileprivate func saveSettings() async throws -> WebResponse {
        try checkWritesSettings()
        let digest = typed["file"] ?? ""
        let state = try app.program.settingsEditor.current()
        let entries = state.entries(canWrite: true).inGroup(self["group"]).filter(\.isChangeable)
        let entered = settingsEntered(entries)
        let merge = settingsMerge(entries, entered)
        guard digest == SettingsDigest.of(state.text) else { return try await settingsChanged() }
        var changes: [String: RawSetting?] = [:]
        for entry in entries {
            let key = entry.key
            let isKept = entry.isLeftOut(formHidesAmounts)
            if isKept, let text = entered.values[key], !text.isEmpty {
                changes[key] = entry.definition.raw(text)
            } else if typed[SettingEntry.removal(of: key)] == "yes" {
                changes[key] = .some(nil)
            } else if !isKept, let text = merge.changes[key] {
                changes[key] = text.isEmpty ? .some(nil) : entry.definition.raw(text)
            }
        }
        guard entered.issues.isEmpty else {
            return try settingsForm(
                await settings(), FormFields(settingsTyped(merge), issues: entered.issues, prefix: "set"))
        }
        do {
            _ = try await app.program.settingsEditor.change(changes) { SettingsDigest.of($0) == digest }
            return redirect(to: "/settings/\(self["group"].urlEscaped)?saved=1")
        } catch SettingsEditError.changed {
            return try await settingsChanged()
        } catch let problem as any Problem where problem.kind == .refused {
            // An entry of a map is shown at the field of its map.
            let keys = entries.map(\.key)
            let issues = issues(of: problem, at: "").map { issue in
                let key = keys.first { issue.field == $0 || issue.field.hasPrefix($0 + ".") } ?? ""
                return ValidationIssue(code: issue.code, field: key, message: short(issue.message))
            }
            return try settingsForm(await settings(), FormFields(settingsTyped(merge), issues: issues, prefix: "set"))
        }
    }

    /// The form again, where the file was changed since: with what was typed, and what others changed elsewhere in it.
    private func settingsChanged() async throws -> WebResponse {
        let view = await settings()
        let state = try app.program.settingsEditor.current()
        let entries = state.entries(canWrite: true).inGroup(self["group"]).filter(\.isChangeable)
        let merge = settingsMerge(entries, settingsEntered(entries))
        return try settingsForm(
            view, FormFields(settingsTyped(merge), merge: merge, prefix: "set"),
            note:
                "\(SettingsEditError.changed) What you typed is in the form, keys and passwords left out: save it again.",
            isConflict: true)
    }

    /// A message with the name of the settings file instead of its whole path, which is on the page already.
    private func short(_ message: String) -> String {
        guard let path = app.program.settingsEditor.path else { return message }
        return message.replacing(path, with: URL(fileURLWithPath: path).lastPathComponent)
    }

    /// The fields of a form that is redisplayed: everything but keys and passwords.
    private func settingsTyped(_ merge: FieldMerge) -> [String: String] {
        merge.merged.merging(typed.filter { $0.key.hasPrefix(SettingEntry.removal(of: "")) }) { own, _ in own }
    }

    /// The fields of the form, with amounts read as this reader writes them.
    private func settingsEntered(_ entries: [SettingEntry]) -> EnteredFields {
        EnteredFields(
            typed, style.numbers, numbers: Set(entries.filter { $0.definition.kind == .amount }.map(\.key)))
    }

    private func settingsMerge(_ entries: [SettingEntry], _ entered: EnteredFields) -> FieldMerge {
        let hides = formHidesAmounts
        var (began, now): ([String: String], [String: String]) = ([:], [:])
        for entry in entries where !entry.isLeftOut(hides) {
            now[entry.key] = entry.fieldValue(hidesAmounts: hides)
            began[entry.key] = typed[FieldMerge.beginning(of: entry.key)] ?? now[entry.key]
        }
        return FieldMerge(began: began, now: now, typed: entered.values)
    }
}
