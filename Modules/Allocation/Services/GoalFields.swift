public import Models

/// The fields of a goal that a person enters, as text, by the keys of ``Goal/fields``. A missing field has its usual value in a new goal
/// and stays in an edited one. An empty text takes a description, link, emoji, reminders or one of their details away.
public struct GoalFields: Sendable {
    private var texts: [String: String]
    /// What many people save for: gives name, emoji, description and deadline of a new goal unless they are said.
    public var template: GoalTemplate?

    /// The texts by key.
    public init(_ texts: [String: String] = [:]) {
        self.texts = texts
    }

    /// The text of a field; nil for a missing one.
    public subscript(key: String) -> String? {
        get { texts[key] }
        set { texts[key] = newValue }
    }
}

extension GoalFields {
    /// A new goal, or everything that is wrong with it.
    ///
    /// - Throws: ``RequestError``.
    func newGoal(id: Goal.ID, today: CalendarDay, display: Currency) throws -> Goal {
        var reader = RequestReader()
        let unit = try reader.read("currency") { try self["currency"].map { try Currency(code: $0) } ?? display }
        let wanted = try reader.read("target") { try Money(entered: self["target"] ?? "", unit ?? display) }
        let first = try reader.read("start") { try self["start"].map { try CalendarDay($0) } ?? today }
        let last = try reader.read("deadline") {
            try self["deadline"].map { try CalendarDay($0) } ?? template?.deadline(from: first ?? today)
        }?.flatMap(\.self)
        if self["deadline"] == nil, template == nil {
            reader.add([ValidationIssue(code: "required", field: "deadline", message: "The goal needs a deadline.")])
        }
        // What could not be read is stood in for by something valid, so that the rest is judged too.
        var goal = Goal(
            id: id, name: template?.title ?? "", emoji: template?.emoji, details: template?.details,
            target: try wanted ?? Money("1", unit ?? display), start: first ?? last ?? today,
            deadline: last ?? first ?? today)
        try Goal.fields.enter(texts, into: &goal, leaving: ["start", "deadline"], &reader)
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
        let unit = try reader.read("currency") {
            try self["currency"].map { try Currency(code: $0) } ?? original.currency
        }
        if let target = self["target"] {
            let money = try reader.read("target") { try Money(entered: target, unit ?? original.currency) }
            if unit != nil { goal.target = money ?? original.target }
        } else if let unit, unit != original.currency {
            reader.add([
                ValidationIssue(
                    code: "required", field: "target",
                    message: "A new currency needs a new target: amounts are not converted silently.")
            ])
        }
        try Goal.fields.enter(texts, into: &goal, &reader)
        reader.add(goal.issues)
        try reader.check()
        return goal
    }
}
