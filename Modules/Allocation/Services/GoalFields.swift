public import Models

/// What a person says of a goal, as text. What is nil was not said: of a new goal it has its usual value, of an edited one it
/// stays. An empty text takes a description, link, emoji, first reminder day or time away.
public struct GoalFields: Sendable {
    /// The name.
    public var name: String?
    /// How much is wanted, in digits.
    public var target: String?
    /// The code of the goal's currency.
    public var currency: String?
    /// The day by which the amount has to be there, as in 2026-05-20.
    public var deadline: String?
    /// The day on which saving begins.
    public var start: String?
    /// One emoji.
    public var emoji: String?
    /// A description.
    public var details: String?
    /// A web address.
    public var link: String?
    /// How often to remind.
    public var reminder: ReminderFrequency?
    /// The first day of its reminders, as in 2026-05-20; empty for the goal's start.
    public var reminderStart: String?
    /// The time of day of its reminders, as in 18:30; empty for the usual one.
    public var reminderTime: String?
    /// Whether not to remind any more.
    public var stopsReminding = false
    /// What many people save for: gives name, emoji, description and deadline of a new goal unless they are said.
    public var template: GoalTemplate?

    /// Nothing is said.
    public init() {}
}

extension GoalFields {
    /// A new goal, or everything that is wrong with it.
    ///
    /// - Throws: ``RequestError``.
    func newGoal(id: Goal.ID, today: CalendarDay, display: Currency) throws -> Goal {
        var reader = RequestReader()
        let unit = try reader.read("currency") { try currency.map { try Currency(code: $0) } ?? display }
        let wanted = try reader.read("target") { try Money(entered: target ?? "", unit ?? display) }
        let first = try reader.read("start") { try start.map { try CalendarDay($0) } ?? today }
        let last = try reader.read("deadline") {
            try deadline.map { try CalendarDay($0) } ?? template?.deadline(from: first ?? today)
        }?.flatMap(\.self)
        if deadline == nil, template == nil {
            reader.add([ValidationIssue(code: "required", field: "deadline", message: "The goal needs a deadline.")])
        }
        // What could not be read is stood in for by something valid, so that the rest is judged too.
        var goal = Goal(
            id: id, name: name?.trimmedName ?? template?.title ?? "", emoji: template?.emoji,
            details: template?.details,
            target: try wanted ?? Money("1", unit ?? display), start: first ?? last ?? today,
            deadline: last ?? first ?? today)
        applyDetails(to: &goal)
        try applyReminders(to: &goal, &reader)
        reader.add(unit == nil ? goal.issues.filter { $0.field != "target" } : goal.issues)
        try reader.check()
        return goal
    }

    /// A goal with what is said changed.
    ///
    /// - Throws: ``RequestError``.
    package func edited(_ original: Goal) throws -> Goal {
        var goal = original
        var reader = RequestReader()
        if let name { goal.name = name.trimmedName }
        let unit = try reader.read("currency") { try currency.map { try Currency(code: $0) } ?? original.currency }
        if let target {
            let money = try reader.read("target") { try Money(entered: target, unit ?? original.currency) }
            if unit != nil { goal.target = money ?? original.target }
        } else if let unit, unit != original.currency {
            reader.add([
                ValidationIssue(
                    code: "required", field: "target",
                    message: "A new currency needs a new target: amounts are not converted silently.")
            ])
        }
        if let deadline {
            goal.deadline = try reader.read("deadline") { try CalendarDay(deadline) } ?? original.deadline
        }
        if let start { goal.start = try reader.read("start") { try CalendarDay(start) } ?? original.start }
        applyDetails(to: &goal)
        if stopsReminding { (goal.reminder, goal.reminderStart, goal.reminderTime) = (nil, nil, nil) }
        try applyReminders(to: &goal, &reader)
        reader.add(goal.issues)
        try reader.check()
        return goal
    }

    private func applyDetails(to goal: inout Goal) {
        if let emoji { goal.emoji = emoji.isEmpty ? nil : emoji }
        if let details { goal.details = details.isEmpty ? nil : details }
        if let link { goal.link = link.isEmpty ? nil : link }
        if let reminder { goal.reminder = reminder }
    }

    private func applyReminders(to goal: inout Goal, _ reader: inout RequestReader) throws {
        if let text = reminderStart {
            let first = try reader.read("remindFrom") { text.isEmpty ? nil : try CalendarDay(text) }
            goal.reminderStart = first ?? nil
        }
        if let text = reminderTime {
            let time = try reader.read("remindAt") { text.isEmpty ? nil : try LocalTime(entered: text) }
            goal.reminderTime = time ?? nil
        }
    }
}
