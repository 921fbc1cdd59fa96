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
                .init(reminder.instant.text(in: preview.zone)), .init(reminder.category.rawValue, .weak),
                .init(reminder.title, .strong),
            ])
            for line in reminder.body.split(separator: "\n") { table.add([.init(""), .init(""), .init(String(line))]) }
        }
        return table.lines(width: width, style: style)
    }
}
