import Models
import Persistence

import struct Foundation.UUID

/// The months that were started, as they stood on one day.
struct MonthBook: Sendable {
    /// All months, in order, whatever the day.
    let all: [MonthExecution]
    /// The months started by the day, in order. One that was closed later is executing.
    let months: [MonthExecution]
    let today: CalendarDay

    /// The months as they stood on `today`.
    init(_ all: [MonthExecution], today: CalendarDay) {
        self.all = all
        self.today = today
        months = all.filter { $0.startDay <= today }.map { month in
            guard let closeDay = month.closeDay, closeDay > today else { return month }
            return month.reopened
        }
    }

    /// A month, if it was started.
    subscript(month: CalendarMonth) -> MonthExecution? { months.first { $0.month == month } }

    /// The month that is executing; at most one is.
    var executing: MonthExecution? { months.last { !$0.isClosed } }

    /// The month that is executing and not over.
    var current: MonthExecution? { executing.flatMap { isOver($0) ? nil : $0 } }

    /// Whether nothing that comes in today counts for a month any more.
    func isOver(_ month: MonthExecution) -> Bool { today > month.end }

    /// The month whose frozen asks hold today, under the convention it began with.
    func frozen(_ convention: PaymentConvention) -> MonthExecution? {
        current.flatMap { $0.convention == convention.name ? $0 : nil }
    }

    /// The newest month that was started before the current one: wishes of later months were not used yet.
    var lastStarted: CalendarMonth? { months.last { $0.month < today.month }?.month }

    /// The newest month that is closed or over: what came in for it settles no later ask, and its payment dates are past.
    var settled: MonthExecution? { months.last { $0.isClosed || isOver($0) } }
}

// MARK: - Warnings

extension MonthBook {
    /// What the reader should know: a month that nobody closed, goals that the current one began without, and wishes that
    /// rolled forward.
    func warnings(wishes: [UUID: MonthlyPlan], goals: [Goal], showsFrozen: Bool) -> [Warning] {
        var warnings: [Warning] = []
        if let executing, isOver(executing) {
            warnings.append(
                Warning(
                    code: "monthStillExecuting",
                    message: "\(executing.month) is over and still executing, so nothing is frozen for \(today.month).",
                    remedy: .closeMonth))
        }
        if let current {
            warnings +=
                showsFrozen
                ? newcomers(goals, in: current)
                : [
                    Warning(
                        code: "monthIsFrozen",
                        message: "\(current.month) is executing with frozen asks; this is reckoned anew.")
                ]
        }
        let rolled = goals.compactMap { goal in wishes[goal.id].map { (goal.name, wish: $0) } }.filter {
            $0.wish.scope == .month && $0.wish.month < today.month
        }
        if let month = rolled.map(\.wish.month).max() {
            warnings.append(
                Warning(
                    code: "wishesRolledForward",
                    message: "\(month) was never started, so what was wished for it holds for \(today.month): "
                        + rolled.map { "'\($0.0)'" }.joined(separator: ", ") + "."))
        }
        return warnings
    }

    /// Goals that became active since a month was started.
    private func newcomers(_ goals: [Goal], in month: MonthExecution) -> [Warning] {
        let known = Dictionary(
            month.payments.map { ($0.goalID, $0.required.currency) }, uniquingKeysWith: { first, _ in first })
        let names = goals.filter { known[$0.id] != $0.currency && $0.start <= month.end }.map { "'\($0.name)'" }
        guard !names.isEmpty else { return [] }
        return [
            Warning(
                code: "goalsNotInMonth",
                message: "\(month.month) was started without \(names.joined(separator: ", ")), which is asked as ever.")
        ]
    }
}

// MARK: - Rules for writing

extension StoreReader {
    /// Refuses changes of a month's payments once it was started.
    ///
    /// - Throws: ``MonthError``, ``StoreError``.
    func checkOpen(_ month: CalendarMonth) throws {
        guard let started = try all(MonthExecution.self).first(where: { $0.month == month }) else { return }
        throw started.closeDay.map { MonthError.alreadyClosed(month, on: $0) } ?? .fixed(month)
    }

    /// The newest month before `month` that was started.
    func lastStarted(before month: CalendarMonth) throws -> CalendarMonth? {
        try all(MonthExecution.self).last { $0.month < month }?.month
    }
}
