public import Models
public import Notifications
public import Presentation

extension ReminderCategory: DocumentChoice {}

extension Document {
    private static let reminder = Shape<Reminder>(
        .value("id", \.id, note: "The same in every run, and of no other reminder."), .value("category", \.category),
        .value("time", \.instant), .value("day", \.day, note: "The day whose plan it tells."),
        .value("goalId", \.goalID), .value("title", \.title), .value("body", \.body))

    private static let previewShape = DocumentShape<ReminderService.Preview>(
        "reminders", "The reminders of some days, if nothing changes until then.", main: "reminders",
        Shape(.value("from", \.from), .value("to", \.to), .list("reminders", reminder, \.reminders)))

    static let reminderShapes = [previewShape.description]

    /// The reminders of some days.
    public init(reminders outcome: Outcome<ReminderService.Preview>, asOf day: CalendarDay) {
        self.init(
            Self.previewShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}
