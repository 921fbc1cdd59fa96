import Allocation
public import Models
import Persistence

import struct Foundation.UUID

/// The months that were started, as they stood on one day.
public struct MonthBook: Sendable {
    /// The months started by then, in order. One that was closed later is executing.
    public let months: [MonthExecution]
    private let today: CalendarDay

    /// The months as they stood on `today`.
    public init(_ months: [MonthExecution], today: CalendarDay) {
        self.today = today
        self.months = months.filter { $0.startDay <= today }.map { month in
            guard let closeDay = month.closeDay, closeDay > today else { return month }
            return month.reopened
        }
    }

    /// A month, if it was started.
    public subscript(month: CalendarMonth) -> MonthExecution? { months.first { $0.month == month } }

    /// The month that is executing; at most one is.
    public var executing: MonthExecution? { months.last { !$0.isClosed } }

    /// The month whose frozen asks hold today: the current one, while it is executing, under the convention it began with.
    func current(_ convention: PaymentConvention) -> MonthExecution? {
        guard let executing, executing.month == today.month, executing.convention == convention.name else { return nil }
        return executing
    }

    /// The newest month that was started before the current one: wishes of later months were not used yet.
    var lastStarted: CalendarMonth? { months.last { $0.month < today.month }?.month }

    /// What each goal had when the newest month was closed, if that was after `day`: what came in before belonged to that
    /// month, and settles no later ask.
    func settled(after day: CalendarDay) -> [UUID: [MonthExecution.Funding]] {
        guard let month = months.last(where: \.isClosed), let closeDay = month.closeDay, closeDay > day else {
            return [:]
        }
        var settled: [UUID: [MonthExecution.Funding]] = [:]
        for payment in month.payments { settled[payment.goalID] = payment.result?.funding }
        return settled
    }

    /// What the reader should know: a month that nobody closed, and wishes that rolled forward.
    func warnings(wishes: [UUID: MonthlyPlan], goals: [UUID: Goal]) -> [Warning] {
        var warnings: [Warning] = []
        if let executing, executing.month < today.month {
            warnings.append(
                Warning(
                    code: "monthStillExecuting",
                    message: "\(executing.month) is still executing, so nothing is frozen for \(today.month). "
                        + "Close it: cst-plan month close"))
        }
        let rolled = wishes.filter { $0.value.scope == .month && $0.value.month < today.month }
        let names = rolled.compactMap { goals[$0.key]?.name }.sorted()
        if let month = rolled.map(\.value.month).max() {
            warnings.append(
                Warning(
                    code: "wishesRolledForward",
                    message: "\(month) was never started, so what was wished for it holds for \(today.month): "
                        + names.map { "'\($0)'" }.joined(separator: ", ") + "."))
        }
        return warnings
    }
}

extension StoreReader {
    /// Refuses changes of a month's payments once it was started.
    ///
    /// - Throws: ``MonthError/fixed(_:)``, ``StoreError``.
    func checkOpen(_ month: CalendarMonth) throws {
        guard try !months().contains(where: { $0.month == month }) else { throw MonthError.fixed(month) }
    }

    /// The newest month before `month` that was started.
    func lastStarted(before month: CalendarMonth) throws -> CalendarMonth? {
        try months().last { $0.month < month }?.month
    }
}
