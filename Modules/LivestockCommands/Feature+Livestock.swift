public import CommandSupport
import Livestock
import LivestockPrices
import LivestockViews
import Presentation
import Values

extension Feature {
    /// Herds: their events, prices and values.
    public static let livestock = Feature(
        plugins: { _ in [LivestockPlugin(), LivestockPricesPlugin()] }, remedies: RemedyWords.livestock,
        documents: Document.ofLivestock,
        problems: LivestockError.examples as [any Problem] + AppraisalError.examples + LivestockPriceError.examples,
        sample: Sample(
            write: { writer, today, now in try SampleStation(today: today, now: now).write(to: writer) },
            rates: { _ in "from,to,rate,date\nAUD,USD,0.6584,\n" }))
}
