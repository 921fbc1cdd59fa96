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
import PluginKit
import Presentation
import RateViews
import SavingsViews
import WebPages

extension WebApp {
    /// What may be chosen wherever figures are answered.
    static let commonParameters = [
        Route.Parameter(
            name: "as-of", summary: "The day to answer for; later transactions do not count.",
            pattern: #"^\d{4}-\d{2}-\d{2}$"#),
        displayParameter, strictParameter,
    ]
    /// The currency for totals.
    static let displayParameter = Route.Parameter(
        name: "display", summary: "The currency for totals.", pattern: "^[A-Za-z0-9]{2,12}$")
    /// Whether something may be missing.
    static let strictParameter = Route.Parameter(
        name: "strict", summary: "Whether figures that are not complete are refused.", pattern: "^(true|false)$")
    private static let convention = Route.Parameter(
        name: "convention", summary: "How payment dates are found.",
        pattern: "^(" + PlanningSettings.ConventionName.allCases.map(\.rawValue).joined(separator: "|") + ")$")
    private static let state = Route.Parameter(
        name: "state", summary: "Only goals of this state.",
        pattern: "^(" + Goal.Lifecycle.allCases.map(\.rawValue).joined(separator: "|") + ")$")

    /// For programs: the documents that the commands print, byte for byte.
    static let apiRoutes: [Route] = [
        read("/required", "What every active goal requires", "required", [convention]) { visit, set in
            guard let convention = try visit.convention else { return Document(required: try await set.required()) }
            return Document(required: try await set.reading.planning.required(set.call, convention: convention).value)
        },
        read("/goals", "All goals with where they stand", "goals", [state]) { visit, set in
            guard let state = visit.query["state"].flatMap(Goal.Lifecycle.init) else {
                return Document(goals: try await set.goals())
            }
            return Document(goals: try await set.reading.planning.required(set.call, lifecycles: [state]).value)
        },
        read(.goal, "/goals/{id}", "One goal with what funds it", "goal"),
        read("/goals/{id}/schedule", "The payments of a goal with running totals", "schedule", [convention]) {
            visit, set in
            let found = try await set.reading.planning.goal(
                named: visit["id"], set.call, convention: try visit.convention
            ).value
            return Document(schedule: found.row, report: found.report, schedule: try found.row.plan.schedule())
        },
        read("/goals/{id}/forecast", "When a goal is reached if payments go on as before", "forecast") {
            visit, set in
            let fields = ForecastService.OddsFields(volatilities: [], correlations: [])
            let forecast = try await set.reading.forecasts.forecast(visit["id"], fields, set.call)
            return Document(forecast: forecast, asOf: set.key.today)
        },
        read("/assets", "All assets with their values", "assets") { _, set in
            let found = try await set.valuation()
            return Document(assets: found.report, display: found.display, asOf: set.key.today)
        },
        read(.asset, "/assets/{id}", "One asset with the goals that it funds", "asset"),
        read("/assets/{id}/transactions", "The transactions of an asset", "transactions") { visit, set in
            let found = try await set.reading.assets.transactions(of: visit["id"], set.call).value
            let onChain = try await set.reading.chains.transactions(of: visit["id"], set.call).value
            let listed = ListedTransaction.list(entered: found.transactions, onChain: onChain)
            return Document(transactions: listed, assets: found.assets, asOf: set.key.today)
        },
        read(
            .allocations, "/assets/{id}/allocations", "Which goal gets how much of an asset", "allocations"),
        read(.transaction, "/transactions/{id}", "One transaction that was entered", "transaction"),
        read("/budget", "The least budget that reaches every goal in time", "budget") { _, set in
            let found = try await set.reading.budgets.plan(nil, keepsFirstPayments: false, set.call).value
            return Document(budget: found.plan, report: found.report)
        },
        read("/rates", "The rates of all currencies in use", "rates") { _, set in
            let (found, display) = try await set.rates()
            return Document(rates: found, display: display, asOf: set.key.today)
        },
        read("/rates/{from}/{to}", "The rate from one currency to another", "rate") { visit, set in
            let found = try await set.reading.rates.find(
                Currency(identity: visit["from"]), in: Currency(identity: visit["to"]), on: nil, set.call
            ).value
            return Document(rate: found, asOf: set.key.today)
        },
        read("/months", "All months that were started", "months") { _, set in
            let months = try await set.reading.months
            return Document(months: try await months.history(months.request(set.call)), asOf: set.key.today)
        },
        read("/months/{month}", "A month with what every goal got", "month") { visit, set in
            let months = try await set.reading.months
            return Document(
                month: try await months.status(of: try CalendarMonth(visit["month"]), months.request(set.call)))
        },
        read(
            "/history", "What was changed, newest first", "history",
            [
                Route.Parameter(name: "goal", summary: "Only changes of this goal.", pattern: "^.+$"),
                Route.Parameter(name: "asset", summary: "Only changes of this asset.", pattern: "^.+$"),
                Route.Parameter(name: "limit", summary: "How many entries at most.", pattern: #"^[1-9]\d{0,3}$"#),
            ]
        ) { visit, set in
            let limit = min(visit.query["limit"].flatMap { Int($0) } ?? 20, 1000)
            let history = try await set.reading.history
            let things = ["goal", "asset"].compactMap { kind in
                visit.query[kind].map { HistoryService.Subject(kind: kind, name: $0) }
            }
            guard things.count < 2 else { throw WebProblem.twoMembers("goal", "asset") }
            let entries = try await history.entries(of: things.first, limit: limit)
            return Document(history: entries.value, asOf: set.key.today)
        },
        Route(.get, "/api/v1/doctor", .reader, "How every service is", documents: ["doctor"]) { visit in
            let report = try await visit.app.household.health()
            return .json(Document(health: report, asOf: visit.app.context.today).jsonText)
        },
        Route(.get, "/api/v1/openapi.json", .everybody, "This description") { _ in
            .json(OpenAPI(WebApp.routes).text)
        },
        Route(.get, "/api", .reader, "The API in words") { visit in
            .html(visit.frame(nil, []).text(OpenAPI(WebApp.routes).page))
        },
    ]

    /// An address that answers with one thing, and with its version.
    private static func read(
        _ thing: VersionedThing, _ path: String, _ summary: String, _ document: String
    ) -> Route {
        read(path, summary, document, of: thing) { visit, set in try await thing.document(visit["id"], set) }
    }

    /// An address that answers with one document of a set of figures.
    private static func read(
        _ path: String, _ summary: String, _ document: String, _ own: [Route.Parameter] = [],
        of thing: VersionedThing? = nil,
        _ make: @escaping @Sendable (Visit, FigureSet) async throws -> Document
    ) -> Route {
        let parameters = commonParameters + own
        return Route(.get, "/api/v1\(path)", .reader, summary, documents: [document], parameters: parameters) { visit in
            try visit.check(parameters)
            return try await visit.figures { set in
                // What is shown follows from the set alone: who has it already is not told again. Of one thing the tag begins
                // with its version, by which it can be changed whatever its figures are by then.
                let tag =
                    if let thing {
                        try await visit.tag(of: thing, visit["id"], set)
                    } else {
                        "\"r\(set.key.revision)-\(set.id)\""
                    }
                let known = visit.request.headers[.ifNoneMatch]?.split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
                if known?.contains(tag) == true { return WebAnswer(.notModified, "application/json", "", headers) }
                let document = visit.app.context.worded(try await make(visit, set))
                try visit.checkStrict(document)
                return .json(document.jsonText, .ok, headers)
            }
        }
    }
}

extension Visit {
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

    /// Refuses figures that are not complete where only complete ones are wanted.
    ///
    /// - Throws: ``WebProblem/incomplete``.
    func checkStrict(_ document: Document) throws {
        if query["strict"] == "true", !document.isComplete { throw WebProblem.incomplete }
    }

    /// Refuses names that mean nothing here: one that is mistyped would silently be left out.
    ///
    /// - Throws: ``WebProblem``.
    func check(_ parameters: [Route.Parameter]) throws {
        for (name, value) in query.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw WebProblem.unknownParameter(
                    name: name, nearest: nearestName(to: name, among: parameters.map(\.name)))
            }
            guard value.range(of: parameter.pattern, options: .regularExpression) != nil else {
                throw WebProblem.badParameter(name: name, value: value)
            }
        }
    }
}
