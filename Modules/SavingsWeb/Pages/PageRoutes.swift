import Allocation
import Blockchain
import CommandSupport
import ExchangeRates
import Forecast
import Foundation
import HTTPTypes
import Models
import Persistence
import Planning
import RateViews
import SavingsPages
import SavingsViews
import WebApplication
import WebPages

extension Section {
    /// Pages that show.
    static let pageRoutes: [Route] = [
        Route(.get, "/goals", .reader, "All goals") { context in
            let state = context.query["state"] ?? "active"
            let filter = GoalFilter(
                lifecycle: Goal.Lifecycle(rawValue: state), text: String((context.query["q"] ?? "").prefix(100)),
                page: context.number("page"))
            return try await context.page { set, style in Page.goals(try await set.goals(), filter, style) }
        },
        Route(.get, "/goals/{id}", .reader, "One goal") { context in
            try await context.page { set, style in try await context.goalPage(set, style) }
        },
        Route(.get, "/goals/{id}/payments", .reader, "The payments of a goal in a year") { context in
            let year = context.query["year"].flatMap { Int($0) }
            return try await context.page { set, style in
                let plan = try await set.goal(context["id"]).row.plan
                let schedule = plan.goal.lifecycle == .active ? try plan.plannedSchedule() : []
                return Page.payments(of: plan, schedule, year: year, style)
            }
        },
        Route(.get, "/assets", .reader, "All assets") { context in
            let number = context.number("page")
            return try await context.page { set, style in
                Page.assets(try await set.valuation().report, page: number, style)
            }
        },
        Route(.get, "/assets/{id}", .reader, "One asset") { context in
            try await context.page { set, style in try await context.assetPage(set, style) }
        },
        Route(.get, "/month", .reader, "The month") { context in try await context.month(nil) },
        Route(.get, "/month/{month}", .reader, "A month") { context in
            try await context.month(try CalendarMonth(context["month"]))
        },
        Route(.get, "/print/{month}", .reader, "A month on one sheet") { context in
            let month = try CalendarMonth(context["month"])
            return try await context.page { set, style in
                let months = try await set.reading.savings.months
                return Page.print(try await months.status(of: month, months.request(set.call)), style)
            }
        },
    ]
}

extension RequestContext {
    /// One goal.
    ///
    /// - Parameter treat: the fields of its payment.
    func goalPage(
        _ set: FigureSnapshot, _ style: PageStyle, treat: FormFields = FormFields(prefix: "treat")
    ) async throws -> Page {
        let found = try await set.goal(self["id"])
        let goal = found.row.plan.goal
        let changes = try await set.reading.history.entries(
            of: .init(kind: "goal", name: goal.id.uuidString), limit: 10, most: PageStyle.mostChanges
        ).value
        var (forecast, gap): (GoalForecast?, String?) = (nil, nil)
        if goal.lifecycle == .active {
            do {
                forecast = try await set.reading.savings.forecasts.forecast(
                    goal.id.uuidString, ForecastService.OddsFields(volatilities: [], correlations: []), set.call
                ).value
            } catch let problem as any Problem {
                gap = problem.description
            }
        }
        return Page.goal(
            found, schedule: goal.lifecycle == .active ? try found.row.plan.plannedSchedule() : [], forecast: forecast,
            gap: gap, changes: changes, treat: treat, remindersAreSent: try await remindersAreSent(of: goal, set), style
        )
    }

    /// Whether anything sends the reminders that are chosen for a goal; true where none are, and where that is not known.
    private func remindersAreSent(of goal: Goal, _ set: FigureSnapshot) async throws -> Bool {
        guard goal.reminder != nil, goal.lifecycle == .active, !app.sendsReminders,
            let reminders = try? await set.reading.savings.reminders.get()
        else { return true }
        return try await reminders.areSent(set.call)
    }

    /// One asset.
    ///
    /// - Parameter fields: those of a new transaction.
    func assetPage(
        _ set: FigureSnapshot, _ style: PageStyle, _ fields: FormFields = FormFields(prefix: "enter")
    ) async throws -> Page {
        let (row, goals) = try await set.asset(self["id"])
        let id = row.balance.asset.id.uuidString
        func day(_ name: String) throws -> CalendarDay? {
            try query[name].flatMap { $0.isEmpty ? nil : try CalendarDay($0) }
        }
        let filter = TransactionList.Filter(
            text: String((query["q"] ?? "").prefix(100)), from: try day("from"), to: try day("to"),
            page: number("page"))
        let transactions = TransactionList(
            entered: try await set.reading.savings.assets.transactions(of: id, set.call).value.transactions,
            onChain: try await set.reading.savings.chains.transactions(of: id, set.call).value, filter)
        return Page.asset(row, goals: goals, transactions: transactions, enter: fields, style)
    }

    fileprivate func month(_ month: CalendarMonth?) async throws -> WebResponse {
        try await page { set, style in
            let months = try await set.reading.savings.months
            let request = months.request(set.call)
            return Page.month(
                try await months.status(of: month, request), all: try await months.history(request),
                page: number("page"), style)
        }
    }
}

extension FigureSnapshot {
    /// The goal with an id among all.
    ///
    /// - Throws: ``LookupError``.
    nonisolated func goal(_ name: String) async throws -> MonthlyPlanningService.GoalReport {
        try await reading.savings.planning.goal(named: name, call).value
    }

    /// The asset with an id among all, and all goals by id.
    ///
    /// - Throws: ``LookupError``.
    nonisolated func asset(_ name: String) async throws -> (row: AssetValuation, goals: [UUID: Goal]) {
        let found = try await reading.savings.valuations.asset(named: name, call).value
        guard let row = found.report.rows.first else {
            throw LookupError.unknown(kind: "asset", name: name, nearest: nil)
        }
        return (row, found.goals)
    }

    /// The rates of all currencies in use.
    nonisolated func rates() async throws -> (found: [FoundRate], display: Currency) {
        let services = try await reading
        let display = try await services.store.displayCurrency(services.savings.display.currency)
        let used = try await services.store.read { try $0.currenciesInUse() }
        let found = try await services.savings.rates.list(
            used.isEmpty ? Set(FrozenRates.pivots) : used, in: display, on: nil, call)
        return (found.value, display)
    }
}
