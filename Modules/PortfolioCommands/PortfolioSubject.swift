public import ArgumentParser
public import CommandSupport
public import Persistence

/// The options of the history for portfolios and instruments.
public struct PortfolioSubject: HistorySubject {
    /// The portfolio whose changes are shown.
    @Option(help: ArgumentHelp("Only changes of this portfolio.", valueName: "portfolio"), completion: .portfolioNames)
    public var portfolio: String?

    /// The instrument whose changes are shown.
    @Option(
        help: ArgumentHelp("Only changes of this instrument.", valueName: "instrument"), completion: .instrumentNames)
    public var instrument: String?

    /// Options that name nothing.
    public init() {}

    /// Checks what can be checked without data.
    ///
    /// - Throws: What ArgumentParser turns into a usage error.
    public func validate() throws {
        if portfolio != nil, instrument != nil {
            throw ValidationError("Give --portfolio or --instrument, not both.")
        }
    }

    /// With a portfolio.
    public static var example: String { "history --portfolio Broker --limit 5" }

    /// The portfolio or the instrument.
    public var thing: HistoryService.Subject? {
        portfolio.map { .init(kind: "portfolio", name: $0) } ?? instrument.map { .init(kind: "instrument", name: $0) }
    }
}
