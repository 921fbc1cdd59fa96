public import Allocation
public import Models

/// What one goal requires, what is planned for it, and where it stands.
public struct GoalPlan: Sendable {
    /// How far the goal is.
    public let progress: GoalProgress
    /// The payments that it requires, in its own currency.
    public let requirement: Requirement
    /// What will be paid next: what a person decided, less what was contributed since, else what is required (R9).
    public let planned: Money
    /// Where it stands.
    public let status: GoalStatus
    /// Which part of the target should be there by now: the payment dates that have passed among all of them.
    public let expected: Ratio
    /// Days until the deadline; negative when it has passed.
    public let daysRemaining: Int
    /// How the level payment compares with the one the goal began with; nil when achieved, unknown or overdue.
    public let pace: Pace?
    /// How the next payment may be treated.
    public let flexState: FlexState
    /// What is left to pay of an amount chosen by hand, or nil.
    public let custom: Money?
    /// What is left to pay of the amount that a flex adjustment came to, or nil when another decision holds.
    public let adjusted: Money?
    /// Whether ``planned`` follows from a decision instead of what is required.
    public let isDecided: Bool
    /// The decisions about the payments to come.
    public let decidedPayments: DecidedPayments
    /// What the goal's month froze; nil when everything is of today.
    public let frozen: FrozenPayment?
    /// The first date on which something is due, or would be if the goal were not reached.
    let firstDate: CalendarDay
    /// The date that decisions made now are for: the first one, or the next payment day of a goal that is overdue or reached,
    /// or whose dates are all settled; the end of the month under `calendarMonths` (R9).
    let decisionDate: CalendarDay
    /// The last day on which nothing is due any more because a month settled it.
    package let settledThrough: CalendarDay?
    /// The decision in force; nil without one, and in a month in progress, which keeps its own.
    let decision: MonthlyPlan?
    /// The standing decision for the payment date, hidden or not by one for the date alone; nil in a month in progress.
    let standing: MonthlyPlan?

    /// The goal.
    public var goal: Goal { progress.goal }
    /// How close the deadline is.
    public var urgency: Urgency { Urgency(daysLeft: daysRemaining) }
    /// Whether the required payment is an upper bound because part of the savings is unknown; nil when it is exact.
    public var requiredBound: Bound? { bound(of: requirement.required) }
    /// On which side of ``planned`` the true amount lies; nil when it is exact.
    public var plannedBound: Bound? { bound(of: planned) }
    /// On which side of the level payment the true one lies; nil when it is exact.
    public var levelBound: Bound? {
        frozen == nil && !requirement.level.isZero ? progress.remainingBound : nil
    }
    /// On which side of what counts as paid the true amount lies; nil when it is exact.
    public var paidBound: Bound? {
        if let frozen { return frozen.contribution.bound }
        return countsContributions ? progress.contributedBound : nil
    }
    /// Whether payments count from tomorrow only: on the goal's first day, outside a started month, unless it is a payment day (R3).
    public let paymentsCountFromTomorrow: Bool
    private let countsContributions: Bool

    /// Where an amount truly lies that follows from what remains and from what was contributed. What is at most 0 is 0.
    private func bound(of amount: Money) -> Bound? {
        // A goal that is surely reached requires nothing, whatever was contributed to it (R4).
        if progress.isAchieved, progress.savedBound ?? .atLeast == .atLeast { return nil }
        if paidBound == .unknown { return .unknown }
        let bound = progress.remainingBound ?? (frozen != nil && paidBound == .atLeast ? .atMost : nil)
        return amount.isZero && bound == .atMost ? nil : bound
    }

    /// What a plan is made of besides the goal's progress.
    struct Terms {
        var convention: PaymentConvention
        var today: CalendarDay
        /// The decisions about the goal, whatever their date.
        var decisions: [MonthlyPlan] = []
        /// The months that were started.
        var months: StartedMonths
        /// What the month in progress froze for the goal.
        var frozen: FrozenPayment?
        /// The same where everything is calculated anew: it is not shown, but what was contributed counts.
        var besides: FrozenPayment?

        /// The contributions to the dates that are not paid, where a month in progress is calculated anew; nil without one.
        func credit(for goal: Goal) throws(MoneyError) -> Money? {
            guard let besides, besides.contribution.bound == nil, isDue(goal, besides) else { return nil }
            let left = try besides.left(of: besides.payment.required)
            let credit = try besides.payment.level.subtracting(left)
            return left.isZero || credit.isNegative ? .zero(goal.currency) : credit
        }

        /// The last day on which nothing is due any more: a month settled it, or what it froze is paid.
        func settledThrough(for goal: Goal) throws(MoneyError) -> CalendarDay? {
            let settled = months.settlements[goal.id]?.through
            guard let besides, besides.contribution.bound == nil, isDue(goal, besides),
                try besides.left(of: besides.payment.required).isZero
            else { return settled }
            let paid = besides.lastDate(convention)
            return settled.map { max($0, paid) } ?? paid
        }

        private func isDue(_ goal: Goal, _ besides: FrozenPayment) -> Bool {
            today < goal.deadline && besides.lastDate(convention) < goal.deadline
        }

        /// The decision for all later dates that holds on one.
        func standing(for goal: Goal, on date: CalendarDay) -> MonthlyPlan? {
            months.decision(decisions.filter { $0.scope == .standing }, for: goal, on: date)
        }
    }

    /// The plan of a goal, with what its month froze, if there is one.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(_ progress: GoalProgress, _ terms: Terms) throws(MoneyError) {
        let (goal, convention, today) = (progress.goal, terms.convention, terms.today)
        settledThrough = try terms.settledThrough(for: goal)
        let dates = GoalPlan.dates(of: goal, terms, settledThrough: settledThrough)
        countsContributions = convention != .calendarMonths
        paymentsCountFromTomorrow =
            terms.frozen == nil && countsContributions && goal.start == today && !convention.isPaymentDay(today)
            && goal.deadline > today && !progress.isAchieved
        let contributed =
            countsContributions ? try terms.credit(for: goal) ?? progress.contributed : .zero(goal.currency)
        let scheduled = convention.planned(start: goal.start, deadline: goal.deadline)
        self.progress = progress
        frozen = terms.frozen
        let first = dates.first ?? max(goal.deadline, today)
        if let through = settledThrough, first <= through {
            decisionDate = max(terms.months.nextPaymentDay, convention.nextPaymentDay(after: through))
        } else if goal.deadline < today || progress.isAchieved {
            decisionDate = terms.months.nextPaymentDay
        } else {
            decisionDate = convention == .calendarMonths ? first.month.lastDay : first
        }
        if let frozen = terms.frozen {
            (decision, standing) = (nil, nil)
            firstDate =
                frozen.date(of: goal, convention, dates: dates, today: today) ?? max(goal.deadline, today)
            requirement = try Requirement(
                remaining: progress.remaining, frozen: frozen, dates: dates, of: goal, convention, today: today)
            let payment = frozen.payment
            flexState = payment.currentState
            custom = try payment.currentCustom.map { amount throws(MoneyError) in
                try frozen.left(of: amount).capped(at: progress.remaining)
            }
            let decided = try payment.decided.map { amount throws(MoneyError) in
                try frozen.left(of: amount).capped(at: progress.remaining)
            }
            adjusted = payment.currentState == .skipped || payment.currentAdjusted == nil ? nil : decided
            isDecided = decided != nil
            planned = decided ?? requirement.required
            let last = max(firstDate, frozen.lastDate(convention))
            decidedPayments = DecidedPayments(
                next: decided, through: last,
                later: terms.standing(for: goal, on: dates.first { $0 > last } ?? last)?.payment(in: goal.currency))
        } else {
            firstDate = first
            requirement = try Requirement(remaining: progress.remaining, contributed: contributed, dates: dates)
            let decision = terms.months.decision(terms.decisions, for: goal, on: decisionDate)
            self.decision = decision
            standing =
                decision?.scope != .month
                ? decision
                : terms.standing(for: goal, on: decisionDate)
            func left(_ plan: Money?) throws(MoneyError) -> Money? {
                guard let plan, plan.currency == goal.currency else { return nil }
                let left = try plan.subtracting(contributed)
                return try left.isNegative ? .zero(goal.currency) : left.capped(at: progress.remaining)
            }
            let state = decision?.state ?? .flexible
            flexState = state
            custom = try left(decision?.customPlan ?? decision?.custom)
            let latest = try left(decision?.adjusted)
            adjusted = state == .skipped ? nil : latest
            let decided = latest ?? (state == .skipped ? .zero(goal.currency) : custom)
            isDecided = decided != nil
            planned = decided ?? requirement.required
            let last = decisionDate
            decidedPayments = DecidedPayments(
                next: decided, through: last,
                later: terms.standing(for: goal, on: dates.first { $0 > last } ?? last)?.payment(in: goal.currency))
        }
        daysRemaining = today.days(until: goal.deadline)
        let passed = scheduled.count { $0 < today }
        expected = Ratio(Int128(passed), over: Int128(scheduled.count)) ?? .zero
        status = GoalPlan.status(progress, expected: expected, today: today)
        pace =
            goal.lifecycle != .active
            ? nil
            : GoalPlan.pace(
                level: requirement.level, target: goal.target, datesLeft: dates.count, datesPlanned: scheduled.count,
                status: status)
    }

    private static func dates(
        of goal: Goal, _ terms: Terms, settledThrough: CalendarDay?
    ) -> [CalendarDay] {
        let dates = terms.convention.upcoming(today: terms.today, start: goal.start, deadline: goal.deadline)
        guard let through = settledThrough, through >= terms.today else { return dates }
        let open = dates.filter { $0 > through }
        return open.isEmpty ? [max(goal.deadline, terms.today)] : open
    }

    private static func status(_ progress: GoalProgress, expected: Ratio, today: CalendarDay) -> GoalStatus {
        if progress.isAchieved { return .achieved }
        if progress.savedBound != nil { return .unknown }
        if progress.goal.deadline < today { return .overdue }
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

extension Money {
    /// The amount, or the limit when it is more.
    func capped(at limit: Money) throws(MoneyError) -> Money { try limit.isLess(than: self) ? limit : self }
}
