public import Allocation
public import Models

/// What one goal asks for and where it stands.
public struct GoalPlan: Sendable {
    /// How far the goal is.
    public let progress: GoalProgress
    /// What it asks for, in its own currency.
    public let requirement: Requirement
    /// Where it stands.
    public let status: GoalStatus
    /// Days until the deadline; negative when it has passed.
    public let daysRemaining: Int
    /// How the ask compares with the one the goal began with; nil when achieved, unknown or overdue.
    public let pace: Pace?
    /// The month's wish for the goal.
    public let flexState: FlexState
    /// An amount chosen by hand for the month, or nil.
    public let custom: Money?

    /// The goal.
    public var goal: Goal { progress.goal }
    /// How close the deadline is.
    public var urgency: Urgency { Urgency(daysLeft: daysRemaining) }
    /// Where the true ask lies when savings are incomplete.
    public var requiredBound: Bound? { progress.remainingBound }

    /// The plan of a goal on `today`.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public init(
        _ progress: GoalProgress, convention: PaymentConvention, today: CalendarDay, wish: MonthlyPlan? = nil
    ) throws(MoneyError) {
        let goal = progress.goal
        let dates = convention.upcoming(today: today, start: goal.start, deadline: goal.deadline)
        let contributed = convention == .calendarMonths ? .zero(goal.currency) : progress.contributed
        let planned = convention.planned(start: goal.start, deadline: goal.deadline)
        self.progress = progress
        requirement = try Requirement(remaining: progress.remaining, contributed: contributed, dates: dates)
        daysRemaining = today.days(until: goal.deadline)
        status = GoalPlan.status(progress, planned: planned, today: today)
        pace = GoalPlan.pace(
            level: requirement.level, target: goal.target, datesLeft: dates.count, datesPlanned: planned.count,
            status: status)
        flexState = wish?.state ?? .flexible
        custom = wish?.custom
    }

    private static func status(_ progress: GoalProgress, planned: [CalendarDay], today: CalendarDay) -> GoalStatus {
        if progress.isAchieved { return .achieved }
        if progress.savedBound != nil { return .unknown }
        if progress.goal.deadline < today { return .overdue }
        let passed = planned.count { $0 < today }
        let expected = Ratio(Int128(passed), over: Int128(planned.count)) ?? .zero
        return progress.progress >= expected ? .onTrack : .behind
    }

    private static func pace(
        level: Money, target: Money, datesLeft: Int, datesPlanned: Int, status: GoalStatus
    ) -> Pace? {
        switch status {
        case .achieved, .unknown, .overdue: return nil
        case .onTrack, .behind: break
        }
        let perDate = Ratio(1, over: Int128(max(1, datesPlanned))) ?? .one
        guard let pace = level.ratio.divided(by: target.ratio * perDate) else { return nil }
        if pace * Ratio(10) <= Ratio(11) { return datesLeft == 1 ? .attention : .steady }
        return pace <= Ratio(2) ? .attention : .critical
    }
}
