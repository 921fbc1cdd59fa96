public import Models

/// Why an allocation is refused.
public enum AllocationError: Problem, Equatable {
    /// Shares would pass 100 %; the largest that is free, nil for none.
    case shareTooLarge(asked: Share, asset: String, free: Share?)
    /// The fixed amount is more than what is free.
    case amountTooLarge(asked: Money, asset: String, free: Money)
    /// The fixed amount is 0 or less.
    case amountNotPositive(Money)
    /// The fixed amount has more decimals than its currency.
    case amountTooPrecise(Money)
    /// Another goal already has the rest.
    case restIsTaken(asset: String, goal: String)
    /// The goal is finished or cancelled.
    case goalIsOver(goal: String, Goal.Lifecycle)
    /// The asset does not fund the goal.
    case notAllocated(asset: String, goal: String)
    /// The asset funds no goal, so there is nothing to even out.
    case noGoals(asset: String)
    /// More goals than hundredths of a percent.
    case tooManyGoals(asset: String)

    /// Refuses an amount that no allocation can have.
    static func check(_ amount: Money) throws(AllocationError) {
        guard amount.isPositive else { throw .amountNotPositive(amount) }
        guard amount.isWholeMinorUnits else { throw .amountTooPrecise(amount) }
    }

    /// The refusal as a sentence that names what is free.
    public var description: String {
        switch self {
        case .shareTooLarge(let asked, let asset, let free):
            "A share of \(asked) of '\(asset)' is too large: "
                + (free.map { "\($0) is free. Give at most that, or lower another goal's share." }
                    ?? "0% is free. Lower another goal's share first.")
        case .amountTooLarge(let asked, let asset, let free):
            "A fixed amount of \(asked) is more than what is free of '\(asset)': \(free). "
                + "Give at most that, or lower another allocation."
        case .amountNotPositive(let amount):
            "A fixed amount of \(amount) is not possible: it has to be greater than 0."
        case .amountTooPrecise(let amount):
            "A fixed amount of \(amount) has more than the \(amount.currency.minorUnit) decimals that \(amount.currency) has."
        case .restIsTaken(let asset, let goal):
            "'\(goal)' already gets the rest of '\(asset)'. Give a share or an amount, or take the rest from it first."
        case .goalIsOver(let goal, let lifecycle):
            "'\(goal)' is \(lifecycle), so it cannot be funded."
        case .notAllocated(let asset, let goal):
            "'\(goal)' has no part of '\(asset)'."
        case .noGoals(let asset):
            "No goal has a part of '\(asset)' yet. Allocate it to its goals first, in any size."
        case .tooManyGoals(let asset):
            "'\(asset)' has more goals than can get equal hundredths of a percent."
        }
    }
}

extension AllocationError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .shareTooLarge: "allocation.shareTooLarge"
        case .amountTooLarge: "allocation.amountTooLarge"
        case .amountNotPositive: "allocation.amountNotPositive"
        case .amountTooPrecise: "allocation.amountTooPrecise"
        case .restIsTaken: "allocation.restIsTaken"
        case .goalIsOver: "allocation.goalIsOver"
        case .notAllocated: "allocation.notAllocated"
        case .noGoals: "allocation.noGoals"
        case .tooManyGoals: "allocation.tooManyGoals"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .notAllocated, .noGoals: .missing
        default: .refused
        }
    }

    /// One of each case.
    public static var examples: [AllocationError] {
        [
            .shareTooLarge(asked: .whole, asset: "Savings", free: nil),
            .amountTooLarge(asked: .zero(.usd), asset: "Savings", free: .zero(.usd)), .amountNotPositive(.zero(.usd)),
            .amountTooPrecise(.zero(.usd)), .restIsTaken(asset: "Savings", goal: "Car"),
            .goalIsOver(goal: "Car", .finished), .notAllocated(asset: "Savings", goal: "Car"),
            .noGoals(asset: "Savings"), .tooManyGoals(asset: "Savings"),
        ]
    }
}
