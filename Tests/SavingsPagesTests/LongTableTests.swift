import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import Presentation
import SavingsPages
import TestSupport
import Testing
import WebPages

/// A page about everything shows some rows and sums up the others: the rows still add up to the total.
struct LongTableTests {
    @Test func `what is not shown row by row is one more row`() async throws {
        let store = MemoryStore()
        let count = 47
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for number in 1...count {
                try $0.insert(
                    Goal(
                        id: UUID(), name: "Goal \(number)", target: try Money("\(number * 1000).50", .usd),
                        start: try day("2026-01-01"), deadline: try day("2027-06-30")))
                let cash = Asset(id: UUID(), name: "Cash \(number)", currency: number == 7 ? .btc : .usd)
                try $0.insert(cash)
                try $0.insertUnfollowed(
                    Transaction(
                        id: UUID(), assetID: cash.id, amount: try Money("\(number * 10)", cash.currency),
                        day: try day("2026-02-01"), entered: Date(timeIntervalSince1970: 0)))
            }
        }
        let rates = ExchangeRateService(providers: [])
        let settings = PlanningSettings(displayCurrency: .usd)
        let call = try call("2026-04-13")
        let report = try await MonthlyPlanningService(
            store: store, rates: rates, funding: FundingSources(), settings: settings
        ).required(call).value
        let flex = try await FlexService(store: store, rates: rates, funding: FundingSources(), settings: settings)
            .plan(FlexService.Fields(), call).value.plan
        let assets = try await AssetValuationService(
            store: store, rates: rates, display: DisplayCurrency(.usd), funding: FundingSources()
        ).list(call).value.report
        let style = PageStyle(
            try #require(NumberFormat.named("en")), hidesAmounts: false, zone: .gmt, today: report.today)
        let overview = Page.overview(report, flex: flex, assets: assets, history: nil, changes: [], style)
        let page = Page.overview([overview]).content.text

        for (caption, other, total) in [
            ("Payments that add up to the total", "18 other goals", report.plannedTotal),
            ("Payments now and afterwards", "18 other goals", flex.totalRequired),
            ("Assets by value", "18 other assets", assets.total),
        ] {
            let table = try #require(page.components(separatedBy: "<caption>\(caption)</caption>").dropFirst().first)
            let body = table.components(separatedBy: "</table>")[0].components(separatedBy: "<tfoot")[0]
            let rows = body.components(separatedBy: "<tr").dropFirst(2)
            #expect(rows.count == 30 && rows.last?.contains(other) == true, "\(caption): \(rows.count)")
            // The column of the total: the second of two amounts, but the first of what is required and then paid.
            let parts = try rows.compactMap { row -> Ratio? in
                let amounts = row.matches(of: #/<data class="amount" value="([^"]*)"/#).map { String($0.output.1) }
                return try (caption == "Payments now and afterwards" ? amounts.first : amounts.last).map(
                    Ratio.init(decimal:))
            }
            #expect(parts.reduce(.zero, +) == total.ratio, "\(caption)")
        }
        // What has no price is not shown by its value: the others are at least so much, and so is the total.
        let others = try #require(page.components(separatedBy: "18 other assets").dropFirst().first)
        #expect(assets.totalBound == .atLeast && others.prefix(300).contains("at least"))
        let goals = try #require(page.components(separatedBy: "18 other goals").dropFirst().first)
        #expect(!goals.prefix(300).contains("at least"))
    }
}
