import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import Presentation
import SavingsPages
import SavingsViews
import TestSupport
import Testing
import WebPages

/// A goal says the same in a terminal and on a page.
struct GoalRowTests {
    @Test func `a thousand random goals have the same words both ways`() async throws {
        var random = SeededGenerator(seed: 20_260_520)
        let store = MemoryStore()
        var records: [Record] = []
        for number in 0..<1000 {
            let start = try day("2026-01-01").adding(days: Int.random(in: -400...90, using: &random))
            let goal = Goal(
                id: UUID(), name: "Goal \(number)", emoji: Bool.random(using: &random) ? "🚗" : nil,
                details: Bool.random(using: &random) ? "Some <words> & more" : nil,
                target: try Money("\(Int.random(in: 1...90_000, using: &random)).50", .usd), start: start,
                deadline: start.adding(days: Int.random(in: 1...900, using: &random)),
                lifecycle: Int.random(in: 0...9, using: &random) == 0 ? .paused : .active)
            let cash = Asset(id: UUID(), name: "Cash \(number)", currency: number.isMultiple(of: 9) ? .btc : .usd)
            records += [Record(goal), Record(cash)]
            let amount = try Money("\(Int.random(in: 0...90_000, using: &random))", cash.currency)
            guard !amount.isZero else { continue }
            records += [
                Record(
                    Transaction(
                        id: UUID(), assetID: cash.id, amount: amount, day: try day("2026-02-01"),
                        entered: Date(timeIntervalSince1970: 0))),
                Record(AssetAllocation(assetID: cash.id, goalID: goal.id, size: .rest)),
            ]
        }
        let all = records
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for record in all { try $0.apply(.insert(record)) }
        }
        // Without a rate of BTC, what some goals have is known only in part.
        let report = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [])).plan(
            .init(
                call: try call("2026-04-13"), convention: .payments(.day(1)), displayCurrency: .usd,
                lifecycles: Set(Goal.Lifecycle.allCases)))
        #expect(report.rows.count == 1000)
        let numbers = try #require(NumberFormat.named("en"))
        let style = PageStyle(numbers, hidesAmounts: false, zone: .gmt, today: report.today)
        for row in report.rows {
            let text = GoalRow(row.plan, style.text)
            let html = style.row(row.plan).text
            let words = html.replacing(#/<[^>]*>/#, with: "").replacing("&amp;", with: "&").replacing("&lt;", with: "<")
                .replacing("&gt;", with: ">")
            #expect(words.hasPrefix(text.title), "\(words)")
            for word in [text.badge.text, text.daysLeft.text] + [text.preview(width: 120)].compactMap(\.self) {
                #expect(words.contains(word), "\(word): \(words)")
            }
            if row.plan.goal.lifecycle == .active { #expect(words.contains(text.planned.text), "\(words)") }
            let percent = text.progress.split(separator: " ").dropFirst().joined(separator: " ")
                .replacing("≥", with: "at least ")
            #expect(words.contains(percent) && html.contains("aria-label=\"\(percent) saved"), "\(percent): \(words)")
        }
    }
}
