public import Models

public import struct Foundation.UUID

/// What a level budget for all goals does (B1 to B3).
public struct BudgetPlan: Sendable {
    /// One payment.
    public struct DatedPayment: Sendable {
        /// The day.
        public let date: CalendarDay
        /// The goal.
        public let goal: Goal
        /// The amount in the display currency.
        public let amount: Money
    }

    /// A later deadline for a goal that the budget fails.
    public struct NewDeadline: Sendable {
        /// The goal.
        public let goal: Goal
        /// The deadline that is met; nil when the calendar ends before.
        public let deadline: CalendarDay?
    }

    /// A lower target for a goal that the budget fails.
    public struct NewTarget: Sendable {
        /// The goal.
        public let goal: Goal
        /// The target that is met, in the goal's currency; nil when none above 0 is.
        public let target: Money?
    }

    /// The day of the plan.
    public let today: CalendarDay
    /// The least budget that meets every deadline.
    public let minimum: Money
    /// The budget of this plan.
    public let budget: Money
    /// Whether it meets every deadline.
    public let isFeasible: Bool
    /// Which payment goes where: on each date the earliest deadline first, among the goals that have the date. The sum is
    /// exactly what remains when the budget is feasible.
    public let payments: [DatedPayment]
    /// What each goal that is due by the next payment day gets on its own first date, in its own currency, rounded down.
    public let firstPayments: [UUID: Money]
    /// New deadlines that would make the budget feasible, by the present deadlines; empty when it is.
    public let deadlines: [NewDeadline]
    /// New targets that would make the budget feasible, by deadline; empty when it is.
    public let targets: [NewTarget]
    /// Goals that could not be counted.
    public let unavailable: [Unavailable]
    /// On which side of ``minimum`` the true one lies when something is not fully known.
    public let minimumBound: Bound?
}

/// Why there is no plan for a budget.
public enum BudgetError: Problem, Equatable {
    /// The budget is less than 0.
    case negative(Money)
    /// The budget has digits beyond the minor unit.
    case tooPrecise(Money)
    /// The budget is not in the display currency.
    case otherCurrency(Money, display: Currency)
    /// The budget does not meet every deadline, so it cannot be applied.
    case infeasible(Money, minimum: Money)
    /// Suggestions turned out not to work: a bug in the program.
    case suggestionFails(kind: String)
    /// Rates are substitutes, from which nothing is kept.
    case substitutes

    /// What is wrong, as a sentence with a hint.
    public var description: String {
        switch self {
        case .negative(let budget): "The budget \(budget) is less than 0. Give 0 or more."
        case .tooPrecise(let budget):
            "The budget \(budget) has more than the \(budget.currency.minorUnit) decimals that "
                + "\(budget.currency) has."
        case .otherCurrency(let budget, let display):
            "The budget \(budget) is not in \(display), in which the goals are compared. Give it in \(display)."
        case .infeasible(let budget, let minimum):
            "A budget of \(budget) misses a deadline. Give at least \(minimum), or change deadlines or targets first."
        case .substitutes: "Nothing is kept from substitute rates: no real ones are there. Try again when they are."
        case .suggestionFails(let kind):
            "The suggested \(kind) would not make the budget sufficient. This is a bug in the program: please report it."
        }
    }
}

extension BudgetError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .negative: "budget.negative"
        case .tooPrecise: "budget.tooPrecise"
        case .otherCurrency: "budget.otherCurrency"
        case .infeasible: "budget.infeasible"
        case .suggestionFails: "budget.suggestionFails"
        case .substitutes: "budget.substitutes"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .negative: .usage
        default: .refused
        }
    }

    /// One of each case.
    public static var examples: [BudgetError] {
        [
            .negative(.zero(.usd)), .tooPrecise(.zero(.usd)), .otherCurrency(.zero(.usd), display: .eur),
            .infeasible(.zero(.usd), minimum: .zero(.usd)), .suggestionFails(kind: "budget"), .substitutes,
        ]
    }
}
