import CommandSupport
import HTTPTypes
import Notifications
import SavingsPages
import Values
import WebApplication
import WebPages

extension Section {
    /// Reminders, and test messages.
    static let reminderRoutes: [Route] = [
        Route(.get, "/reminders", .reader, "What is sent in the next days, and by what") { context in
            let sent = context.query["sent"].map { ReminderTestResult.sent(channel: String($0.prefix(100))) }
            return try await context.page { set, style in try await set.reminders(sent, style) }
        },
        Route(.post, "/reminders/quiet", .owner, "Changes the hours without reminders") { context in
            let typed = context.typed
            let (from, to) = (typed["from"] ?? "", typed["to"] ?? "")
            return try await context.saveForm(
                "remind quiet", then: "/reminders", field: "from", prefix: "quiet"
            ) { services, call in
                guard let reminders = try services.savings.reminders.get() else { throw WebProblem.sample }
                return try await reminders.set(from.isEmpty && to.isEmpty ? .off : .hours(from: from, to: to), call)
            } redisplay: { set, fields, style in
                try await set.reminders(nil, quiet: fields, style)
            }
        },
        Route(.post, "/reminders/test", .owner, "Sends a test message") { context in
            guard let reminders = try await context.app.host.services().savings.reminders.get() else {
                throw WebProblem.sample
            }
            let channel = context.typed["channel"] ?? ""
            do {
                try await reminders.test(channel, context.call("remind test \(channel)"))
                return context.redirect(to: "/reminders?sent=\(channel.urlEscaped)")
            } catch let problem as ReminderError {
                let result = ReminderTestResult.failed(reason: problem.description)
                var answer = try await context.page { set, style in try await set.reminders(result, style) }
                answer.status = problem.kind == .missing ? .unprocessableContent : .badGateway
                return answer
            }
        },
    ]
}

extension FigureSnapshot {
    fileprivate nonisolated func reminders(
        _ test: ReminderTestResult?, quiet: FormFields = FormFields(prefix: "quiet"), _ style: PageStyle
    ) async throws -> Page {
        guard let next = try await nextReminders(), let services = try await reading.savings.reminders.get() else {
            return Page.reminders(nil, style)
        }
        return Page.reminders(try await services.outlook(next.value, call), test: test, quiet: quiet, style)
    }
}

extension Section {
    /// Sends what is due once a minute, as long as the settings say so.
    static func sendReminders(_ app: WebApp) async {
        while !Task.isCancelled {
            let settings = (try? app.program.settingsEditor.current().settings) ?? app.program.settings
            if WebSettings.sendsReminders(settings), !app.policy.isReadOnly {
                // A reminder that cannot be sent stays in the outbox, and Health shows it.
                try? await app.host.services().savings.reminders.get()?.send(
                    app.program.call(at: app.program.presentInstant, "remind send"))
            }
            do { try await Task.sleep(for: .seconds(60)) } catch { return }
        }
    }
}
