import CommandSupport
import ExchangeRates
import Models
import Persistence
import Portfolio
import PortfolioViews
import Presentation

extension CommandContext {
    func portfolios() async throws -> PortfolioService {
        try await make(PortfolioService.init, .store, .portfolioRates, .portfolioSettings)
    }

    func instruments() async throws -> InstrumentService {
        try await make(InstrumentService.init, .store, .portfolioSettings)
    }

    func prices() async throws -> PriceService { try await make(PriceService.init, .store) }

    func reports() async throws -> PortfolioReportService {
        try await make(PortfolioReportService.init, .store, .portfolioRates, .display, .portfolioSettings)
    }

    /// The answer of a command that entered a transaction.
    func entered(_ outcome: Outcome<EnteredTransactions>, _ done: String = "Entered", _ would: String = "enter")
        -> Answer
    {
        let verb = self.verb(done, would)
        return Answer(
            Document(entered: outcome.value, warnings: outcome.warnings, asOf: today),
            lines: layout.lines(entered: outcome.value, verb: verb))
    }
}
