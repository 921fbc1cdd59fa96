public import ArgumentParser
import CommandSupport
import Portfolio

extension CompletionKind {
    /// The names of the portfolios in the database that the command line means.
    public static var portfolioNames: CompletionKind { names(of: InvestmentPortfolio.self) }

    /// The names of the instruments in the database that the command line means.
    public static var instrumentNames: CompletionKind { names(of: Instrument.self) }
}
