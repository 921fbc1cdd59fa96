import ExchangeRates
import Foundation
package import Ledger
package import Presentation
import RateViews
package import Values

extension Document {
    private typealias Statistics = StatisticsService.Statistics
    /// Statistics with the most levels of categories that are shown.
    private struct Shown: Sendable {
        let statistics: Statistics
        let depth: Int?
    }
    private typealias Row = (row: FlowReport.Row, name: String, total: Money)

    private static let row = Shape<Row>(
        .value("path", \.name), .value("kind", \.row.kind), .figure("amount", \.row.amount, \.row.bound),
        .ratio(
            "share",
            { part in
                guard part.total.isPositive else { return nil }
                return part.row.amount.ratio.divided(by: part.total.ratio)
            }, isNullable: true, note: "Of the total of its kind."),
        .value("count", \.row.count), .value("depth", { max(1, $0.row.path.count) }), .value("own", \.row.own))

    private static let month = Shape<FlowReport.Month>(
        .value("month", \.month), .figure("income", \.income, \.incomeBound),
        .figure("expense", \.expense, \.expenseBound),
        .figure("net", \.net, \.netBound),
        .ratio("savingsRate", \.savingsRate, isNullable: true))

    private static let top = Shape<StatisticsService.Top>(
        .value("transaction", \.transactionID), .value("day", \.day), .value("payee", \.payee), .value("path", \.path),
        .value("amount", \.amount))

    private static let average = Shape<StatisticsService.Average>(
        .value("months", \.months), .figure("income", \.income, \.flows.incomeBound),
        .figure("expense", \.expense, \.flows.expenseBound), .figure("net", \.net, \.flows.netBound))

    private static let uncategorised = Shape<Statistics>(
        .value("count", \.uncategorised), .value("income", { $0.uncategorised(.income) }),
        .value("expense", { $0.uncategorised(.expense) }))

    private static let totals: [Field<FlowReport>] = [
        .figure("income", \.income, \.incomeBound), .figure("expense", \.expense, \.expenseBound),
        .figure("net", \.net, \.netBound),
    ]

    private typealias Compared = (period: LedgerPeriod, flows: FlowReport)
    private static let compared = Shape<Compared>(
        .value("from", \.period.first), .value("to", \.period.last), .members(Shape(totals), \.flows))

    private static let statisticsShape = DocumentShape<Shown>(
        "statistics", "Income and expense of a period.", main: "rows",
        Shape(
            .list("rows", row, { $0.statistics.listed(to: $0.depth) }), .members(statisticsBody, \.statistics)))

    private static let statisticsBody = Shape<Statistics>(
        .value("displayCurrency", \.display), .value("from", \.period.first), .value("to", \.period.last),
        .members(Shape(totals), \.flows), .figure("neutral", \.flows.neutral, \.flows.neutralBound),
        .ratio("savingsRate", \.flows.savingsRate, isNullable: true, note: "Net of income."),
        .object("uncategorised", uncategorised, { $0 }),
        .list("months", month, \.flows.months), .list("top", top, \.top),
        .list("averages", average, \.averages), .nullable("compare", compared, \.comparison),
        .unavailable(\.unavailable), .rates(\.rates))

    private typealias Point = (day: CalendarDay, point: NetWorthPoint)
    private static let account = Shape<NetWorthPoint.Row>(
        .value("id", \.id), .value("name", \.name), .value("value", \.value))
    private static let point = Shape<Point>(
        .value("day", \.day), .figure("total", \.point.total, \.point.bound),
        .figure("assets", \.point.assets, \.point.assetsBound),
        .figure("liabilities", \.point.liabilities, \.point.liabilitiesBound), .list("accounts", account, \.point.rows))
    private static let bridge = Shape<NetWorthBridge>(
        .figure("start", \.start, \.bounds.start), .figure("opened", \.opened, \.bounds.opened),
        .figure("income", \.income, \.bounds.income), .figure("expense", \.expense, \.bounds.expense),
        .figure("neutral", \.neutral, \.bounds.neutral),
        .value("revaluation", \.revaluation, note: "Null where a rate is missing."),
        .figure("end", \.end, \.bounds.end))

    private static let netWorthShape = DocumentShape<NetWorthService.Report>(
        "netWorth", "The net worth on days.", main: "points",
        Shape(
            .value("displayCurrency", \.display), .list("points", point, \.points),
            .nullable("bridge", bridge, \.bridge), .unavailable(\.unavailable), .rates(\.rates)))

    static let ofStatistics = [statisticsShape.description, netWorthShape.description]

    /// Income and expense of a period.
    ///
    /// - Parameter depth: the most levels of categories that are shown; nil for all.
    package init(statistics outcome: Outcome<StatisticsService.Statistics>, depth: Int? = nil, asOf day: CalendarDay) {
        self.init(
            Self.statisticsShape, Shown(statistics: outcome.value, depth: depth), asOf: day,
            isComplete: outcome.isComplete, warnings: outcome.warnings)
    }

    /// The net worth on days.
    package init(netWorth outcome: Outcome<NetWorthService.Report>, asOf day: CalendarDay) {
        self.init(
            Self.netWorthShape, outcome.value, asOf: day, isComplete: outcome.isComplete, warnings: outcome.warnings)
    }
}

extension StatisticsService.Statistics {
    /// The rows with the total of their kind.
    fileprivate func listed(to depth: Int?) -> [(row: FlowReport.Row, name: String, total: Money)] {
        flows.rows.filter { $0.path.count <= depth ?? .max }.map { row in
            switch row.kind {
            case .income: (row, name(of: row), flows.income)
            case .expense: (row, name(of: row), flows.expense)
            case .neutral: (row, name(of: row), flows.neutral)
            }
        }
    }

    /// The path of a row joined by colons, or words for none.
    func name(of row: FlowReport.Row) -> String { row.path.isEmpty ? nameless : row.path.joined(separator: ":") }

    /// The words for a row without a name.
    var nameless: String { grouping == .category ? "(uncategorised)" : "(none)" }
}
