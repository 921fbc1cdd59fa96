import Foundation
import Models
public import Notifications
public import Presentation

extension TextLayout {
    /// The reminders of some days, with the lines that each says.
    public func lines(reminders preview: ReminderService.Preview) -> [String] {
        guard !preview.reminders.isEmpty else { return ["No reminders from \(preview.from) to \(preview.to)."] }
        var table = TextTable([.init("TIME"), .init("CATEGORY"), .init("REMINDER", isFlexible: true)])
        for reminder in preview.reminders {
            table.add([
                .init(reminder.instant.text(in: preview.zone)), .init(reminder.category.name, .weak),
                .init(reminder.title, .strong),
            ])
            for line in reminder.body.split(separator: "\n") { table.add([.init(""), .init(""), .init(String(line))]) }
        }
        return table.lines(width: width, style: style)
    }

    /// What a sending did.
    public func lines(sent report: DeliveryService.Report, isDryRun: Bool) -> [String] {
        let calendars = report.calendars.compactMap(line)
        guard !report.deliveries.isEmpty else {
            guard report.waiting == 0 else { return ["Nothing was sent; \(waiting(report.waiting))"] + calendars }
            return calendars.isEmpty ? ["Nothing is due."] : calendars
        }
        let lines = lines(deliveries: report.deliveries)
        let more = report.waiting == 0 || isDryRun ? calendars : [waiting(report.waiting)] + calendars
        return more.isEmpty ? lines : lines + [""] + more
    }

    private func line(_ calendar: CalendarUpdate) -> String? {
        if let reason = calendar.reason { return "\(calendar.channel): not written. \(reason)" }
        return calendar.reminders.map {
            "Wrote \($0) \($0 == 1 ? "reminder" : "reminders") to \(calendar.place ?? calendar.channel)."
        }
    }

    /// The hours without reminders.
    public func lines(quietHours report: QuietHoursService.Report) -> [String] {
        guard let hours = report.hours else { return ["There are no quiet hours."] }
        let source = report.isChosen ? "" : " (from the settings)"
        return ["Quiet hours are from \(hours.start) to \(hours.end)\(source): reminders wait until \(hours.end)."]
    }

    private func waiting(_ count: Int) -> String {
        "\(count) \(count == 1 ? "delivery waits" : "deliveries wait") to be tried again: see 'cst-plan remind log'."
    }

    /// What was sent, or waits to be.
    public func lines(deliveries: [Delivery]) -> [String] {
        guard !deliveries.isEmpty else { return ["Nothing was sent yet."] }
        var table = TextTable([
            .init("DUE"), .init("CHANNEL"), .init("STATE"), .init("REMINDER", isFlexible: true),
            .init("DETAIL", isFlexible: true),
        ])
        for delivery in deliveries {
            let emphasis: TextStyle.Emphasis =
                switch delivery.state {
                case .sent, .coalesced: .good
                case .waiting, .sending: .attention
                case .undeliverable: .bad
                }
            table.add([
                .init(delivery.due.text(in: zone)), .init(delivery.channel), .init(delivery.state.rawValue, emphasis),
                .init(delivery.title), .init(detail(delivery)),
            ])
        }
        return table.lines(width: width, style: style)
    }

    private func detail(_ delivery: Delivery) -> String {
        var parts: [String] = []
        if delivery.attempts > 1 { parts.append("\(delivery.attempts) attempts") }
        if delivery.state == .sent, delivery.interruptions > 0 { parts.append("sent again after an interruption") }
        if delivery.state == .waiting, delivery.attempts > 0 { parts.append("again \(delivery.next.text(in: zone))") }
        if delivery.state == .coalesced { parts.append("sent together with others") }
        if delivery.state != .sent { parts += [delivery.reason].compactMap { $0 } }
        return parts.joined(separator: "; ")
    }
}
