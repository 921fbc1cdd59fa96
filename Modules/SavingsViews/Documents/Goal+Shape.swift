import Allocation
public import Models
public import Planning
public import Presentation
import RateViews

extension Goal.Lifecycle: DocumentChoice {}
extension ReminderFrequency: DocumentChoice {}
extension FlexState: DocumentChoice {}
extension GoalStatus: DocumentChoice {}
extension Urgency: DocumentChoice {}
extension Pace: DocumentChoice {}

extension Goal {
    /// A goal as it was entered.
    static let shape = Shape<Goal>(
        .value("id", \.id), .value("name", \.name), .value("emoji", \.emoji), .value("lifecycle", \.lifecycle),
        .value("target", \.target), .value("start", \.start), .value("deadline", \.deadline),
        .value("description", \.details), .value("link", \.link), .value("remind", \.reminder),
        .value("remindFrom", \.reminderStart, note: "The first reminder; null for the start."),
        .value("remindAt", \.reminderTime, note: "The time of day of reminders; null for the usual one."),
        .members(further, { $0 }),
        .nullable("snapshot", GoalSnapshot.shape, \.snapshot, named: "snapshot"))

    /// The fields that stand in no other place of the shape.
    private static let further: Shape<Goal> = {
        let placed: Set = [
            "name", "emoji", "target", "currency", "start", "deadline", "description", "link", "remind", "remindFrom",
            "remindAt",
        ]
        return Shape(Goal.fields.fields.filter { !placed.contains($0.key) }.map(\.member))
    }()

    /// What tells a goal from others.
    static let reference: [Field<Goal>] = [.value("id", \.id), .value("name", \.name)]
}

extension GoalSnapshot {
    fileprivate static let shape = Shape<GoalSnapshot>(
        .value("day", \.day), .value("complete", \.isComplete),
        .figure("saved", \.saved, { $0.isComplete ? nil : .atLeast }),
        .list(
            "funding",
            Shape<GoalSnapshot.FundingLine>(
                .value("asset", \.asset), .value("amount", \.amount), .value("rate", \.rate)), \.funding))
}

extension GoalPlan {
    /// Where a goal stands: what every answer about a goal says.
    static let standing = Shape<GoalPlan>(
        .value("status", \.status), .value("urgency", \.urgency), .value("pace", \.pace),
        .value("target", \.goal.target), .figure("saved", \.progress.saved, \.progress.savedBound),
        .figure("remaining", \.progress.remaining, \.progress.remainingBound),
        .ratio(
            "progress", { min($0.progress.progress, .one) }, rounding: .down, note: "Capped at 1, which means reached."),
        .bound("progress", \.progress.savedBound),
        .ratio("progressRaw", \.progress.progress, rounding: .down), .bound("progressRaw", \.progress.savedBound),
        .value("deadline", \.goal.deadline),
        .value("daysRemaining", \.daysRemaining, note: "Negative after the deadline."))

    /// What an edit has an effect on.
    static let impact: [Field<GoalPlan>] = [
        .members(standing, { $0 }), .figure("required", \.requirement.required, \.requiredBound),
        .value("paymentsRemaining", { $0.requirement.payments.count }),
    ]
}

extension GoalFunding.Part {
    /// What an asset gives to a goal.
    static let shape = Shape<GoalFunding.Part>(
        .value("asset", \.asset), .figure("amount", \.amount, { $0.gap.map { _ in .atLeast } }),
        .value("reason", \.gap, note: "Why part of it is not known."))
}

extension FieldTable.Field {
    /// The field as a member of a document.
    fileprivate var member: Presentation.Field<Value> {
        switch content {
        case .text(let text), .choice(_, let text): .value(key, text, note: note)
        case .day(let day): .value(key, day, note: note)
        case .time(let time): .value(key, time, note: note)
        case .amount(let amount): .value(key, amount, note: note)
        case .currency(let currency): .value(key, currency, note: note)
        }
    }
}
