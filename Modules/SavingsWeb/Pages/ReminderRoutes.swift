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
            let isNew = context.query["set"] != nil
            let sent = context.query["sent"].map {
                ReminderTestResult.sent(channel: String($0.prefix(100)), isSetUp: isNew)
            }
            return try await context.page { set, style in try await context.reminderPage(set, sent, style) }
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
                try await context.reminderPage(set, nil, quiet: fields, style)
            }
        },
        Route(.post, "/reminders/send", .owner, "Lets the dashboard send reminders") { context in
            let (_, digest) = try context.settings([])
            try await context.change([WebSettings.remindersKey: "true"], ofFile: digest)
            let app = context.app
            Task { await sendDueReminders(app) }
            return context.redirect(to: "/reminders")
        },
        Route(.post, "/reminders/test", .owner, "Sends a test message") { context in
            try await context.sendTest(through: context.typed["channel"] ?? "")
        },
    ]
}

extension RequestContext {
    /// The page of reminders.
    func reminderPage(
        _ set: FigureSnapshot, _ test: ReminderTestResult?, quiet: FormFields = FormFields(prefix: "quiet"),
        _ style: PageStyle
    ) async throws -> Page {
        guard let next = try await set.nextReminders(), let services = try await set.reading.savings.reminders.get()
        else {
            return Page.reminders(nil, style)
        }
        let outlook = try await services.outlook(
            next.value, isSentHere: app.sendsReminders,
            choices: ReminderChannel.all.filter { hasSettings($0.fields.map(\.key)) }, set.call)
        return Page.reminders(outlook, test: test, quiet: quiet, style)
    }
}

extension WebApp {
    /// Whether this program sends reminders.
    var sendsReminders: Bool { WebSettings.sendsReminders(program.settings) && !policy.isReadOnly }
}

extension Section {
    /// Sends what is due once a minute, as long as the settings say so.
    static func sendReminders(_ app: WebApp) async {
        while !Task.isCancelled {
            app.program.readSettingsAgain()
            await sendDueReminders(app)
            do { try await Task.sleep(for: .seconds(60)) } catch { return }
        }
    }

    /// Sends what is due, if the settings let the program.
    static func sendDueReminders(_ app: WebApp) async {
        guard app.sendsReminders else { return }
        // A reminder that cannot be sent stays in the outbox, and Health shows it.
        try? await app.host.services().savings.reminders.get()?.send(
            app.program.call(at: app.program.presentInstant, "remind send"))
    }
}
