import Allocation
public import Models
public import Persistence

/// A choice of how a goal is treated in a month, or from it on.
public struct PlanPreference: Sendable, Hashable {
    /// How the payment may be treated.
    public let state: FlexState
    /// An amount to pay instead of what is required, in the goal's currency; nil keeps the one there is.
    public let custom: Money?
    /// Whether an earlier amount is taken back.
    public let clearsCustom: Bool
    /// Whether the choice holds from the month on.
    public let isStanding: Bool

    /// A choice.
    public init(state: FlexState, custom: Money?, clearsCustom: Bool, isStanding: Bool) {
        self.state = state
        self.custom = custom
        self.clearsCustom = clearsCustom
        self.isStanding = isStanding
    }

    /// Writes the choice for a goal's month, in the caller's transaction. A choice that holds from now on also replaces the
    /// one for the month alone, which would hide it.
    ///
    /// - Throws: ``PlanPreferenceError``, ``MonthError/fixed(_:)``, ``StoreError``.
    public func apply(
        to plan: GoalPlan, in month: CalendarMonth, writer: any StoreWriter
    ) throws -> MonthlyPlan {
        let goal = plan.goal
        // What is frozen stays; a wish from now on begins with the next month then.
        let isStarted = try writer.find(MonthExecution.self, key: [.text("\(month)")]) != nil
        if isStarted, !isStanding { try writer.checkOpen(month) }
        let month = isStarted ? month.adding(months: 1) : month
        guard goal.lifecycle == .active else { throw PlanPreferenceError.notActive(goal: goal.name, goal.lifecycle) }
        if let custom {
            let remaining = plan.progress.remaining
            let isTooMuch = try remaining.isLess(than: custom)
            guard custom.isPositive, custom.isWholeMinorUnits, !isTooMuch else {
                throw PlanPreferenceError.badCustom(custom, remaining: remaining)
            }
        }
        let plans = try writer.all(MonthlyPlan.self, where: "goalID", is: goal.id)
        let current = MonthlyPlan.inForce(plans, in: month, lastStarted: try writer.lastStarted(before: month))
        var chosen = MonthlyPlan(
            goalID: goal.id, month: month, scope: isStanding ? .standing : .month, state: state,
            custom: clearsCustom ? nil : custom ?? current?.custom)
        // An adjustment is of one month, and of what was wished for it then.
        if let current, current.month == month, !isStanding, (current.state, current.custom) == (state, chosen.custom) {
            chosen.adjusted = current.adjusted
        }
        for old in plans where old.month == month && (old.scope == chosen.scope || isStanding) && old != chosen {
            try writer.delete(old)
        }
        if !plans.contains(chosen) { try writer.insert(chosen) }
        return chosen
    }
}

/// Why a goal cannot be treated as chosen.
public enum PlanPreferenceError: Problem, Equatable {
    /// Only active goals are paid.
    case notActive(goal: String, Goal.Lifecycle)
    /// The amount is not above 0, not in minor units, or more than what remains.
    case badCustom(Money, remaining: Money)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .notActive(let goal, let lifecycle):
            "'\(goal)' is \(lifecycle), so it asks for nothing. Resume it first."
        case .badCustom(let amount, let remaining):
            "A payment of \(amount) is not possible: it has to be above 0 and at most the \(remaining) that remain, "
                + "with at most \(amount.currency.minorUnit) decimals."
        }
    }
}

extension PlanPreferenceError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notActive: "plan.notActive"
        case .badCustom: "plan.badCustom"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [PlanPreferenceError] {
        [.notActive(goal: "Car", .paused), .badCustom(.zero(.usd), remaining: .zero(.usd))]
    }
}
