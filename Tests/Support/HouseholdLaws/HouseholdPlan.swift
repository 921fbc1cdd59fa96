package import Foundation
package import Models

/// A dated part of what a goal needs.
package struct HouseholdPayment: Sendable, Hashable {
    /// When it is due.
    package let day: CalendarDay
    /// How much, in the goal's currency.
    package let amount: Money
}

/// What is asked of the plan on a day.
package struct HouseholdPlan: Sendable {
    /// How far a goal has come.
    package enum Status: String, Sendable, Hashable {
        /// The target is saved.
        case achieved
        /// Part of what is saved is not known.
        case unknown
        /// The deadline has passed.
        case overdue
        /// As much is saved as is expected.
        case onTrack
        /// Less is saved than is expected.
        case behind
    }

    /// One active goal.
    package struct Line: Sendable {
        /// The goal.
        package let goal: UUID
        /// What is saved, rounded down once.
        package let saved: Money
        /// Whether every part of it is known.
        package let savedIsComplete: Bool
        /// What is still wanted.
        package let remaining: Money
        /// saved ÷ target, exact and not capped.
        package let progress: Ratio
        /// The first status that holds.
        package let status: Status
        /// The payments by date: one on each date, also where nothing is left to pay on it.
        package let payments: [HouseholdPayment]
        /// The first payment; 0 without one.
        package let required: Money
        /// The undiminished first part.
        package let level: Money
        /// What was contributed so far.
        package let paid: Money
        /// What is decided to be paid; without a decision, what is required.
        package let planned: Money
        /// What is decided about the payment.
        package let state: FlexState
        /// Whether the month in progress has the goal.
        package let isInMonth: Bool
        /// Where the true required payment lies; nil when it is exact.
        package let requiredBound: Bound?
        /// Whether the goal counts in the totals: not skipped, and its first payment due by the next payment day.
        package let isCounted: Bool
    }

    /// A total in the display currency.
    package struct Total: Sendable, Hashable {
        /// The sum of the amounts that have a rate, each rounded up.
        package let amount: Money
        /// Where the true total lies; nil when it is exact.
        package let bound: Bound?
    }

    /// The month of today, by its name.
    package let month: CalendarMonth
    /// The active goals in the order they were entered.
    package let lines: [Line]
    /// The total of what is required (R8); nil without a display currency.
    package let requiredTotal: Total?
    /// The total of what is planned (R9); nil without a display currency.
    package let plannedTotal: Total?

    /// The line of a goal; nil when it is not active.
    package func line(_ goal: UUID) -> Line? { lines.first { $0.goal == goal } }
}
