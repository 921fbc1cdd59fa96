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

    /// An outlook.
    ///
    /// - Parameters:
    ///   - preview: the reminders of the next days.
    ///   - time: the time of day of reminders that have none of their own.
    ///   - channels: the channels that the settings choose.
    public init(
        _ preview: ReminderService.Preview, quietHours: QuietHoursService.Report, time: LocalTime,
        channels: [ChannelActivity]
    ) {
        self.preview = preview
        self.quietHours = quietHours
        self.time = time
        self.channels = channels
    }
}

/// The outcome of a test message.
public enum ReminderTestResult: Sendable {
    /// The channel has taken it.
    case sent(channel: String)
    /// The channel has not, with the reason.
    case failed(reason: String)
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
                        "When", id: "when", action: .link("Change", to: "/settings/reminders"),
                        [style.when(outlook), style.quietHours(outlook, quiet)]),
                    .card(
                        "Channels", id: "channels", action: .link("Change", to: "/settings/notifications"),
                        style.channels(outlook)),
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
        case .sent(let channel): .notice(.good, [status("\(channel) took the test message.")])
        case .failed(let reason): .notice(.bad, [status(reason)])
        }
    }

    /// A notice where nothing sends what is chosen.
    fileprivate func carrier(of outlook: ReminderOutlook) -> HTML {
        let setUp = HTML.paragraph(
            "The dashboard sends them while it runs, if you let it. Or whoever looks after the computer that holds the "
                + "database sets up a timer for reminders there. Until then nothing on this page is sent."
        )
        let letIt = HTML("p", [], [.button("Let the dashboard send them", to: "/settings/everyday#set-web.reminders")])
        guard !outlook.channels.isEmpty else {
            return .notice(
                .attention,
                [
                    .paragraph("No reminder is sent: no channel is chosen."),
                    HTML("p", [], [.link("Choose channels", to: "/settings/notifications")]),
                ])
        }
        let idle = outlook.channels.filter { !$0.isCarriedOut(on: today) }
        guard !idle.isEmpty else { return .nothing }
        guard idle.count == outlook.channels.count else {
            let names = idle.map(\.channel).joined(separator: ", ")
            return .notice(
                .attention, [.paragraph("Nothing sends reminders through \(names). Other channels have theirs.")])
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
        guard !outlook.channels.isEmpty else { return [.paragraph("None is chosen.", "empty")] }
        var table = DataTable(
            "Channels",
            [.text("Channel"), .text("State"), .text("Last run")] + (writing == nil ? [] : [.text("Test")]))
        for activity in outlook.channels {
            let isCarriedOut = activity.isCarriedOut(on: today)
            let button = writing.map { writing in
                [
                    writing.button(
                        "Send a test message through \(activity.channel)", to: "/reminders/test",
                        [("channel", activity.channel)])
                ]
            }
            table.add(
                [
                    .text(activity.channel),
                    isCarriedOut ? .badge("in use", .good) : .badge("nothing sends", .attention),
                    day(activity.lastRun, or: "never"),
                ] + (button ?? []), key: activity.channel)
        }
        return [
            .paragraph("Each reminder is sent once through each of these channels."), table.html,
        ]
    }

    fileprivate func next(_ outlook: ReminderOutlook) -> HTML {
        let preview = outlook.preview
        guard !preview.reminders.isEmpty else {
            return .paragraph("There are no reminders in these days.", "empty")
        }
        let clock = PageStyle(numbers, hidesAmounts: hidesAmounts, zone: preview.zone, today: today)
        var table = DataTable(
            "Reminders, if nothing changes until then", [.text("Time"), .text("Reminder"), .text("About")])
        for reminder in preview.reminders {
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
    fileprivate var words: String { name.lowercased().replacing("_", with: " ").capitalizedFirst }
}
