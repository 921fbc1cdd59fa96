import Allocation
import ExchangeRates
public import Models

extension MonthReport {
    /// One goal. What is in the display currency is nil without a rate.
    public struct Row: Sendable {
        /// The goal's name: until the month is closed the one of today, else the one that was kept.
        public let name: String
        /// Its emoji.
        public let emoji: String?
        /// What has become of a goal that is not paid any more: "paused", "deleted"; nil of one that is.
        public let ending: String?
        /// What the goal is to get, as the month keeps it.
        public let payment: MonthExecution.GoalPayment
        /// What was contributed.
        public let contribution: MonthContribution
        /// What is still to be paid, in the goal's currency: 0 once the month is over or the goal is not paid any more.
        public let planned: Money
        /// Where the true ``planned`` lies when it is not fully known.
        public let plannedBound: Bound?
        /// What the goal is to get in the display currency, rounded up.
        public let planDisplay: Money?
        /// What is still to be paid in the display currency, rounded up.
        public let plannedDisplay: Money?
        /// The part of what counts as paid that would not without the start of the month, because it was on the goal's first day
        /// or came by an allocation: it would count as saved before (R3). 0 for none.
        public let paidByStart: Money
        /// What could not be counted.
        public let unavailable: [Unavailable]
        /// Whether the goal is still paid in the month, so that it counts in the share met.
        let isActive: Bool
        /// The exact contribution in the display currency.
        let contributedDisplay: Ratio?
        /// The exact plan in the display currency.
        let planExact: Ratio?
        let rate: ConversionRate?
    }
}

extension MonthReport.Row {
    init(
        _ part: MonthReport.Part, in month: MonthExecution, state: MonthReport.State, display: Currency,
        else rates: FrozenRates
    ) throws(MoneyError) {
        let payment = part.payment
        let currency = payment.required.currency
        let isOpen = state != .closed
        let hasEnded = payment.result?.hasEnded ?? false
        let isPaid = isOpen ? part.goal?.lifecycle == .active && part.goal?.currency == currency : !hasEnded
        self.payment = payment
        contribution = part.contribution
        name = isOpen ? part.goal?.name ?? payment.name : payment.name
        emoji = isOpen ? part.goal.map(\.emoji) ?? payment.emoji : payment.emoji
        let lifecycle = part.goal.map { $0.lifecycle == .active ? "another currency" : $0.lifecycle.rawValue }
        ending = isOpen ? (isPaid ? nil : lifecycle ?? "deleted") : hasEnded ? lifecycle ?? "deleted" : nil
        isActive = isPaid
        if let plan = part.plan, isPaid, isOpen {
            (planned, plannedBound) = (plan.planned, plan.plannedBound)
        } else {
            (planned, plannedBound) = (.zero(currency), nil)
        }
        paidByStart = try part.plan?.paidByStart ?? .zero(currency)
        var unavailable = part.contribution.unavailable
        var (shownPlan, shownPlanned): (Money?, Money?)
        do throws(RateGap) {
            let conversion = try month.conversion(from: currency, to: display, else: rates)
            rate = conversion.rate
            contributedDisplay = part.contribution.amount.ratio * conversion.factor
            planExact = payment.plan.ratio * conversion.factor
            func shown(_ amount: Money) -> Money? { try? conversion.convert(amount.exact).rounded(.up) }
            (shownPlan, shownPlanned) = (shown(payment.plan), shown(planned))
        } catch {
            // An amount of 0 needs no rate.
            func zero(_ amount: Money) -> Ratio? { amount.isZero ? .zero : nil }
            rate = nil
            contributedDisplay = zero(part.contribution.amount)
            planExact = zero(payment.plan)
            shownPlan = payment.plan.isZero ? .zero(display) : nil
            shownPlanned = planned.isZero ? .zero(display) : nil
            if shownPlan == nil || contributedDisplay == nil || shownPlanned == nil {
                unavailable.append(Unavailable(item: "\(name) in \(display)", reason: error.description))
            }
        }
        (planDisplay, plannedDisplay) = (shownPlan, shownPlanned)
        self.unavailable = unavailable
    }
}

extension GoalPlan {
    /// The part of what counts as paid in the month in progress that would not without its start.
    fileprivate var paidByStart: Money {
        get throws(MoneyError) {
            let nothing = Money.zero(goal.currency)
            guard let frozen, frozen.contribution.bound == nil, progress.contributedBound == nil else { return nothing }
            let before = try frozen.payment.level.subtracting(frozen.payment.required)
            let more = try frozen.paid.adding(before).subtracting(progress.contributed)
            return more.isPositive && frozen.paid.isPositive ? try more.capped(at: frozen.paid) : nothing
        }
    }
}
