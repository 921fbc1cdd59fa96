import Foundation
public import Notifications
import Presentation
public import Values
public import WebPages

/// The reminders of the next days, and what becomes of them.
public struct ReminderOutlook: Sendable {
    let preview: ReminderService.Preview
    let quietHours: QuietHoursService.Report
    let time: LocalTime
    let channels: [ChannelActivity]
    /// Whether the dashboard sends them.
    let isSentHere: Bool
    /// The channels that can be set up here.
    let choices: [ReminderChannel]

    /// An outlook.
    ///
    /// - Parameters:
    ///   - preview: the reminders of the next days.
    ///   - time: the time of day of reminders that have none of their own.
    ///   - channels: the channels that the settings choose.
    ///   - isSentHere: whether the dashboard sends them.
    ///   - choices: the channels that can be set up here.
    public init(
        _ preview: ReminderService.Preview, quietHours: QuietHoursService.Report, time: LocalTime,
        channels: [ChannelActivity], isSentHere: Bool, choices: [ReminderChannel]
    ) {
        self.preview = preview
        self.quietHours = quietHours
        self.time = time
        self.channels = channels
        self.isSentHere = isSentHere
        self.choices = choices
    }

    /// Whether a channel's reminders are sent.
    fileprivate func isSent(_ activity: ChannelActivity, on day: CalendarDay) -> Bool {
        isSentHere || activity.isCarriedOut(on: day)
    }
}

/// The outcome of a test message.
public enum ReminderTestResult: Sendable {
    /// The channel has taken it; perhaps it has just been set up.
    case sent(channel: String, isSetUp: Bool = false)
    /// The channel has not, with the reason.
    case failed(reason: String, isSetUp: Bool = false)
}

extension Page {
    /// The reminders of the next days, when and through which channels they are sent, and whether anything sends them.
    ///
    /// - Parameters:
    ///   - outlook: nil where nothing is ever sent, as of sample data.
    ///   - test: the outcome of a test message; nil without one.
    ///   - quiet: the fields of quiet hours that were refused.
    public static func reminders(
        _ outlook: ReminderOutlook?, test: ReminderTestResult? = nil,
        quiet: FormFields = FormFields(prefix: "quiet"), _ style: PageStyle
    ) -> Page {
        let heading = HTML("h1", text: "Reminders")
        guard let outlook else {
            return Page("Reminders", in: nil, [heading, .paragraph("Nothing is sent for these goals.", "empty")])
        }
        return Page(
            "Reminders", in: nil,
            [heading, quiet.summary, style.notice(test), style.carrier(of: outlook)] + [
                .cards([
                    .card(
                        "Where they go", id: "channels",
                        style.channels(outlook)),
                    .card(
                        "When", id: "when",
                        action: style.writing == nil ? .nothing : .link("Change", to: "/settings/everyday"),
                        [style.when(outlook), style.quietHours(outlook, quiet)]),
                    .card("Next 30 days", id: "next", isWide: true, [style.next(outlook)]),
                ])
            ])
    }
}

extension PageStyle {
    /// Whether reminders that are chosen for a goal are sent by anything; nothing where they are.
    func unsentNote(_ areSent: Bool) -> HTML {
        areSent ? .nothing : .group([.text(" · "), .link("nothing sends it", to: "/reminders")])
    }

    fileprivate func notice(_ test: ReminderTestResult?) -> HTML {
        func status(_ text: String) -> HTML { HTML("p", [.init("role", "status")], text: text) }
        return switch test {
        case nil: .nothing
        case .sent(let channel, let isSetUp):
            .notice(
                .good,
                [
                    status(
                        isSetUp
                            ? "Saved. A test message was sent by \(ReminderChannel.title(of: channel)): see whether it has arrived."
                            : "\(channel) took the test message.")
                ])
        case .failed(let reason, let isSetUp):
            .notice(.bad, [status(isSetUp ? "It is saved, but the test message did not arrive. \(reason)" : reason)])
        }
    }

    /// A notice where nothing sends what is chosen.
    fileprivate func carrier(of outlook: ReminderOutlook) -> HTML {
        let setUp = HTML.paragraph(
            "Choose below where they go: the dashboard sends them then, while it runs. Until then nothing on this page is sent."
        )
        let letIt =
            // Before a place is chosen there is nowhere to send them.
            writing == nil || outlook.isSentHere || outlook.channels.allSatisfy { $0.channel == "terminal" }
            ? HTML.nothing
            : writing?.button("Let the dashboard send them", to: "/reminders/send") ?? .nothing
        guard !outlook.channels.isEmpty else {
            return .notice(.attention, [.paragraph("No reminder is sent: no channel is chosen."), setUp])
        }
        let idle = outlook.channels.filter { !outlook.isSent($0, on: today) }
        guard !idle.isEmpty else { return .nothing }
        guard idle.count == outlook.channels.count else {
            let names = idle.map { ReminderChannel.title(of: $0.channel) }.joined(separator: ", ")
            return .notice(
                .attention,
                [.paragraph("Nothing sends reminders through \(names). Other channels have theirs."), letIt])
        }
        guard let last = idle.compactMap(\.lastRun).max() else {
            return .notice(.attention, [.paragraph("Nothing sends reminders yet."), setUp, letIt])
        }
        return .notice(
            .attention,
            [HTML("p", [], [.text("Nothing has sent reminders since "), day(last), .text(".")]), setUp, letIt])
    }

    fileprivate func when(_ outlook: ReminderOutlook) -> HTML {
        let quiet = outlook.quietHours
        let hours = quiet.hours.map { "\($0.start) to \($0.end); what falls into them is sent at \($0.end)" } ?? "none"
        return .facts([
            ("Time of day", .text("\(outlook.time), unless a goal has a time of its own")),
            ("Time zone", .text(outlook.preview.zone.identifier)),
            ("Quiet hours", .text(hours + (quiet.isChosen || quiet.hours == nil ? "" : " (from the settings)"))),
        ])
    }

    /// A form for the hours without reminders; both fields empty for none.
    fileprivate func quietHours(_ outlook: ReminderOutlook, _ fields: FormFields) -> HTML {
        guard writing != nil else { return .nothing }
        let hours = outlook.quietHours.hours
        return .disclosure(
            "Change the quiet hours",
            [
                form(
                    "/reminders/quiet",
                    [
                        fields.input("from", "From", type: "time", otherwise: hours.map { "\($0.start)" } ?? ""),
                        fields.input(
                            "to", "To", type: "time", otherwise: hours.map { "\($0.end)" } ?? "",
                            hint: "Both empty: no quiet hours"),
                    ], save: "Save the quiet hours")
            ], isOpen: !fields.issues.isEmpty)
    }

    fileprivate func channels(_ outlook: ReminderOutlook) -> [HTML] {
        // The terminal of the settings that nobody changed has no reader here.
        let known = outlook.channels.filter { $0.channel != "terminal" || $0.lastRun != nil }
        let present = known.map { activity in
            let isSent = outlook.isSent(activity, on: today)
            let title = ReminderChannel.title(of: activity.channel)
            let canChange = outlook.choices.contains { $0.name == activity.channel }
            let last: [HTML] =
                activity.lastRun.map { [.text(" · last run on "), day($0)] } ?? []
            let actions =
                writing.map { writing in
                    [
                        writing.button(
                            "Send a test message through \(activity.channel)", to: "/reminders/test",
                            [("channel", activity.channel)]),
                        canChange
                            ? .button("Change \(title)", to: "/reminders/setup/\(activity.channel)") : .nothing,
                        writing.button("Stop \(title)", to: "/reminders/stop", [("channel", activity.channel)]),
                    ]
                } ?? []
            return HTML(
                "li", [.init("data-key", activity.channel)],
                [
                    HTML(
                        "p", [],
                        [
                            HTML("strong", text: title), .text(" "),
                            isSent ? .badge("in use", .good) : .badge("not sent yet", .attention),
                        ] + last), HTML("div", [.class("actions")], actions),
                ])
        }
        let more = outlook.choices.filter { choice in !outlook.channels.contains { $0.channel == choice.name } }
        let choices = HTML(
            "ul", [.class("starts")],
            more.map { choice in
                HTML(
                    "li", [],
                    [.link(choice.title, to: "/reminders/setup/\(choice.name)"), .text(": \(choice.summary)")])
            })
        return [
            present.isEmpty
                ? .paragraph("None is chosen.", "empty")
                : .paragraph("Each reminder is sent once through each of these."),
            present.isEmpty ? .nothing : HTML("ul", [.class("channels")], present),
            writing == nil || more.isEmpty
                ? .nothing
                : .group([HTML("h3", text: present.isEmpty ? "Send them by" : "Send them elsewhere, too"), choices]),
        ]
    }

    fileprivate func next(_ outlook: ReminderOutlook) -> HTML {
        let preview = outlook.preview
        let coming = preview.reminders.filter { reminder in now.map { reminder.instant > $0 } ?? true }
        guard !coming.isEmpty else {
            let how = HTML.paragraph(
                "There are none in these days. A goal has reminders once you choose how often: open the goal, press Edit, "
                    + "and look under More.")
            return .group([how, HTML("p", [], [.link("All goals", to: "/goals")])])
        }
        let clock = PageStyle(numbers, hidesAmounts: hidesAmounts, zone: preview.zone, today: today)
        var table = DataTable(
            "Reminders, if nothing changes until then", [.text("Time"), .text("Reminder"), .text("About")])
        for reminder in coming {
            let lines = hidesAmounts ? [] : reminder.body.split(separator: "\n").map { HTML.paragraph(String($0)) }
            table.add(
                [
                    clock.time(reminder.instant),
                    // The message as it is sent.
                    HTML("blockquote", [], [HTML("strong", text: message(reminder.title))] + lines),
                    .text(reminder.category.words),
                ], key: reminder.id)
        }
        return table.html
    }
}

extension ReminderCategory {
    /// The name in words: "Monthly payment".
    fileprivate var words: String {
        switch name {
        case "SAVINGS_REMINDER": "Reminder of a goal"
        case "MONTHLY_PAYMENT": "Payment day"
        case "DEADLINE_WARNING": "Deadline"
        case "SMART_REMINDER": "Goal that falls behind"
        case "MONTH_START": "Start of a month"
        case "MONTH_CLOSE": "End of a month"
        default: name.lowercased().replacing("_", with: " ").capitalizedFirst
        }
    }
}
