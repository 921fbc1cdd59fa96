import ExchangeRates
import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// The examples of the documentation.
struct LedgerExampleTests {
    @Test func `a reconciliation names the difference`() throws {
        let day = try day("2026-05-31")
        let postings = [
            Posting(
                transactionID: UUID(), position: 0, accountID: UUID(), day: day,
                entered: Date(timeIntervalSince1970: 0),
                amount: try Money("-30", .eur), status: .cleared)
        ]
        let comparison = try Reconciliation(
            opening: Money("200", .eur), postings: postings, statement: Money("150", .eur), on: day)
        #expect("\(comparison.difference)" == "-20.00 EUR")
    }

    @Test func `a rule changes the payee`() throws {
        let amount = try money("-12 EUR")
        let rule = CategoryRule(
            id: UUID(), name: "Amazon", position: 0, conditions: [.init(.payee, .startsWith, "amzn mktp")],
            payee: "Amazon")
        let result = RuleEngine([rule]).result(of: .init(payee: "AMZN  Mktp DE", account: "Bank", amount: amount))
        #expect(result.payee == "Amazon")
    }

    @Test func `net worth is converted per account`() throws {
        let rate = try Ratio(decimal: "0.9")
        let point = try NetWorthPoint(
            [
                .init(name: "Bank", id: UUID(), balance: Money("1000", .eur)),
                .init(name: "Dollars", id: UUID(), balance: Money("100", .usd)),
            ], in: .eur
        ) { _ in .rate(rate) }
        #expect(point.total == (try money("1090.00 EUR")))
    }

    @Test func `flows are converted and divided`() throws {
        let rate = try Ratio(decimal: "0.9")
        let flows = try [
            Flow(day: CalendarDay("2026-05-04"), kind: .expense, path: ["Food"], amount: Money("-10", .usd)),
            Flow(day: CalendarDay("2026-05-05"), kind: .expense, path: ["Fun"], amount: Money("-20", .usd)),
        ]
        let report = try FlowReport(flows, in: .eur) { _, _ in .rate(rate) }
        #expect(try Set(report.rows.map(\.amount)) == [money("9.00 EUR"), money("18.00 EUR")])
    }

    @Test func `a row without an equal one is new`() throws {
        let (day, amount) = (try day("2026-08-30"), try money("-1.50 EUR"))
        let row = StatementMatching.Row(day: day, amount: amount, text: "SPAR", number: nil)
        let verdicts = StatementMatching.verdicts(of: [row], among: [])
        #expect(verdicts == [.new])
    }
}
