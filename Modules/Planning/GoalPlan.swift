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
    /// The amount that an adjustment of the month came to, or nil.
    public let adjusted: Money?
    /// What the goal's month froze; nil when the ask is of today.
    public let frozen: FrozenAsk?

    /// The goal.
    public var goal: Goal { progress.goal }
    /// How close the deadline is.
    public var urgency: Urgency { Urgency(daysLeft: daysRemaining) }
    /// Where the true ask lies when savings are incomplete.
    public var requiredBound: Bound? {
        guard let frozen else { return progress.remainingBound }
        return Bound.ofSum(
            Set([frozen.leftBound, progress.remainingBound].compactMap { $0 }), lacksAsks: false, isDoubtful: false)
    }

    /// Where the undiminished ask truly lies.
    public var levelBound: Bound? {
        frozen == nil ? requiredBound : nil
    }

    /// Where what was paid truly lies: what is not known may have been put in or taken out since.
    public var paidBound: Bound? {
        if let frozen { frozen.contribution.bound } else { progress.savedBound.map { _ in .unknown } }
    }

    /// The plan of a goal on `today`, with the ask that its month froze, if there is one.
    ///
    /// - Parameter settledDate: the payment date of a month that has ended: nothing is due on it or before.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public init(
        _ progress: GoalProgress, convention: PaymentConvention, today: CalendarDay, wish: MonthlyPlan? = nil,
        frozen: FrozenAsk? = nil, settledDate: CalendarDay? = nil
    ) throws(MoneyError) {
        let goal = progress.goal
        let dates = GoalPlan.dates(of: goal, convention, today: today, settledDate: settledDate)
        let contributed = convention == .calendarMonths ? .zero(goal.currency) : progress.contributed
        let planned = convention.planned(start: goal.start, deadline: goal.deadline)
        self.progress = progress
        let unfrozen = try Requirement(remaining: progress.remaining, contributed: contributed, dates: dates)
        if let frozen {
            requirement = try Requirement(
                remaining: progress.remaining, frozen: frozen,
                later: convention.upcoming(
                    today: frozen.payment.date, start: goal.start, deadline: goal.deadline),
                today: today, deadline: goal.deadline)
        } else {
            requirement = unfrozen
        }
        self.frozen = frozen
        daysRemaining = today.days(until: goal.deadline)
        status = GoalPlan.status(progress, planned: planned, today: today)
        pace = GoalPlan.pace(
            level: unfrozen.level, target: goal.target, datesLeft: dates.count, datesPlanned: planned.count,
            status: status)
        flexState = frozen?.payment.state ?? wish?.state ?? .flexible
        // A frozen payment is what was chosen by hand, if anything was.
        custom = frozen == nil ? wish?.custom : nil
        adjusted = frozen == nil ? wish?.adjusted : nil
    }

    private static func dates(
        of goal: Goal, _ convention: PaymentConvention, today: CalendarDay, settledDate: CalendarDay?
    ) -> [CalendarDay] {
        let dates = convention.upcoming(today: today, start: goal.start, deadline: goal.deadline)
        guard let settledDate, settledDate >= today else { return dates }
        let open = dates.filter { $0 > settledDate }
        return open.isEmpty ? [max(goal.deadline, today)] : open
    }

    /// An amount that was chosen earlier: at most what is lacking by now.
    ///
    /// - Throws: ``MoneyError``.
    public func capped(_ chosen: Money?) throws(MoneyError) -> Money? {
        guard let chosen, try progress.remaining.isLess(than: chosen) else { return chosen }
        return progress.remaining
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
