public import Models

public import struct Foundation.UUID

/// What a person decided for a goal's payment: kept apart from the goal, one per goal, month and scope (R9).
///
/// A decision is about what is still to pay when it is made. It is kept with what was contributed until then, so that later
/// payments count against it.
public struct MonthlyPlan: Sendable, Hashable {
    /// How far a decision reaches.
    public enum Scope: String, Sendable, Hashable {
        /// One payment date. Comes before a standing decision.
        case month
        /// Every payment date from the month on, until another standing decision begins.
        case standing
    }

    /// The goal.
    public let goalID: UUID
    /// The month of the payment date, or of the first one.
    public let month: CalendarMonth
    /// How far the decision reaches.
    public let scope: Scope
    /// Whether the payment may be changed.
    public var state: FlexState
    /// An amount chosen by hand in the goal's currency, or nil for what is required.
    public var custom: Money?
    /// That amount with what was contributed before it was chosen.
    public var customPlan: Money?
    /// What is planned by a flex adjustment, or by skipping: the amount with what was contributed before; else nil.
    public var adjusted: Money?
    /// The payment date that the decision was made for; nil in files of old versions.
    public var date: CalendarDay?

    /// A decision.
    public init(
        goalID: UUID, month: CalendarMonth, scope: Scope = .month, state: FlexState = .flexible, custom: Money? = nil,
        customPlan: Money? = nil, adjusted: Money? = nil, date: CalendarDay? = nil
    ) {
        self.goalID = goalID
        self.month = month
        self.scope = scope
        self.state = state
        self.custom = custom
        self.customPlan = customPlan
        self.adjusted = adjusted
        self.date = date
    }

    /// The decision in force for a payment date among those of a goal: the one for the date, else the newest standing one.
    ///
    /// - Parameters:
    ///   - date: the goal's first payment date.
    ///   - latest: the last day that decisions can have been made for: as of an earlier day, later ones do not hold yet.
    static func inForce(
        _ plans: some Sequence<MonthlyPlan>, on date: CalendarDay, today: CalendarDay, settledThrough: CalendarDay?,
        latest: CalendarDay
    ) -> MonthlyPlan? {
        var newest: MonthlyPlan?
        func isOpen(_ day: CalendarDay) -> Bool { day >= today && settledThrough.map { day > $0 } ?? true }
        for plan in plans {
            switch plan.scope {
            case .month:
                guard let madeFor = plan.date else {
                    if plan.month == today.month { return plan }
                    continue
                }
                if isOpen(madeFor), madeFor <= max(latest, date) { return plan }
            case .standing:
                if plan.month <= date.month, newest.map({ $0.month < plan.month }) ?? true { newest = plan }
            }
        }
        return newest.map { $0.date.map(isOpen) ?? false ? $0 : $0.anew }
    }

    /// A standing decision for a later payment date: nothing was contributed for it yet.
    private var anew: MonthlyPlan {
        MonthlyPlan(goalID: goalID, month: month, scope: scope, state: state, custom: custom, customPlan: custom)
    }
}
