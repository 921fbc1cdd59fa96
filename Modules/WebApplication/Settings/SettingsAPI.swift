import CommandSupport
import Foundation
import HTTPTypes
import PluginKit
import Presentation
import ProgramSettings
import Values
import WebPages

extension WebApp {
    /// For programs: the settings, read and changed.
    package static let settingsWrites: [Route] = [
        Route(.get, "/api/v1/settings", .reader, "Every setting with its value", documents: ["config"]) { context in
            try context.check([])
            return context.answer(try context.app.program.settingsEditor.current())
        },
        Route(
            .patch, "/api/v1/settings", .owner, "Changes settings in their file", documents: ["config"],
            body: [
                Route.Member("{key}", .any, "What the file is to say of the setting with the key; null for nothing.")
            ],
            writing: Route.WriteRules(
                needsVersion: true, takesKey: false, makes: nil, tells: true, version: "s[0-9a-f]{32}")
        ) { context in
            try context.checkWritesSettings()
            try context.check([])
            return try await context.patchSettings()
        },
    ]
}

extension RequestContext {
    fileprivate func patchSettings() async throws -> WebResponse {
        guard let match = request.headers[.ifMatch] else { throw WebProblem.noVersion }
        let tags = match.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let editor = app.program.settingsEditor
        let state = try editor.current()
        let members = try JSONMembers(request, state.settings.definitions.map(Route.Member.init(of:)))
        let text = try? SettingsText(state.text)
        do {
            return answer(
                try await editor.change(members.settings { text?.value(of: $0) }) { text in
                    tags == ["*"] || tags.contains(Self.tag(of: text))
                })
        } catch SettingsEditError.changed {
            return answer(try editor.current(), .preconditionFailed)
        }
    }

    private static func tag(of text: String) -> String { "\"s\(SettingsDigest.of(text))\"" }

    /// The document that the command prints. Some values of the file hold from the next start on, which is said until then.
    fileprivate func answer(
        _ state: SettingsEditor.State, _ status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let pending = state.settings.waitingForStart(of: app.program.settings).map {
            Warning(code: "settings.pending", message: "The setting `\($0)` takes effect at the next start.")
        }
        let document = Document(settings: state.settings, asOf: app.program.today, warnings: pending)
        return .json(document.jsonText, status, [.eTag: Self.tag(of: state.text)])
    }
}

extension Route.Member {
    /// The member of a setting.
    fileprivate init(of definition: SettingDefinition) {
        let kind: Kind =
            switch definition.kind {
            case .integer: .whole
            case .boolean: .flag
            case .choices, .strings: .texts
            case .map: .edits
            case .string, .duration, .amount, .url, .path, .choice: .text
            }
        self.init(definition.key, kind, definition.summary)
    }
}
