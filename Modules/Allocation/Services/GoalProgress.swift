public import ExchangeRates
public import Models

/// How far a goal is.
public struct GoalProgress: Sendable {
    /// The goal.
    public let goal: Goal
    /// What it has in its own currency, rounded down once (M5).
    public let saved: Money
    /// Where the true amount lies when ``saved`` is incomplete; nil when it is exact.
    public let savedBound: Bound?
    /// What was contributed in the goal's window, at the same rates; not negative (R3).
    public let contributed: Money
    /// Where the true contribution lies when part of the savings is not known: at least ``contributed`` where no unknown
    /// part can have fallen (V2); nil when it is exact.
    public let contributedBound: Bound?
    /// max(0, target − saved).
    public let remaining: Money
    /// What could not be counted.
    public let unavailable: [Unavailable]
    /// The rates that were used.
    public let rates: [ConversionRate]
    /// What each asset gave.
    public let funding: [GoalFunding.Part]

    /// saved ÷ target, above 1 when there is more than needed.
    public var progress: Ratio { saved.ratio.divided(by: goal.target.ratio) ?? .zero }
    /// Whether the target is reached.
    public var isAchieved: Bool { remaining.isZero }
    /// Where the true remainder lies when it is incomplete.
    public var remainingBound: Bound? {
        switch savedBound {
        case nil: nil
        case .atLeast: .atMost
        case .atMost: .atLeast
        case .unknown: .unknown
        }
    }
}

extension GoalProgress {
    /// What an ended goal had at its end; nil for a goal that goes on, or without a snapshot.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public init?(ended goal: Goal) throws(MoneyError) {
        guard !goal.keepsAllocations, let snapshot = goal.snapshot else { return nil }
        let missing = try goal.target.subtracting(snapshot.saved)
        self.init(
            goal: goal, saved: snapshot.saved, savedBound: snapshot.isComplete ? nil : .atLeast,
            contributed: .zero(goal.currency), contributedBound: nil,
            remaining: missing.isNegative ? .zero(goal.currency) : missing, unavailable: [], rates: [],
            funding: GoalFunding(snapshot).parts)
    }
}
