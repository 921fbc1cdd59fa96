import Foundation
public import Models
public import Notifications
public import Presentation

extension Delivery.State: DocumentChoice {}
extension ReminderTimer.Kind: DocumentChoice {}

extension Document {
    private static let reminder = Shape<Reminder>(
        .value("id", \.id, note: "The same in every run, and of no other reminder."),
        .value("category", \.category.name),
        .value("time", \.instant), .value("day", \.day, note: "The day whose plan it tells."),
        .value("goalId", \.goalID), .value("title", \.title), .value("body", \.body))

    private static let previewShape = DocumentShape<ReminderService.Preview>(
        "reminders", "The reminders of some days, if nothing changes until then.", main: "reminders",
        Shape(.value("from", \.from), .value("to", \.to), .list("reminders", reminder, \.reminders)))

    private static let delivery = Shape<Delivery>(
        .value("reminder", \.reminder), .value("channel", \.channel), .value("category", \.category),
        .value("title", \.title), .value("time", \.due), .value("state", \.state),
        .value("attempts", \.attempts, note: "How often sending was begun."),
        .value(
            "interruptions", \.interruptions,
            note: "How often nobody knows whether the receiver took it. It is sent again once, with the same messageId."
        ),
        .value("sentAt", \.sentAt), .value("next", \.nextAttempt), .value("messageId", \.messageID),
        .value("reason", \.reason))

    private static let sentShape = DocumentShape<DeliveryService.Report>(
        "remindersSent", "What a sending of reminders did.", main: "deliveries",
        Shape(
            .list("deliveries", delivery, \.deliveries, named: "delivery"),
            .value("waiting", \.waiting, note: "How many deliveries wait for a later sending."),
            .list("calendars", calendar, \.calendars)))

    private static let calendar = Shape<CalendarUpdate>(
        .value("channel", \.channel), .value("file", \.place),
        .value("reminders", \.reminders, note: "How many were written; null when nothing had to be."),
        .value("reason", \.reason, note: "Why it could not be written; null when it was."))

    private static let quietShape = DocumentShape<QuietHoursService.Report>(
        "quietHours", "The hours without reminders.", main: "from",
        Shape(
            .value("from", \.hours?.start, note: "When they begin; null without quiet hours."),
            .value("to", \.hours?.end, note: "When they end; null without quiet hours."),
            .value("chosen", \.isChosen, note: "Whether 'remind quiet' chose them; else the settings say them.")))

    private static let logShape = DocumentShape<[Delivery]>(
        "deliveries", "The reminders that were sent, or wait to be.", main: "deliveries",
        Shape(.list("deliveries", delivery, { $0 }, named: "delivery")))

    private static let testShape = DocumentShape<(channel: String, id: UUID)>(
        "reminderTest", "A test message that was sent.", main: "channel",
        Shape(.value("channel", \.channel), .value("messageId", \.id)))

    private static let calendarShape = DocumentShape<(path: String, calendar: ReminderService.Calendar)>(
        "remindersCalendar", "A calendar of reminders that was written.", main: "reminders",
        Shape(
            .value("file", \.path), .value("sequence", \.calendar.sequence, note: "Higher in each newer version."),
            .list("reminders", reminder, \.calendar.reminders)))

    private static let timerShape = DocumentShape<ReminderTimer>(
        "reminderTimer", "What makes a computer tell reminders by itself.", main: "files",
        Shape(
            .value("timer", \.kind), .value("next", \.next, note: "What is left to do by hand."),
            .list(
                "files", Shape<ReminderTimer.File>(.value("path", \.path), .value("content", \.content)), \.files)))

    static let reminderShapes = [
        previewShape.description, sentShape.description, logShape.description, testShape.description,
        calendarShape.description, timerShape.description, quietShape.description,
    ]

    /// The hours without reminders.
    public init(quietHours report: QuietHoursService.Report, asOf day: CalendarDay) {
        self.init(Self.quietShape, report, asOf: day)
    }

    /// The reminders of some days.
    public init(reminders outcome: Outcome<ReminderService.Preview>, asOf day: CalendarDay) {
        self.init(
            Self.previewShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }

    /// What a sending did.
    public init(sent outcome: Outcome<DeliveryService.Report>, asOf day: CalendarDay) {
        self.init(
            Self.sentShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }

    /// What was sent, or waits to be.
    public init(deliveries: [Delivery], asOf day: CalendarDay) { self.init(Self.logShape, deliveries, asOf: day) }

    /// A test message that was sent.
    public init(test message: NotificationMessage, through channel: String, asOf day: CalendarDay) {
        self.init(Self.testShape, (channel, message.id), asOf: day)
    }

    /// A calendar of reminders that was written.
    public init(calendar outcome: Outcome<ReminderService.Calendar>, path: String, asOf day: CalendarDay) {
        self.init(
            Self.calendarShape, (path, outcome.value), asOf: day, isComplete: outcome.isComplete,
            warnings: outcome.warnings)
    }

    /// What makes a computer tell reminders by itself.
    public init(timer: ReminderTimer, asOf day: CalendarDay) { self.init(Self.timerShape, timer, asOf: day) }
}

extension Reminder {
    /// The goal that it is about; nil if it is about something else.
    fileprivate var goalID: UUID? { subject?.id(of: Goal.self) }
}

extension Delivery {
    /// When it is sent next; nil when it is not.
    fileprivate var nextAttempt: Date? { state == .waiting ? next : nil }
}
