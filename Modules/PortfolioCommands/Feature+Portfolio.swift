public import CommandSupport
import Portfolio
import PortfolioViews
import Presentation
import PriceProviders
import Values

extension Feature {
    /// Portfolios of instruments: what is held, what it cost and what it earned.
    public static let portfolio = Feature(
        plugins: { _ in [PortfolioPlugin(), PriceProvidersPlugin()] }, remedies: RemedyWords.portfolios,
        documents: Document.ofPortfolios,
        problems: PortfolioError.examples,
        sample: Sample(write: { writer, today, now in try SamplePortfolio(today: today, now: now).write(to: writer) }))
}
