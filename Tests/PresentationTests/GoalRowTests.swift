import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import Presentation
import TerminalUI
import TestSupport
import Testing

@testable import SavingsViews

struct GoalRowTests {
    private static let today = "2026-04-13"

    /// The row of a goal of 100000 USD that has `saved`, part of it in a currency without a rate if it is a lower bound.
    private func row(
        saved: String = "0", isPartial: Bool = false, deadline: String = "2026-12-31", emoji: String? = nil,
        details: String? = nil, lifecycle: Goal.Lifecycle = .active
    ) async throws -> GoalRow {
        let usd = try currency("USD")
        let goal = Goal(
            id: UUID(), name: "Car", emoji: emoji, details: details, target: try Money("100000", usd),
            start: try day("2026-01-01"), deadline: try day(deadline), lifecycle: lifecycle)
        let cash = Asset(id: UUID(), name: "Cash", currency: usd)
        let coins = Asset(id: UUID(), name: "Coins", currency: try currency("BTC"))
        var records: [Record] = [Record(goal), Record(cash), Record(coins)]
        for (asset, amount) in [(cash, saved), (coins, isPartial ? "1" : "0")] where amount != "0" {
            records.append(
                Record(
                    Transaction(
                        id: UUID(), assetID: asset.id, amount: try Money(amount, asset.currency),
                        day: try day("2026-01-02"), entered: Date(timeIntervalSince1970: 0))))
            records.append(Record(AssetAllocation(assetID: asset.id, goalID: goal.id, size: .rest)))
        }
        let store = MemoryStore()
        let all = records
        try await store.write(ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "test", command: "")) {
            for record in all { try $0.apply(.insert(record)) }
        }
        let report = try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [])).plan(
            .init(
                call: try call(Self.today), convention: .payments(.day(1)), displayCurrency: usd,
                lifecycles: Set(Goal.Lifecycle.allCases)))
        return GoalRow(try #require(report.rows.first).plan, TextStyle(isColored: false))
    }

    @Test(arguments: [
        ("0", "░░░░░░░░░░ 0 %"), ("0.01", "░░░░░░░░░░ 0 %"), ("999.99", "░░░░░░░░░░ 0 %"), ("1000", "░░░░░░░░░░ 1 %"),
        ("10000", "█░░░░░░░░░ 10 %"), ("55555", "█████░░░░░ 55 %"), ("99999.99", "█████████░ 99 %"),
        ("100000", "██████████ 100 %"), ("250000", "██████████ 250 %"), ("99999999999", "██████████ 9999 %"),
    ])
    func `only a reached goal is full`(saved: String, expected: String) async throws {
        #expect(try await row(saved: saved).progress == expected)
    }

    @Test func `a lower bound says so`() async throws {
        let row = try await row(saved: "50000", isPartial: true)
        #expect(row.progress == "█████░░░░░ ≥50 %")
        #expect(row.badge.text == "unknown")
        #expect(row.required.text.hasPrefix("≤ "))
    }

    @Test(arguments: [
        ("2026-04-13", "today !"), ("2026-04-14", "1 day !"), ("2026-04-19", "6 days !"), ("2026-04-20", "7 days"),
        ("2026-05-12", "29 days"), ("2026-05-13", "30 days"), ("2026-04-12", "1 day late"),
        ("2026-04-01", "12 days late"),
    ])
    func `days left are said in words`(deadline: String, expected: String) async throws {
        #expect(try await row(deadline: deadline).daysLeft.text == expected)
    }

    @Test(arguments: [
        ("0", "2026-12-31", "behind"), ("50000", "2026-12-31", "on track"), ("0", "2026-04-12", "overdue"),
        ("100000", "2026-04-12", "achieved"),
    ])
    func `the badge is the status in words`(saved: String, deadline: String, expected: String) async throws {
        #expect(try await row(saved: saved, deadline: deadline).badge.text == expected)
    }

    @Test(arguments: [Goal.Lifecycle.paused, .archived, .finished, .cancelled])
    func `a goal that asks for nothing shows why instead of its status`(lifecycle: Goal.Lifecycle) async throws {
        #expect(try await row(lifecycle: lifecycle).badge.text == lifecycle.rawValue)
    }

    @Test func `next is the first date that still asks for something`() async throws {
        #expect(try await row().nextPayment == "2026-05-01")
        #expect(try await row(saved: "100000").nextPayment == "–")
        #expect(try await row(deadline: "2026-04-20").nextPayment == "2026-04-20")
        #expect(try await row(deadline: "2026-04-01").nextPayment == "2026-04-13")
    }

    @Test func `the preview is the first line, cut and without control codes`() async throws {
        #expect(try await row().preview(width: 40) == nil)
        #expect(try await row(details: "\n\nFirst line\nSecond").preview(width: 40) == "First line")
        #expect(try await row(details: "日本語の説明").preview(width: 7) == "日本語…")
        #expect(try await row(details: "red \u{1B}[31m").preview(width: 40) == "red \u{FFFD}[31m")
        #expect(try await row(emoji: "🚗").title == "🚗 Car")
        #expect(try await row().title == "Car")
    }
}
