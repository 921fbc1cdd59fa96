import Allocation
import Blockchain
import CommandSupport
import ExchangeRates
import Forecast
import Foundation
import Models
import Persistence
import Planning
import Presentation
import RateViews
import SavingsViews
import WebApplication
import WebPages

extension Section {
    private static let convention = Route.Parameter(
        name: "convention", summary: "How payment dates are found.",
        pattern: "^(" + PlanningSettings.ConventionName.allCases.map(\.rawValue).joined(separator: "|") + ")$")
    private static let state = Route.Parameter(
        name: "state", summary: "Only goals of this state.",
        pattern: "^(" + Goal.Lifecycle.allCases.map(\.rawValue).joined(separator: "|") + ")$")

    /// For programs: the documents that the commands print, byte for byte.
    static let apiRoutes: [Route] = [
        .read("/required", "What every active goal requires", "required", [convention]) { context, set in
            guard let convention = try context.convention else { return Document(required: try await set.required()) }
            return Document(
                required: try await set.reading.savings.planning.required(set.call, convention: convention).value)
        },
        .read("/goals", "All goals with where they stand", "goals", [state]) { context, set in
            guard let state = context.query["state"].flatMap(Goal.Lifecycle.init) else {
                return Document(goals: try await set.goals())
            }
            return Document(goals: try await set.reading.savings.planning.required(set.call, lifecycles: [state]).value)
        },
        .read(.goal, "/goals/{id}", "One goal with what funds it", "goal"),
        .read("/goals/{id}/schedule", "The payments of a goal with running totals", "schedule", [convention]) {
            context, set in
            let found = try await set.reading.savings.planning.goal(
                named: context["id"], set.call, convention: try context.convention
            ).value
            return Document(schedule: found.row, report: found.report, schedule: try found.row.plan.schedule())
        },
        .read("/goals/{id}/forecast", "When a goal is reached if payments go on as before", "forecast") {
            context, set in
            let fields = ForecastService.OddsFields(volatilities: [], correlations: [])
            let forecast = try await set.reading.savings.forecasts.forecast(context["id"], fields, set.call)
            return Document(forecast: forecast, asOf: set.key.today)
        },
        .read("/assets", "All assets with their values", "assets") { _, set in
            let found = try await set.valuation()
            return Document(assets: found.report, display: found.display, asOf: set.key.today)
        },
        .read(.asset, "/assets/{id}", "One asset with the goals that it funds", "asset"),
        .read("/assets/{id}/transactions", "The transactions of an asset", "transactions") { context, set in
            let found = try await set.reading.savings.assets.transactions(of: context["id"], set.call).value
            let onChain = try await set.reading.savings.chains.transactions(of: context["id"], set.call).value
            let listed = ListedTransaction.list(entered: found.transactions, onChain: onChain)
            return Document(transactions: listed, assets: found.assets, asOf: set.key.today)
        },
        .read(
            .allocations, "/assets/{id}/allocations", "Which goal gets how much of an asset", "allocations"),
        .read(.transaction, "/transactions/{id}", "One transaction that was entered", "transaction"),
        .read("/budget", "The least budget that reaches every goal in time", "budget") { _, set in
            let found = try await set.reading.savings.budgets.plan(nil, keepsFirstPayments: false, set.call).value
            return Document(budget: found.plan, report: found.report)
        },
        .read("/rates", "The rates of all currencies in use", "rates") { _, set in
            let (found, display) = try await set.rates()
            return Document(rates: found, display: display, asOf: set.key.today)
        },
        .read("/rates/{from}/{to}", "The rate from one currency to another", "rate") { context, set in
            let found = try await set.reading.savings.rates.find(
                Currency(identity: context["from"]), in: Currency(identity: context["to"]), on: nil, set.call
            ).value
            return Document(rate: found, asOf: set.key.today)
        },
        .read("/months", "All months that were started", "months") { _, set in
            let months = try await set.reading.savings.months
            return Document(months: try await months.history(months.request(set.call)), asOf: set.key.today)
        },
        .read("/months/{month}", "A month with what every goal got", "month") { context, set in
            let months = try await set.reading.savings.months
            return Document(
                month: try await months.status(of: try CalendarMonth(context["month"]), months.request(set.call)))
        },
        .read(
            "/history", "What was changed, newest first", "history",
            [
                Route.Parameter(name: "goal", summary: "Only changes of this goal.", pattern: "^.+$"),
                Route.Parameter(name: "asset", summary: "Only changes of this asset.", pattern: "^.+$"),
                Route.Parameter(name: "limit", summary: "How many entries at most.", pattern: #"^[1-9]\d{0,3}$"#),
            ]
        ) { context, set in
            let limit = min(context.query["limit"].flatMap { Int($0) } ?? 20, 1000)
            let history = try await set.reading.history
            let things = ["goal", "asset"].compactMap { kind in
                context.query[kind].map { HistoryService.Subject(kind: kind, name: $0) }
            }
            guard things.count < 2 else { throw WebProblem.twoMembers("goal", "asset") }
            let entries = try await history.entries(of: things.first, limit: limit)
            return Document(history: entries.value, asOf: set.key.today)
        },
    ]
}

extension RequestContext {
    /// The convention that is asked for; nil for that of the settings.
    fileprivate var convention: PlanningSettings.ConventionName? {
        get throws {
            try query["convention"].map { text in
                guard let name = PlanningSettings.ConventionName(rawValue: text) else {
                    throw WebProblem.badParameter(name: "convention", value: text)
                }
                return name
            }
        }
    }
}
