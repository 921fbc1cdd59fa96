public import Models

public import struct Foundation.UUID

/// One goal as the solver sees it: amounts in minor units of the display currency.
public struct FlexGoal: Sendable {
    /// Identity, unique in a problem.
    public let id: UUID
    /// Name; breaks ties after the deadline.
    public let name: String
    /// The day the amount has to be there; the earlier of two equal goals comes first.
    public let deadline: CalendarDay
    /// Whether the payment may be changed.
    public let state: FlexState
    /// The required payment (r).
    public let required: Int128
    /// What remains to be saved (m).
    public let remaining: Int128
    /// The level payment (l): what each later payment is if nothing changes. More than ``required`` where part of this payment was
    /// made already.
    public let level: Int128
    /// How many payment dates are left, this one included (n).
    public let paymentsLeft: Int
    /// saved ÷ target.
    public let progress: Ratio
    /// Never in another order than ``progress``, but quickly compared: 60 bits behind the point.
    let progressRank: Int128

    /// A goal; ``FlexProblem`` checks it.
    ///
    /// - Parameter level: the level payment; nil or 0 for ``required``.
    public init(
        id: UUID, name: String, deadline: CalendarDay, state: FlexState, required: Int128, remaining: Int128,
        level: Int128? = nil, paymentsLeft: Int, progress: Ratio
    ) {
        self.id = id
        self.name = name
        self.deadline = deadline
        self.state = state
        self.required = required
        self.remaining = remaining
        self.level = level.flatMap { $0 == 0 ? nil : $0 } ?? required
        self.paymentsLeft = paymentsLeft
        self.progress = progress
        progressRank = (progress * Ratio(1 << 60)).rounded(.down) ?? (progress.isNegative ? .min : .max)
    }

    /// A goal with amounts of money, in whole minor units of one currency.
    ///
    /// - Parameters:
    ///   - name: Its name; breaks ties after the deadline.
    ///   - required: What it requires now.
    ///   - remaining: What remains to be saved.
    ///   - level: The level payment; nil for `required`.
    ///   - paymentsLeft: How many payment dates are left, this one included.
    ///   - deadline: The day the amount has to be there; breaks ties.
    ///   - state: Whether the payment may be changed.
    ///   - progress: saved ÷ target.
    ///   - id: Its identity, unique among the goals.
    /// - Throws: ``FlexError/goalTooPrecise(goal:_:)``, ``FlexError/twoCurrencies(goal:_:_:)``,
    ///   ``MoneyError/tooLarge(_:)``.
    public init(
        _ name: String, required: Money, remaining: Money, level: Money? = nil, paymentsLeft: Int,
        deadline: CalendarDay = CalendarDay(dayNumber: .max), state: FlexState = .flexible, progress: Ratio = .zero,
        id: UUID = UUID()
    ) throws {
        let level = level ?? required
        for amount in [remaining, level] where amount.currency != required.currency {
            throw FlexError.twoCurrencies(goal: name, required.currency, amount.currency)
        }
        for amount in [required, remaining, level] where !amount.isWholeMinorUnits {
            throw FlexError.goalTooPrecise(goal: name, amount)
        }
        self.init(
            id: id, name: name, deadline: deadline, state: state, required: try required.minorUnits(.down),
            remaining: try remaining.minorUnits(.down), level: try level.minorUnits(.down), paymentsLeft: paymentsLeft,
            progress: progress)
    }

    /// The same goal in another state.
    public func with(_ state: FlexState) -> FlexGoal {
        FlexGoal(copying: self, state: state)
    }

    private init(copying goal: FlexGoal, state: FlexState) {
        id = goal.id
        name = goal.name
        deadline = goal.deadline
        self.state = state
        required = goal.required
        remaining = goal.remaining
        level = goal.level
        paymentsLeft = goal.paymentsLeft
        progress = goal.progress
        progressRank = goal.progressRank
    }
}
