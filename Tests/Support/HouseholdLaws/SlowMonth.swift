package import Foundation
package import Models

/// A month that was started (MO1), with all that is kept of it.
struct SlowMonth: Sendable {
    /// When a month ended: with a day, or on that day at the instant of its closing.
    struct End: Sendable {
        let day: CalendarDay
        /// nil when the month ended with the day.
        let closing: Date?

        /// Whether a transaction comes after the end: dated after it, or entered after an earlier closing.
        func isBefore(_ transaction: SlowTransaction) -> Bool {
            if transaction.day > day { return true }
            guard let closing else { return false }
            return transaction.entered > closing
        }
    }

    struct Row: Sendable {
        let goal: UUID
        let currency: Currency
        let frozenRequired: Money
        let frozenPlan: Money
        let frozenLevel: Money
        /// Units of the display currency for one of the goal's; nil without a rate.
        let displayRate: Ratio?
        /// What is decided in the month, and what was taken over from before.
        var decisions: SlowDecisions
        /// What was contributed until the goal's end; nil while it has not ended.
        var endedWith: Money??
    }

    let name: CalendarMonth
    let startDay: CalendarDay
    let startedAt: Date
    /// The last day on which a date is settled by the month: its payment day, under `calendarMonths` its last day.
    let paymentDay: CalendarDay
    let lastDay: CalendarDay
    /// Payments of the month are dated after this day…
    let after: CalendarDay
    /// …and come after this end of the month before it.
    let previousEnd: End?
    let display: Currency
    /// In the order the goals were entered.
    var rows: [Row]
    /// What each asset gave each goal at the start, moved by all that settles nothing.
    var starts: [AssetAndGoal: Ratio]
    /// What goals gained by the end of others, less what they gave back at their own.
    var released: [AssetAndGoal: Ratio] = [:]
    /// What was free of each asset at the start, moved likewise, but not by the ends of goals.
    var freeStarts: [UUID: Ratio]
    /// The month's own payments that had been counted in `starts`, by asset.
    var ownAtStart: [UUID: Ratio]
    /// The part of the month's own payments since then that is none of a goal, because it is dated before its start day, by asset.
    var older: [UUID: Ratio] = [:]
    /// Units of the goal's currency for one of the asset's, frozen.
    var rates: [AssetAndGoal: Ratio]
    /// What the rates were frozen for, whether or not there was one.
    var frozenPairs: Set<AssetAndGoal> = []
    var closing: (end: End, report: HouseholdMonth)?
    /// Whether the start closed the month before.
    let closedPrevious: Bool

    func row(_ goal: UUID) -> Row? { rows.first { $0.goal == goal } }

    func isOver(_ today: CalendarDay) -> Bool { closing != nil || today > lastDay }

    /// The end, once it is over.
    func end(_ today: CalendarDay) -> End? {
        closing?.end ?? (today > lastDay ? End(day: lastDay, closing: nil) : nil)
    }

    /// The day at which the funding is judged.
    func judgedDay(_ today: CalendarDay) -> CalendarDay { min(today, lastDay) }

    /// Whether a transaction is one of the month's own payments.
    func isOwn(_ transaction: SlowTransaction) -> Bool {
        transaction.kind == .manual && transaction.day > after && transaction.day <= lastDay
            && previousEnd?.isBefore(transaction) ?? true
    }

    /// Whether a transaction is one of the month's own payments to a goal: amounts dated before its start day were there when
    /// it began.
    func isOwn(_ transaction: SlowTransaction, from start: CalendarDay?) -> Bool {
        isOwn(transaction) && start.map { $0 <= transaction.day } ?? true
    }

    /// Whether a date is settled by the month, once it is over, for what was in it.
    func settles(_ date: CalendarDay) -> Bool { startDay <= date && date <= paymentDay }
}

/// What is asked of a month: the one in progress, one that is over, or one that is closed.
package struct HouseholdMonth: Sendable {
    /// How a month stands.
    package enum State: Sendable, Hashable {
        /// In progress.
        case running
        /// Past its last day, but not closed.
        case over
        /// Closed.
        case closed
    }

    /// One goal in the month.
    package struct Row: Sendable {
        /// The goal.
        package let goal: UUID
        /// Whether the goal is still active.
        package let isActive: Bool
        /// What was required at the start.
        package let frozenRequired: Money
        /// What was planned at the start.
        package let frozenPlan: Money
        /// The plan of now.
        package let plan: Money
        /// What is decided about the goal.
        package let state: FlexState
        /// What was contributed, in the goal's currency at the frozen rates; nil when a rate is missing.
        package let contributed: Money?
        /// What came from the ends of other goals, less what its own end gave back; nil when a rate is missing.
        package let released: Money?
        /// What is still to pay of the plan, at least 0.
        package let plannedLeft: Money
    }

    /// The amounts that moved in one asset, in its currency: the sum of the first four equals the last (MO2).
    package struct Asset: Sendable {
        /// Contributed and released of the goals in the month.
        package var ofGoalsInMonth: Ratio
        /// The same of the goals that are not in the month.
        package var ofOtherGoals: Ratio
        /// How what is free changed by the month's own payments, by allocations and by the ends of goals.
        package var ofFree: Ratio
        /// The part of the month's own payments that goals got before their start day: none of theirs.
        package var older: Ratio
        /// The month's own payments.
        package var ownPayments: Ratio
    }

    /// The month's name.
    package let name: CalendarMonth
    /// How it stands.
    package let state: State
    /// Its payment day; under `calendarMonths` its last day.
    package let paymentDay: CalendarDay
    /// Its last day.
    package let lastDay: CalendarDay
    /// Its goals in the order they were entered.
    package let rows: [Row]
    /// Contributed of each asset and goal, in the asset's currency, where it is not 0.
    package let contributed: [AssetAndGoal: Ratio]
    /// Released of each asset and goal, in the asset's currency, where it is not 0.
    package let released: [AssetAndGoal: Ratio]
    /// Every asset that took part.
    package let assets: [UUID: Asset]
    /// The share of the plans that is met; nil when the plans sum to 0.
    package let shareMet: Ratio?
    /// Whether every goal could be counted in ``shareMet``.
    package let shareMetIsComplete: Bool

    /// The row of a goal; nil when it is not in the month.
    package func row(_ goal: UUID) -> Row? { rows.first { $0.goal == goal } }
}
