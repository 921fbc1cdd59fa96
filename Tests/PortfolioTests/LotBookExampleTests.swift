import Foundation
import Models
import Portfolio
import TestSupport
import Testing

/// Lots and gains of a list of transactions, in ten lines and without a store.
struct LotBookExampleTests {
    @Test func `a list of transactions answers in ten lines`() throws {
        let broker = InvestmentPortfolio(id: UUID(), name: "Broker", currency: .eur)
        let acme = Instrument(id: UUID(), name: "ACME", type: .stock, currency: .eur)
        func entry(_ kind: PortfolioTransaction.Kind, _ units: Int128, _ text: String, _ amount: String) throws
            -> PortfolioTransaction
        {
            PortfolioTransaction(
                id: UUID(), kind: kind, portfolioID: broker.id, instrumentID: acme.id, day: try day(text),
                entered: Date(timeIntervalSince1970: 0), units: Ratio(units), gross: try money(amount))
        }
        let transactions = [
            try entry(.buy, 10, "2024-01-01", "1000 EUR"), try entry(.buy, 10, "2024-01-02", "1500 EUR"),
            try entry(.sell, 15, "2024-02-01", "2100 EUR"),
        ]
        let book = try LotBook(transactions, portfolios: [broker], instruments: [acme], method: .fifo)
        let gain = try Money.sum(book.gains.compactMap(\.gain), in: .eur)
        #expect("\(gain)" == "350.00 EUR")
    }
}
