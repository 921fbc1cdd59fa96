import Allocation
import ExchangeRates
import Foundation
import HouseholdLaws
import Models
import Persistence
import Planning
import Presentation
import RealHousehold
import SavingsPages
import SavingsViews
import TestSupport
import Testing
import WebPages

/// Every figure of every page, for random households, against the documents that programs print of the same.
struct HouseholdPagesTests {
    /// As many households as `CST_HOUSEHOLDS` says, with seeds of their own.
    private static let batches: [ClosedRange<UInt64>] = {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["CST_HOUSEHOLDS"].flatMap(UInt64.init) ?? 120
        let first = environment["CST_TEST_SEED"].flatMap(UInt64.init) ?? 1
        return stride(from: first, to: first + count, by: 25).map { $0...min($0 + 24, first + count - 1) }
    }()

    @Test(arguments: batches)
    func `every figure of every page is one of the documents`(seeds: ClosedRange<UInt64>) async throws {
        for seed in seeds {
            let (household, moment) = try await RealHousehold.lived(seed: seed)
            // Half of the households lose the rates of a currency at the end.
            if seed.isMultiple(of: 2) {
                var prices = try HouseholdYear.random(seed: seed).prices
                prices[try currency(seed.isMultiple(of: 4) ? "EUR" : "BTC")] = nil
                household.set(prices)
            }
            let pages = try await HouseholdPages(household, moment)
            for difference in pages.differences.prefix(3) { Issue.record("seed \(seed), \(difference)") }
        }
    }
}

/// The pages of a household with the documents of the same.
private struct HouseholdPages {
    private(set) var differences: [String] = []
    private var texts: [String: String] = [:]
    /// "12.50 USD" for each amount of a document.
    private var told: Set<String> = []
    private let style: PageStyle

    init(_ household: RealHousehold, _ moment: HouseholdMoment) async throws {
        let call = household.call(moment)
        let numbers = try #require(NumberFormat.named("de"))
        style = PageStyle(numbers, hidesAmounts: false, zone: .gmt, today: moment.today)
        let required = try await household.planning.required(call).value
        let all = try await household.planning.required(call, lifecycles: Set(Goal.Lifecycle.allCases)).value
        let valuations = AssetValuationService(
            store: household.store, rates: household.rates, display: DisplayCurrency(nil), funding: household.funding)
        let valuation = try await valuations.list(call).value
        let history = try await valuations.history(of: valuation, .all, call)
        let session = required.rows.isEmpty ? nil : try await household.flex.plan(FlexService.Fields(), call).value
        let months = try await household.months.history(household.months.request(call))

        try tell(Document(required: required))
        try tell(Document(goals: all))
        try tell(Document(assets: valuation.report, display: valuation.display, asOf: moment.today))
        try tell(Document(months: months, asOf: moment.today))
        for month in months { if let beside = month.othersPlanned { told.insert(beside.description) } }
        if let session { try tell(Document(flex: session.plan, report: session.report)) }
        // What follows from decisions is in no document of one date.
        for plan in all.rows.map(\.plan) {
            if let later = try plan.laterPayment() { told.insert(later.amount.description) }
        }
        if let later = try required.laterTotal() { told.insert(later.amount.description) }
        for part in try required.plannedByDay() { told.insert(part.amount.description) }
        for row in session?.plan.rows ?? [] { told.insert(row.level.description) }
        for row in all.rows { try tell(Document(goal: row, report: all)) }
        for month in months { try tell(Document(month: month)) }

        checkTotals(required, session?.plan, valuation.report)
        check("overview", required, session?.plan, valuation.report, history)
        add("goals", Page.goals(all, GoalFilter(lifecycle: nil, text: "", page: 1), style))
        for row in all.rows {
            let found = try await household.planning.goal(named: row.plan.goal.id.uuidString, call).value
            let schedule = row.plan.goal.lifecycle == .active ? try row.plan.plannedSchedule() : []
            for (_, year) in Dictionary(grouping: schedule, by: \.payment.date.parts.year) {
                told.insert(try Money.sum(year.map(\.payment.amount), in: row.plan.goal.currency).description)
            }
            if !schedule.isEmpty { try tell(Document(schedule: row, report: all, schedule: schedule)) }
            add(row.plan.goal.name, Page.goal(found, schedule: schedule, forecast: nil, gap: nil, changes: [], style))
        }
        add("assets", Page.assets(valuation.report, style))
        for row in valuation.report.rows {
            try tell(
                Document(
                    asset: row, goals: valuation.goals, display: valuation.display, warnings: [], asOf: moment.today))
            add(
                row.balance.asset.name,
                Page.asset(row, goals: valuation.goals, transactions: TransactionList(entered: []), style))
        }
        if let session { add("flex", Page.flex(session.plan, [session.plan], FormFields(), style)) }
        for month in months {
            checkMonth(month, required)
            add("month", Page.month(month, all: months, style))
            add("print", Page.print(month, style))
        }
        checkFigures()
    }

    private mutating func add(_ name: String, _ page: Page) { texts[name, default: ""] += page.content.text }

    private mutating func differ(_ text: String) { differences.append(text) }

    // MARK: - Documents

    private mutating func tell(_ document: Document) throws {
        func collect(_ value: Any) {
            if let list = value as? [Any] { list.forEach(collect) }
            guard let members = value as? [String: Any] else { return }
            if let amount = members["amount"] as? String, let currency = members["currency"] as? String {
                told.insert("\(amount) \(currency)")
            }
            members.values.forEach(collect)
        }
        collect(try JSONSerialization.jsonObject(with: Data(document.jsonText.utf8)))
    }

    /// Each amount of each page is shown as what it is, and is an amount of a document.
    private mutating func checkFigures() {
        for (name, text) in texts {
            let figures = Self.figures(text)
            // Not a page without figures is checked by accident.
            if figures.isEmpty, name != "goals", name != "month", !text.contains("No ") {
                differ("\(name) has no figures")
            }
            for (value, shown) in figures {
                let parts = shown.split(separator: "\u{A0}")
                guard parts.count == 2, style.numbers.digits(value) == String(parts[0]) else {
                    differ("\(name) shows \(shown) for \(value)")
                    continue
                }
                if !told.contains("\(value) \(parts[1])") {
                    let before = text.components(separatedBy: "value=\"\(value)\"")[0].suffix(400)
                    differ("\(name): \(value) \(parts[1]) is in no document, after \(before)")
                }
            }
        }
    }

    /// The value of each amount with what is shown.
    private static func figures(_ text: String) -> [(value: String, shown: String)] {
        text.matches(of: #/<data class="amount" value="([^"]*)">([^<]*)<\/data>/#).map {
            (String($0.output.1), String($0.output.2))
        }
    }

    // MARK: - Totals

    /// The rows and the foot of a table, as amounts of its columns.
    private static func table(_ caption: String, in text: String) -> (rows: [[String]], total: [String])? {
        guard let start = text.range(of: "<caption>\(caption)</caption>"),
            let end = text[start.upperBound...].range(of: "</table>")
        else { return nil }
        let table = text[start.upperBound..<end.lowerBound]
        let halves = table.components(separatedBy: "<tfoot")
        func rows(_ text: String) -> [[String]] {
            text.components(separatedBy: "<tr").dropFirst().map { figures($0).map(\.value) }
        }
        let body = halves[0].components(separatedBy: "<tbody").last ?? ""
        return (rows(body), halves.count > 1 ? rows(halves[1]).first ?? [] : [])
    }

    private mutating func checkTotals(
        _ required: MonthlyPlanReport, _ flex: FlexPlan?, _ assets: AssetValuationReport
    ) {
        let sum = required.due.compactMap(\.plannedDisplay)
        if let total = try? Money.sum(sum, in: required.displayCurrency), total != required.plannedTotal {
            differ("the payments add up to \(total), not \(required.plannedTotal)")
        }
    }

    /// A month in progress has the total of all goals: what is left of its payments, and what is due beside them.
    private mutating func checkMonth(_ month: MonthReport, _ required: MonthlyPlanReport) {
        guard let total = month.total, total.currency == required.displayCurrency else { return }
        let beside = month.others.compactMap(\.plannedDisplay)
        let sum = try? Money.sum([month.planned] + beside, in: total.currency)
        if total != required.plannedTotal || sum != total {
            differ("\(month.month.month) has \(month.planned) and \(beside), not \(required.plannedTotal)")
        }
    }

    private mutating func check(
        _ name: String, _ required: MonthlyPlanReport, _ flex: FlexPlan?, _ assets: AssetValuationReport,
        _ history: BalanceHistory
    ) {
        let overview = Page.overview(
            required, flex: flex, assets: assets, history: assets.rows.isEmpty ? nil : history, changes: [], style)
        let page = Page.overview([overview])
        let text = page.content.text
        // What a document has in the goal's currency alone: it adds up to the document's total, as is checked below.
        for amount in required.rows.compactMap(\.plannedDisplay) { told.insert(amount.description) }
        // The history has no document; what it shows was summed up elsewhere.
        for amount in history.totals.compactMap({ $0 }) { told.insert(amount.description) }
        for line in history.lines(most: LineChart.mostSeries - 1) {
            for amount in line.values.compactMap({ try? $0?.rounded(.halfEven) }) { told.insert(amount.description) }
        }
        texts[name] = text
        guard !required.rows.isEmpty || !assets.rows.isEmpty else { return }
        // The parts of the total, which are rounded up one by one, add up to it.
        if let (rows, total) = Self.table("Payments that add up to the total", in: text) {
            let parts = rows.compactMap { $0.count == 2 ? Ratio.of($0[1]) : nil }
            if Ratio.of(total.last ?? "") != parts.reduce(.zero, +) {
                differ("the payments do not add up: \(rows), \(total)")
            }
        } else {
            differ("there is no table of payments")
        }
        if let flex, !flex.rows.isEmpty {
            if let (rows, total) = Self.table("Payments now and afterwards", in: text) {
                for column in 0...1 {
                    // A late goal begins with what its later payments are instead; a skipped one has no required payment.
                    let parts = rows.filter { $0.count.isMultiple(of: 2) }.compactMap {
                        Ratio.of($0.suffix(2)[$0.count - 2 + column])
                    }
                    if total.count < 2 || Ratio.of(total[column]) != parts.reduce(.zero, +) {
                        differ("column \(column) of flex does not add up: \(rows), \(total)")
                    }
                }
            } else {
                differ("there is no table of flex")
            }
        }
        if let (rows, total) = Self.table("Assets by value", in: text) {
            let parts = rows.compactMap { $0.count == 2 ? Ratio.of($0[1]) : nil }
            let rest = (Ratio.of(total.last ?? "") ?? .zero) - parts.reduce(.zero, +)
            // The total is rounded once; each part may lie half a minor unit beside.
            let most = Ratio(Int128(parts.count)) * (Ratio(1, over: 2) ?? .one)
            let unit = (0..<assets.total.currency.minorUnit).reduce(Ratio.one) { found, _ in found * Ratio(10) }
            if most < rest * unit || rest * unit < .zero - most {
                differ("the assets do not add up: \(rows), \(total)")
            }
        }
        // A bound stands in words before its figure.
        expectBound(required.plannedTotalBound, before: "total", in: text)
        if !assets.rows.isEmpty { expectBound(assets.totalBound, before: "assets-total", in: text) }
        for row in required.rows.sorted(by: { $0.plan.daysRemaining < $1.plan.daysRemaining }).prefix(5) {
            let id = row.plan.goal.id.uuidString.lowercased()
            guard text.contains("goal-\(id)-planned") else { continue }
            expectBound(row.plan.plannedBound, before: "goal-\(id)-planned", in: text)
        }
    }

    private mutating func expectBound(_ bound: Bound?, before id: String, in text: String) {
        guard let start = text.range(of: "data-live-id=\"\(id)\""),
            let end = text[start.upperBound...].range(of: "<data ")
        else { return differ("\(id) has no figure") }
        let words = text[start.upperBound..<end.lowerBound]
        let expected = bound.map { "<span class=\"bound\">\($0.words)</span> " } ?? ""
        if !words.hasSuffix(">" + expected) && !words.hasSuffix(expected) || expected.isEmpty && words.contains("bound")
        {
            differ("\(id) has '\(words)' before it, not '\(bound?.words ?? "nothing")'")
        }
    }
}

extension Ratio {
    fileprivate static func of(_ text: String) -> Ratio? { try? Ratio(decimal: text) }
}
