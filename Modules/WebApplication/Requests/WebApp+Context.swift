package import CommandSupport
import Foundation
package import Persistence

extension WebApp {
    /// The application of a program that runs, with the people, uploads and services of its settings.
    ///
    /// - Throws: ``SectionDefect``, errors of the settings and of the store.
    package init(
        _ context: CommandContext, title: String, host: ServiceHost, sections: [Section], people: AccessList,
        notes: any SharedNotes, place: AccessPolicy.Place, isReadOnly: Bool, isDemo: Bool
    ) async throws {
        try SectionDefect.check(sections)
        let now: @Sendable () -> Date = { context.presentInstant }
        let data = (isDemo ? nil : context.databasePath).map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        self.init(
            program: context, title: title, host: host, sections: sections,
            policy: AccessPolicy(
                sessions: Sessions(notes: notes, now: now), list: people,
                passwords: PasswordChecks(notes: notes, now: now), place: place, isReadOnly: isReadOnly, now: now),
            notes: notes,
            uploads: UploadFolder(
                in: data ?? FileManager.default.temporaryDirectory.appending(path: "cst-web-\(getuid())"),
                mostBytes: try WebSettings.mostUploadBytes(context.settings), now: now),
            isDemo: isDemo, isVolatile: try await host.services().store.location == .memory)
    }
}
