public import Models

/// Why a goal cannot be treated as chosen.
public enum PaymentDecisionError: Problem, Equatable {
    /// Only active goals are paid.
    case notActive(goal: String, Goal.Lifecycle)
    /// The amount is not above 0, not in minor units, or more than what remains.
    case badCustom(Money, remaining: Money)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .notActive(let goal, let lifecycle):
            "'\(goal)' is \(lifecycle), so nothing is paid for it."
        case .badCustom(let amount, let remaining):
            "A payment of \(amount) is not possible: it has to be above 0 and at most the \(remaining) that remain, "
                + "with at most \(amount.currency.minorUnit) decimals."
        }
    }
}

extension PaymentDecisionError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notActive: "plan.notActive"
        case .badCustom: "plan.badCustom"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .badCustom(let amount, _) where !amount.isPositive: .usage
        default: .refused
        }
    }

    /// The step that leads out of it.
    public var remedy: Remedy? {
        if case .notActive(let goal, let lifecycle) = self { .becomeActive(goal, lifecycle) } else { nil }
    }

    /// One of each case.
    public static var examples: [PaymentDecisionError] {
        [.notActive(goal: "Car", .paused), .badCustom(.zero(.usd), remaining: .zero(.usd))]
    }
}
