import Allocation
import ExchangeRates
import Models
import Persistence

import struct Foundation.UUID

extension PlanningState {
    /// The most balances that are kept at one time for the states of several days.
    private static let balancesAtOnce = 100_000

    /// The states of the first of some days, as many as fit into memory, read together: one pass over the transactions.
    static func states(
        on days: [CalendarDay], _ reader: any StoreReader, _ request: MonthlyPlanningService.Request,
        _ funding: FundingAnswers
    ) throws -> [PlanningState] {
        let contents = try Contents(reader, request)
        let assetCount = try reader.all(Asset.self).count
        let months = days.prefix(max(1, balancesAtOnce / max(1, assetCount))).map(contents.months)
        // Many days see the same month that is over.
        let over = Dictionary(months.compactMap(\.over).map { ($0.month, $0) }) { first, _ in first }.values
        let snapshots = try AllocationSnapshot.read(
            months.map { months in
                AllocationSnapshot.Day(
                    months.today, windows: { months.window(of: $0) }, month: months.ownPayments)
            } + over.map { AllocationSnapshot.Day($0.end, onlyOfDay: true, month: $0.ownPayments) },
            from: reader, funding: funding)
        let ends = Dictionary(
            uniqueKeysWithValues: zip(over.map(\.month), snapshots.suffix(over.count).map { $0.fundings().byGoal }))
        return zip(months, snapshots).map { months, snapshot in
            PlanningState(
                contents, months, snapshot, fundingsAtEnd: months.over.flatMap { ends[$0.month] } ?? [:])
        }
    }

    /// The part of a state that is the same on every day.
    struct Contents {
        let revision: Int
        let displayCurrency: Currency
        let decisions: [UUID: [MonthlyPlan]]
        private let executions: [MonthExecution]
        private let convention: PaymentConvention

        /// - Parameter months: all months as a step would leave them; nil for those of the store.
        init(
            _ reader: any StoreReader, _ request: MonthlyPlanningService.Request, months: [MonthExecution]? = nil
        ) throws {
            executions = try months ?? reader.all(MonthExecution.self)
            convention = request.convention
            revision = try reader.revision()
            displayCurrency = try reader.displayCurrency(request.displayCurrency)
            decisions = Dictionary(grouping: try reader.all(MonthlyPlan.self), by: \.goalID)
        }

        func months(on day: CalendarDay) -> StartedMonths {
            StartedMonths(executions, today: day, convention: convention)
        }
    }
}

extension StartedMonths {
    /// The own payments of the month in progress, or of one that starts today.
    var ownPayments: MonthPayments { current?.ownPayments ?? MonthPayments(windowOfNext) }

    /// The month that is over and was not closed.
    var over: MonthExecution? { open.flatMap { isOver($0) ? $0 : nil } }
}
