public import Models

public import struct Foundation.UUID

/// What a person wants of a goal in a month: kept apart from the goal, one per goal, month and scope.
public struct MonthlyPlan: Sendable, Hashable {
    /// How far the wish reaches.
    public enum Scope: String, Sendable, Hashable {
        /// The month alone. Comes before a standing wish.
        case month
        /// The month and all later ones, until another standing wish begins.
        case standing
    }

    /// The goal.
    public let goalID: UUID
    /// The month, or the first one.
    public let month: CalendarMonth
    /// How far the wish reaches.
    public let scope: Scope
    /// Whether the payment may be changed.
    public var state: FlexState
    /// An amount chosen by hand in the goal's currency, or nil for what is required.
    public var custom: Money?
    /// The amount a flex adjustment came to, in the goal's currency, or nil.
    public var adjusted: Money?

    /// A wish for a month.
    public init(
        goalID: UUID, month: CalendarMonth, scope: Scope = .month, state: FlexState = .flexible, custom: Money? = nil,
        adjusted: Money? = nil
    ) {
        self.goalID = goalID
        self.month = month
        self.scope = scope
        self.state = state
        self.custom = custom
        self.adjusted = adjusted
    }

    /// The wish in force for a goal in `month` among its plans: the month's own, else the newest other one that reaches it.
    ///
    /// A standing wish reaches all months from its own on. A wish for one month that was never started rolls forward to
    /// the later ones, without its adjustment, as soon as months are started at all.
    ///
    /// - Parameter lastStarted: the newest month before `month` that was started; nil when there is none, so that nothing
    ///   rolls.
    public static func inForce(
        _ plans: some Sequence<MonthlyPlan>, in month: CalendarMonth, lastStarted: CalendarMonth? = nil
    ) -> MonthlyPlan? {
        var newest: MonthlyPlan?
        for plan in plans where plan.month <= month {
            switch plan.scope {
            case .month where plan.month == month: return plan
            case .month:
                // Within one month the wish for it alone comes first.
                guard let lastStarted, lastStarted < plan.month else { continue }
                if newest.map({ $0.month <= plan.month }) ?? true { newest = plan }
            case .standing:
                if newest.map({ $0.month < plan.month }) ?? true { newest = plan }
            }
        }
        return newest.map { $0.scope == .standing ? $0 : $0.rolled }
    }

    private var rolled: MonthlyPlan {
        MonthlyPlan(goalID: goalID, month: month, scope: scope, state: state, custom: custom)
    }
}
