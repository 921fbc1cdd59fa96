public import Models

/// Why payments cannot be adjusted as asked.
public enum FlexError: Problem, Equatable {
    /// The bounds do not enclose 1 within 0 to 2.
    case badBounds(lower: Ratio, upper: Ratio)
    /// The bound has more digits than can be reckoned with.
    case boundTooPrecise(Ratio)
    /// The factor is less than the lower or more than the upper bound.
    case factorOutsideBounds(Ratio, FlexBounds)
    /// The total, in minor units, is less than 0.
    case negativeTotal(Int128)
    /// The budget is less than 0.
    case negativeBudget(Money)
    /// The budget, in minor units, is more than ``FlexProblem/largestTotal``.
    case budgetTooLarge(Int128)
    /// The budget is not in the display currency.
    case budgetCurrency(Money, display: Currency)
    /// The budget has digits beyond the minor unit.
    case budgetTooPrecise(Money)
    /// An amount of a goal has digits beyond the minor unit.
    case goalTooPrecise(goal: String, Money)
    /// The required payment and the remainder of a goal are in two currencies.
    case twoCurrencies(goal: String, Currency, Currency)
    /// An amount of a goal is less than 0.
    case negativeAmount(goal: String, Int128)
    /// An amount of a goal, in minor units, is more than ``FlexProblem/largestAmount``.
    case amountTooLarge(goal: String, Int128)
    /// A goal requires more than remains to be saved.
    case requiredAboveRemaining(goal: String, required: Int128, remaining: Int128)
    /// A goal has no payment date, or more than ``FlexProblem/mostPayments``.
    case badPaymentCount(goal: String, Int)
    /// The sum over all goals is more than ``FlexProblem/largestTotal``.
    case totalTooLarge
    /// Two goals have the same id.
    case repeatedGoal(String)
    /// A goal cannot be protected and skipped at once.
    case twoStates(goal: String)
    /// Rates are substitutes, from which nothing is kept.
    case substitutes

    /// What is wrong, as a sentence that says what is accepted.
    public var description: String {
        switch self {
        case .badBounds(let lower, let upper):
            "The bounds \(lower.shown) and \(upper.shown) cannot be used: "
                + "the lower one has to be within 0 and 1, the upper one within 1 and 2."
        case .boundTooPrecise(let bound):
            "The bound \(bound.shown) has too many digits. Give at most 30, as in 0.5."
        case .factorOutsideBounds(let factor, let bounds):
            "The factor \(factor.shown) lies outside the bounds. "
                + "Give one from \(bounds.lower.shown) to \(bounds.upper.shown), or other bounds."
        case .negativeTotal(let budget):
            "The budget of \(budget) minor units is less than 0. Give 0 or more."
        case .negativeBudget(let budget):
            "The budget \(budget) is less than 0. Give 0 or more."
        case .budgetTooLarge(let budget):
            "The budget of \(budget) minor units is too large. Give at most \(FlexProblem.largestTotal)."
        case .budgetCurrency(let budget, let display):
            "The budget \(budget) is not in \(display), in which the goals are compared. Give it in \(display)."
        case .budgetTooPrecise(let budget):
            "The budget \(budget) has more than the \(budget.currency.minorUnit) decimals that "
                + "\(budget.currency) has."
        case .goalTooPrecise(let goal, let amount):
            "'\(goal)' has the amount \(amount), with more than the \(amount.currency.minorUnit) decimals that "
                + "\(amount.currency) has."
        case .twoCurrencies(let goal, let one, let other):
            "'\(goal)' has amounts in \(one) and \(other). Give both in one currency."
        case .negativeAmount(let goal, let amount):
            "'\(goal)' has an amount of \(amount) minor units. Give 0 or more."
        case .amountTooLarge(let goal, let amount):
            "'\(goal)' has an amount of \(amount) minor units. At most \(FlexProblem.largestAmount) are possible; "
                + "a display currency with fewer decimals may help."
        case .requiredAboveRemaining(let goal, let required, let remaining):
            "'\(goal)' requires \(required) minor units, but only \(remaining) remain. Require at most that."
        case .badPaymentCount(let goal, let count):
            "'\(goal)' has \(count) payment dates left. There have to be 1 to \(FlexProblem.mostPayments)."
        case .totalTooLarge:
            "The sum over all goals is more than \(FlexProblem.largestTotal) minor units. "
                + "A display currency with fewer decimals may help."
        case .twoStates(let goal):
            "'\(goal)' cannot be protected and skipped at once. Name it once only."
        case .substitutes:
            "Nothing is kept from substitute rates: no real ones are there. Try again when they are."
        case .repeatedGoal(let goal):
            "'\(goal)' is given twice. Every goal needs an id of its own."
        }
    }
}

extension Ratio {
    fileprivate var shown: String { significantString(digits: 12) }
}

extension FlexError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .badBounds: "flex.badBounds"
        case .boundTooPrecise: "flex.boundTooPrecise"
        case .factorOutsideBounds: "flex.factorOutsideBounds"
        case .negativeTotal: "flex.negativeTotal"
        case .negativeBudget: "flex.negativeBudget"
        case .budgetTooLarge: "flex.budgetTooLarge"
        case .budgetCurrency: "flex.budgetCurrency"
        case .budgetTooPrecise: "flex.budgetTooPrecise"
        case .goalTooPrecise: "flex.goalTooPrecise"
        case .twoCurrencies: "flex.twoCurrencies"
        case .negativeAmount: "flex.negativeAmount"
        case .amountTooLarge: "flex.amountTooLarge"
        case .requiredAboveRemaining: "flex.requiredAboveRemaining"
        case .badPaymentCount: "flex.badPaymentCount"
        case .totalTooLarge: "flex.totalTooLarge"
        case .repeatedGoal: "flex.repeatedGoal"
        case .twoStates: "flex.twoStates"
        case .substitutes: "flex.substitutes"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .badBounds, .boundTooPrecise, .factorOutsideBounds, .negativeBudget, .negativeTotal: .usage
        default: .refused
        }
    }

    /// One of each case.
    public static var examples: [FlexError] {
        [
            .badBounds(lower: .one, upper: .zero), .boundTooPrecise(.one), .factorOutsideBounds(.zero, .standard),
            .negativeTotal(-1), .negativeBudget(.zero(.usd)), .budgetTooLarge(.max),
            .budgetCurrency(.zero(.usd), display: .eur), .budgetTooPrecise(.zero(.usd)),
            .goalTooPrecise(goal: "Car", .zero(.usd)), .twoCurrencies(goal: "Car", .usd, .eur),
            .negativeAmount(goal: "Car", -1), .amountTooLarge(goal: "Car", .max),
            .requiredAboveRemaining(goal: "Car", required: 2, remaining: 1), .badPaymentCount(goal: "Car", 0),
            .totalTooLarge, .repeatedGoal("Car"), .twoStates(goal: "Car"), .substitutes,
        ]
    }
}
