public import Allocation
public import ExchangeRates
public import Models
public import Persistence
public import Planning

import struct Foundation.UUID

/// What may become of goals: forecasts from what people did, and the odds under volatile prices.
public struct ForecastService: Sendable {
    private let store: any Store
    private let rates: ExchangeRateService
    private let funding: FundingSources
    let planning: MonthlyPlanningService
    let months: MonthService

    /// A service over a store, rates, the sources of balances, and what the settings say.
    public init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources = FundingSources(),
        settings: PlanningSettings = PlanningSettings()
    ) {
        self.store = store
        self.rates = rates
        self.funding = funding
        planning = MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
        months = MonthService(store: store, rates: rates, funding: funding, settings: settings)
    }

    /// When the goal that `name` means is reached if its owner goes on as before, with how it came to what it has.
    ///
    /// - Throws: ``LookupError``, ``ForecastError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func forecast(
        _ name: String, _ fields: OddsFields, _ call: Call
    ) async throws -> Outcome<GoalForecast> {
        let given = try PriceAssumptions(
            volatilities: fields.volatilities, correlations: fields.correlations, assets: try await movingAssets())
        let found = try await planning.goal(named: name, call)
        let plan = found.value.row.plan
        guard plan.goal.lifecycle == .active else {
            throw ForecastError.notActive(goal: plan.goal.name, plan.goal.lifecycle)
        }
        let forecast = try await forecast(
            plan, try await past(of: [plan.goal], found.value.report.convention, call), given,
            found.value.report.convention, call)
        var warnings = Warning.about(plan, in: found.warnings)
        if let gap = forecast.gap {
            warnings.append(
                Warning(code: gap.code, message: "The range of outcomes is not known. \(gap)", remedy: gap.remedy))
        }
        return Outcome(
            forecast, warnings: warnings,
            isComplete: found.value.row.unavailable.isEmpty && forecast.history.unavailable.isEmpty
                && forecast.gap == nil)
    }

    func forecast(
        _ plan: GoalPlan, _ past: Past, _ given: PriceAssumptions, _ convention: PaymentConvention, _ call: Call
    ) async throws -> GoalForecast {
        let history = try past.history(of: plan.goal)
        return try await GoalForecast(
            plan, history, past.outlook(plan, history, given), rates: past.today, convention: convention,
            today: call.today)
    }

    /// How likely goals are reached by their deadlines.
    ///
    /// - Parameter name: the goal; nil for all active ones, of which those that cannot be simulated are listed.
    /// - Throws: ``LookupError``, ``ForecastError``, ``RequestError``, ``StoreError``, ``MoneyError/tooLarge(_:)``,
    ///   `CancellationError`.
    public func odds(_ name: String?, _ fields: OddsFields, _ call: Call) async throws -> Outcome<OddsReport> {
        let report: MonthlyPlanReport
        var rows: [MonthlyPlanReport.Row]
        if let name {
            let found = try await planning.goal(named: name, call).value
            (report, rows) = (found.report, [found.row])
        } else {
            report = try await planning.required(call).value
            rows = report.rows
        }
        let terms = try Terms(
            fields, of: name == nil ? nil : rows.first?.plan.goal, assets: try await movingAssets())
        if name != nil, let goal = rows.first?.plan.goal, goal.lifecycle != .active {
            throw ForecastError.notActive(goal: goal.name, goal.lifecycle)
        }
        let past = try await past(of: rows.map(\.plan.goal), report.convention, call)
        var goals: [GoalOdds] = []
        var unavailable = name == nil ? report.unplanned : []
        for row in rows {
            do {
                goals.append(try await odds(row.plan, past, terms, report.convention, call))
            } catch let error as any Problem where name == nil {
                // One goal that cannot be simulated stops no other (R6).
                unavailable.append(Unavailable(item: row.plan.goal.name, reason: error.description))
            }
            unavailable += row.unavailable
        }
        let warnings = rows.count == 1 ? Warning.about(rows[0].plan, in: report.warnings) : report.warnings
        return Outcome(
            OddsReport(
                goals: goals, isForOneGoal: name != nil, terms: terms, today: call.today, unavailable: unavailable),
            warnings: warnings,
            isComplete: unavailable.isEmpty && goals.allSatisfy { $0.probabilityBound == nil })
    }

    private func odds(
        _ plan: GoalPlan, _ past: Past, _ terms: Terms, _ convention: PaymentConvention, _ call: Call
    ) async throws -> GoalOdds {
        let goal = plan.goal
        guard goal.deadline >= call.today else {
            throw ForecastError.deadlinePassed(goal: goal.name, goal.deadline)
        }
        let history = try past.history(of: goal)
        let outlook = try past.outlook(plan, history, terms.given).get()
        return try await GoalOdds(
            outlook, terms, today: call.today,
            dates: convention.upcoming(today: call.today, start: goal.start, deadline: goal.deadline))
    }

    /// What assets gave to goals day by day, and the rates of these days.
    func past(of goals: [Goal], _ convention: PaymentConvention, _ call: Call) async throws -> Past {
        let days = (0..<GoalHistory.days).map { call.today.adding(days: $0 + 1 - GoalHistory.days) }
        // Before its first day a goal has no history; prices have one.
        let earliest = min(goals.map(\.start).min() ?? call.today, call.today)
        let lived = days.filter { $0 >= earliest }
        let (funding, firstDays) = try await funding.answering(call) { answers in
            try await store.read { reader in
                let months = try reader.all(MonthExecution.self)
                let firstDays = goals.map { FundingHistory.FirstDay(of: $0, convention, months) }
                let spans = months.map { month in
                    FundingHistory.Month(
                        of: Set(month.payments.map(\.goalID)), from: month.startDay, startedAt: month.startedAt,
                        through: month.closeDay.map { min($0, month.end) } ?? month.end)
                }
                return (
                    try FundingHistory(
                        of: goals.map(\.id), on: lived, firstDays: firstDays, months: spans, zone: call.zone,
                        from: reader, funding: answers), firstDays
                )
            }
        }
        var wanted: Set<ExchangeRateService.WantedRate> = []
        for goal in goals {
            for currency in funding.currencies(of: goal.id) where currency != goal.currency {
                wanted.insert(.init(from: currency, to: goal.currency))
            }
        }
        let priced = self.funding.moving(funding.assets)
        let conversions =
            priced.isEmpty ? [] : try await store.read { try self.funding.conversions(of: priced, in: $0) }
        let found = try await rates.rates(for: wanted.union(conversions), on: [nil] + days, call)
        let ratesByDay = Array(zip(days, found.dropFirst()).map { (day: $0, rates: $1) })
        let prices =
            priced.isEmpty
            ? [:] : try await store.read { try self.funding.prices(of: priced, on: ratesByDay, in: $0) }
        return Past(
            funding: funding, firstDays: Dictionary(firstDays.map { ($0.goal, $0) }) { first, _ in first },
            today: funding.sourceRates.adding(found.first ?? FrozenRates([])),
            days: ratesByDay, prices: prices)
    }

    /// The names of assets whose value moves, by which assumptions can name them.
    private func movingAssets() async throws -> Set<String> {
        Set(try await store.read { self.funding.moving(try $0.all(Asset.self)) }.map(\.name))
    }
}

extension FundingHistory.FirstDay {
    /// The contributions of a goal's first day: those of a started month; without one all when it is a payment day, else
    /// nothing, since what is there then was there before (R3).
    fileprivate init(of goal: Goal, _ convention: PaymentConvention, _ months: [MonthExecution]) {
        let day = goal.start
        let own = ContributionWindow(after: day.adding(days: -1))
        let month = months.last { month in
            month.startDay <= day && day <= month.end && month.window.after < day && month.payment(for: goal.id) != nil
        }
        let window: ContributionWindow?
        if convention.isPaymentDay(day) {
            window = own
        } else if let month {
            // What was entered before the start of the month was there at its start.
            window =
                month.startDay < day
                ? own : ContributionWindow(after: own.after, closing: .init(end: day, instant: month.startedAt))
        } else {
            window = nil
        }
        self.init(of: goal.id, on: day, counting: window)
    }
}

extension Warning {
    /// Those of a report of all goals that are about one: about its rates and its assets.
    fileprivate static func about(_ plan: GoalPlan, in warnings: [Warning]) -> [Warning] {
        let rates = Warning.rateWarnings(plan.progress.rates)
        let assets = Set(plan.progress.funding.map { "'\($0.asset)'" })
        return rates
            + warnings.filter { warning in
                !rates.contains(warning) && assets.contains { warning.message.contains($0) }
            }
    }
}
