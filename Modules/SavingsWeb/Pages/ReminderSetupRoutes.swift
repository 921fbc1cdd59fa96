import CommandSupport
import Foundation
import HTTPTypes
import Notifications
import PluginKit
import SavingsPages
import Values
import WebAccess
import WebApplication
import WebPages

extension Section {
    /// Setting up and switching off the channels of reminders.
    static let reminderSetupRoutes: [Route] = [
        Route(.get, "/reminders/setup/{channel}", .owner, "Where reminders go, and when") { context in
            let channel = try context.reminderChannel()
            return try await context.page(needsFigures: false) { set, style in
                try await context.setupPage(channel, FormFields(prefix: "setup"), set, style)
            }
        },
        Route(.post, "/reminders/setup/{channel}", .owner, "Changes where reminders go, and when") { context in
            let channel = try context.reminderChannel()
            do { try await context.setUp(channel) } catch let problem as any Problem {
                let isConflict = problem.kind == .conflict
                guard !(problem is WebProblem), isConflict || [.usage, .refused].contains(problem.kind) else {
                    throw problem
                }
                // Keys and passwords are typed again.
                let secret = context.secretFields.union([RequestContext.ownPassword])
                let typed = context.typed.filter { !secret.contains($0.key) }
                let fields = FormFields(
                    typed, issues: isConflict ? [] : context.issues(of: problem, at: ""), prefix: "setup")
                var answer = try await context.page(needsFigures: false) { set, style in
                    try await context.setupPage(
                        channel, fields, note: isConflict ? problem.description : nil, set, style)
                }
                answer.status = isConflict ? .conflict : .unprocessableContent
                return answer
            }
            return try await context.sendTest(through: channel.name, isNew: true)
        },
        Route(.post, "/reminders/stop", .owner, "Sends no reminders through a channel any more") { context in
            let name = context.typed["channel"] ?? ""
            let (entries, digest) = try context.settings([Self.channelsKey])
            let present = entries.first?.list ?? []
            guard present.contains(name) else { return context.redirect(to: "/reminders") }
            let left = present.filter { $0 != name }
            try await context.change(
                [Self.channelsKey: left.isEmpty ? "[]" : left.joined(separator: ",")], ofFile: digest)
            return context.redirect(to: "/reminders")
        },
    ]

    fileprivate static let channelsKey = "notifications.providers"
    fileprivate static let timeKey = "reminders.time"
}

extension RequestContext {
    /// The channel of the address.
    ///
    /// - Throws: ``WebProblem/page``, ``WebProblem/sample``.
    fileprivate func reminderChannel() throws -> ReminderChannel {
        guard let channel = ReminderChannel.named(self["channel"]) else { throw WebProblem.page }
        guard hasSettings(channel.fields.map(\.key)) else { throw WebProblem.page }
        return channel
    }

    fileprivate func setupPage(
        _ channel: ReminderChannel, _ fields: FormFields, note: String? = nil, _ set: FigureSnapshot,
        _ style: PageStyle
    ) async throws -> Page {
        guard let reminders = try await set.reading.savings.reminders.get() else { throw WebProblem.sample }
        let (entries, digest) = try settings(channel.fields.map(\.key), allowing: [.receivers])
        let hours = try await reminders.quiet().hours
        let values = entries.map { entry in
            let isSet = entry.values.contains { $0.text != nil }
            // A topic is no secret before it is one.
            let isTopic = entry.key == "notifications.ntfy.topic" && !isSet
            let text =
                isTopic
                ? "savings-\(Secret().text.filter { $0.isLetter || $0.isNumber }.prefix(12).lowercased())"
                : entry.definition.isSecret ? "" : entry.values.first?.text ?? ""
            return (
                entry.key,
                ReminderSetup.Value(
                    text, isSecret: entry.definition.isSecret && !isTopic, isSet: isSet, refusal: entry.refusal)
            )
        }
        let setup = ReminderSetup(
            channel, values: Dictionary(values) { $1 }, digest: digest, time: "\(reminders.time)",
            quiet: (hours.map { "\($0.start)" } ?? "", hours.map { "\($0.end)" } ?? ""), hasPassword: hasOwnPassword)
        return Page.reminders(setUp: setup, fields, note: note, style)
    }

    /// Keeps where reminders go and when, all of it or nothing.
    fileprivate func setUp(_ channel: ReminderChannel) async throws {
        try checkWritesSettings()
        guard let reminders = try await app.host.services().savings.reminders.get() else { throw WebProblem.sample }
        let own = [Section.channelsKey, Section.timeKey, WebSettings.remindersKey]
        let (others, _) = try settings(own)
        let (changes, receivers) = (try otherChanges(channel, others), try receiverChanges(of: channel))
        let (from, to) = (typed["from"] ?? "", typed["to"] ?? "")
        let hours: QuietHoursService.Request = from.isEmpty && to.isEmpty ? .off : .hours(from: from, to: to)
        var trial = call("remind quiet")
        trial.isDryRun = true
        _ = try await reminders.set(hours, trial)
        if !receivers.isEmpty { try await checkOwnPassword() }
        try await change(
            receivers.merging(changes) { $1 }, ofFile: typed["file"] ?? "", allowing: [.receivers])
        let shown = try await reminders.quiet().hours
        if from != shown.map({ "\($0.start)" }) ?? "" || to != shown.map({ "\($0.end)" }) ?? "" {
            _ = try await reminders.set(hours, call("remind quiet"))
        }
        // The first run is now: who looks at the page sees that they are sent.
        let app = app
        Task { await Section.sendDueReminders(app) }
    }

    private static func refused(_ code: String, _ field: String, _ message: String) -> ValidationError {
        ValidationError(issue: ValidationIssue(code: code, field: field, message: message))
    }

    /// The changes of the settings that are not the channel's own.
    private func otherChanges(_ channel: ReminderChannel, _ entries: [SettingEntry]) throws -> [String: String] {
        var changes: [String: String] = [:]
        for entry in entries {
            let wanted: String
            switch entry.key {
            case Section.channelsKey:
                let present = entry.list
                guard !present.contains(channel.name) else { continue }
                // Whoever sets up a channel does not look at the terminal that is there by default.
                let isDefault = entry.values.first?.origin == .default
                wanted = ((isDefault ? [] : present) + [channel.name]).joined(separator: ",")
            case Section.timeKey:
                wanted = typed["time"] ?? ""
                guard LocalTime(wanted) != nil else {
                    throw Self.refused("badTime", "time", "Write a time such as 09:00.")
                }
            default: wanted = typed["sends"] == "yes" ? "true" : "false"
            }
            guard wanted != entry.values.first?.text ?? "" else { continue }
            if let refusal = entry.refusal {
                let field = entry.key == Section.timeKey ? "time" : entry.key == Section.channelsKey ? "" : "sends"
                throw Self.refused("notHere", field, "This is not changed here. \(refusal)")
            }
            changes[entry.key] = wanted
        }
        return changes
    }

    /// The changes of the settings that say where the channel leads. What admits to one address is not sent to another one: it is
    /// typed again with the address, or removed.
    private func receiverChanges(of channel: ReminderChannel) throws -> [String: String] {
        let (entries, _) = try settings(channel.fields.map(\.key), allowing: [.receivers])
        var (changes, issues): ([String: String], [ValidationIssue]) = ([:], [])
        func note(_ key: String, _ message: String) {
            issues.append(ValidationIssue(code: "missing", field: key, message: message))
        }
        let isMoved = entries.contains { entry in
            entry.definition.kind == .url && entry.isChangeable && !entry.definition.isSecret && isChanged(entry)
        }
        for entry in entries {
            let field = channel.fields.first { $0.key == entry.key }
            let text = (typed[entry.key] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            let isSet = entry.values.contains { $0.text != nil }
            guard entry.isChangeable else {
                if isMoved, entry.definition.isSecret, isSet {
                    note("", "A key for the present server is set elsewhere. \(entry.refusal ?? "")")
                }
                continue
            }
            if text.isEmpty, field?.isRequired == true, !entry.definition.isSecret || !isSet {
                note(entry.key, "This is needed.")
            } else if let fault = entry.fault(of: text) {
                note(entry.key, fault)
            } else if !entry.definition.isSecret {
                if isChanged(entry) { changes[entry.key] = text }
            } else if !text.isEmpty {
                changes[entry.key] = text
            } else if isMoved, isSet {
                if field?.isRequired == true {
                    note(entry.key, "Type it again: what is set was for the other server.")
                } else {
                    changes[entry.key] = ""
                }
            }
        }
        if let error = ValidationError(issues) { throw error }
        return changes
    }

    private func isChanged(_ entry: SettingEntry) -> Bool {
        typed[entry.key].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) != entry.values.first?.text ?? "" }
            ?? false
    }

    /// Sends a test message, and shows what became of it.
    ///
    /// - Parameter isNew: whether the channel has just been set up.
    func sendTest(through channel: String, isNew: Bool = false) async throws -> WebResponse {
        guard let reminders = try await app.host.services().savings.reminders.get() else { throw WebProblem.sample }
        do {
            try await reminders.test(channel, call("remind test \(channel)"))
            return redirect(to: "/reminders?sent=\(channel.urlEscaped)\(isNew ? "&set=1" : "")")
        } catch let problem as ReminderError {
            let result = ReminderTestResult.failed(reason: problem.description, isSetUp: isNew)
            var answer = try await page { set, style in try await reminderPage(set, result, style) }
            answer.status = problem.kind == .missing ? .unprocessableContent : .badGateway
            return answer
        }
    }
}

extension SettingEntry {
    /// The reason why it takes no such text; nil where it does.
    fileprivate func fault(of text: String) -> String? {
        guard !text.isEmpty else { return nil }
        do throws(SettingsError) {
            _ = try definition.parse(.text(text), origin: .default)
            return nil
        } catch {
            guard case .refused(_, _, _, let reason) = error else {
                return "Write an address that begins with https:// or http://."
            }
            return "This cannot be used: \(reason)."
        }
    }

    /// The values of a list.
    fileprivate var list: [String] {
        values.first?.text?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    }
}
