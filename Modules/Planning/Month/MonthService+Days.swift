import Allocation
public import Models

extension MonthService {
    /// The plan of a day.
    public struct DayPlan: Sendable {
        /// The required and the planned amount of every goal.
        public let report: MonthlyPlanReport
        /// The month in progress; nil without one.
        public let month: MonthReport?
    }

    /// Hands on the plan of each of some days as far as it is known now, day by day. The store is read for many days at once.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`, what `body` throws.
    public func forEachPlan(
        on days: Set<CalendarDay>, _ call: Call, _ body: (CalendarDay, DayPlan) throws -> Void
    ) async throws {
        var left = days.sorted()[...]
        while !left.isEmpty {
            let states = try await planning.states(on: Array(left), request(call))
            for (day, state) in zip(left, states) {
                var request = request(call)
                request.call.today = day
                let report = try await planning.plan(PlanInputs(request, state))
                let month: MonthReport? =
                    if let month = report.month { try await status(of: month, request, state: state) } else { nil }
                try body(day, DayPlan(report: report, month: month))
            }
            left = left.dropFirst(states.count)
        }
    }
}
