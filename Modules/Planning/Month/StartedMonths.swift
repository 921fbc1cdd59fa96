import Models
import Persistence

import struct Foundation.UUID

/// The months that were started, as they stood on one day.
struct StartedMonths: Sendable {
    /// All months, in order, whatever the day.
    let all: [MonthExecution]
    /// The months started by the day, in order. One that was closed later is in progress.
    let months: [MonthExecution]
    let today: CalendarDay
    let convention: PaymentConvention
    /// What months that ended have settled, by goal.
    let settlements: [UUID: Settlement]

    /// The months as they stood on `today`.
    init(_ all: [MonthExecution], today: CalendarDay, convention: PaymentConvention) {
        self.all = all
        self.today = today
        self.convention = convention
        months = all.filter { $0.startDay <= today }.map { month in
            guard let closeDay = month.closeDay, closeDay > today else { return month }
            return month.reopened
        }
        var settlements: [UUID: Settlement] = [:]
        for month in months where month.isClosed || today > month.end {
            for payment in month.payments {
                settlements[payment.goalID, default: Settlement()].add(month, payment, convention)
            }
        }
        self.settlements = settlements
    }

    /// A month, if it was started.
    subscript(month: CalendarMonth) -> MonthExecution? { months.first { $0.month == month } }

    /// The month that is not closed; at most one is.
    var open: MonthExecution? { months.last { !$0.isClosed } }

    /// The month in progress: neither closed nor over.
    var current: MonthExecution? { open.flatMap { isOver($0) ? nil : $0 } }

    /// Whether a month has run its course.
    func isOver(_ month: MonthExecution) -> Bool { today > month.end }

    /// The month in progress, under the convention it began with.
    func inProgress(_ convention: PaymentConvention) -> MonthExecution? {
        current.flatMap { $0.convention == convention.name ? $0 : nil }
    }

    /// The next payment day that is not settled; under `calendarMonths` the last day of the first month that is not.
    var nextPaymentDay: CalendarDay {
        var name = today.month
        if case .payments(let day) = convention { name = day.next(from: today).month }
        for month in months where month.month == name && (month.isClosed || isOver(month)) {
            name = name.adding(months: 1)
        }
        return switch convention {
        case .payments(let day): day.date(in: name)
        case .calendarMonths: name.lastDay
        }
    }

    /// The name of the month that is next to be started: that of its payment day.
    var next: CalendarMonth { nextPaymentDay.month }

    /// Which transactions are own payments of a month that starts today (MO2).
    var windowOfNext: ContributionWindow {
        var (all, last) = (Settlement(), Settlement())
        for month in months where month.isClosed || isOver(month) {
            all.add(month)
            last = Settlement()
            last.add(month)
        }
        let before =
            switch convention {
            case .payments: all.previousPaymentDay(convention, today: today)
            case .calendarMonths: today.month.day(1).adding(days: -1)
            }
        // Beside the payment date only the month before counts.
        return ContributionWindow(after: max(before, last.end ?? before), closing: last.closing)
    }

    /// When contributions to a goal count that is in no month in progress (R3); nil under `calendarMonths`.
    func window(of goal: Goal) -> ContributionWindow? {
        guard case .payments = convention else { return nil }
        return (settlements[goal.id] ?? Settlement()).window(convention, today: today, from: goal.start)
    }

    /// The decision in force for a goal whose first payment is due on a date.
    func decision(_ plans: [MonthlyPlan], for goal: Goal, on date: CalendarDay) -> MonthlyPlan? {
        MonthlyPlan.inForce(
            plans, on: date, today: today, settledThrough: settlements[goal.id]?.through, latest: latestDecisionDay)
    }

    /// The last day that decisions can have been made for: beyond a month in progress when its closing was undone.
    private var latestDecisionDay: CalendarDay {
        guard let current, case .payments(let day) = convention else { return nextPaymentDay }
        return max(nextPaymentDay, day.date(in: current.month.adding(months: 1)))
    }
}

/// What months that ended have settled for one goal, or for all.
struct Settlement: Sendable {
    private var months: Set<CalendarMonth> = []
    /// The last day on which nothing is due any more.
    private(set) var through: CalendarDay?
    /// The last day of the latest month that ran its course.
    private(set) var end: CalendarDay?
    /// The latest early closing.
    private(set) var closing: ContributionWindow.Closing?

    /// Adds a month that ended; months come in order.
    mutating func add(_ month: MonthExecution) {
        months.insert(month.month)
        if let early = month.earlyClosing { closing = early } else { end = month.end }
    }

    mutating func add(
        _ month: MonthExecution, _ payment: MonthExecution.GoalPayment, _ convention: PaymentConvention
    ) {
        add(month)
        let date =
            switch convention {
            case .payments(let day) where month.convention == convention.name:
                max(payment.date, day.date(in: month.month))
            case .payments: payment.date
            case .calendarMonths: month.month.lastDay
            }
        through = max(through ?? date, date)
    }

    /// From when on contributions count: after the previous payment date that no month has settled, after the start of the
    /// goal (on the start day itself when that is a payment day), and after what months have settled.
    func window(_ convention: PaymentConvention, today: CalendarDay, from start: CalendarDay) -> ContributionWindow {
        let after = max(
            previousPaymentDay(convention, today: today),
            convention.isPaymentDay(start) ? start.adding(days: -1) : start)
        return ContributionWindow(after: max(after, end ?? after), closing: closing)
    }

    /// The previous payment date that no month has settled.
    func previousPaymentDay(_ convention: PaymentConvention, today: CalendarDay) -> CalendarDay {
        var day = convention.previousPaymentDay(before: today)
        for _ in months where months.contains(day.month) { day = convention.previousPaymentDay(before: day) }
        return day
    }
}

// MARK: - Warnings

extension StartedMonths {
    /// What the reader should know: a month that nobody closed, and goals that the one in progress began without.
    func warnings(goals: [Goal], showsFrozen: Bool) -> [Warning] {
        var warnings: [Warning] = []
        if let open, isOver(open) {
            warnings.append(
                Warning(
                    code: "monthStillExecuting",
                    message: "\(open.month) is over and not closed yet. Starting the next month closes it.",
                    remedy: .closeMonth))
        }
        if let current {
            warnings +=
                showsFrozen
                ? newcomers(goals, in: current)
                : [
                    Warning(
                        code: "monthIsFrozen",
                        message:
                            "\(current.month) is in progress with fixed amounts; this is calculated anew from the next date that is not paid."
                    )
                ]
        }
        return warnings
    }

    /// Active goals that a month was started without.
    private func newcomers(_ goals: [Goal], in month: MonthExecution) -> [Warning] {
        let known = Set(month.payments.map(\.goalID))
        let names = goals.filter { !known.contains($0.id) && $0.start <= month.end }.map { "'\($0.name)'" }
        guard !names.isEmpty else { return [] }
        let all = names.joined(separator: ", ")
        return [
            Warning(
                code: "goalsNotInMonth",
                message:
                    "\(month.month) was started without \(all), so nothing is fixed for \(names.count == 1 ? "it" : "them"): "
                    + "what is due counts in the total to set aside, and not in the month's plan.")
        ]
    }
}
