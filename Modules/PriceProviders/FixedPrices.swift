import PluginKit
import Portfolio
import Values

/// Prices from a table that the user keeps: instrument, price, currency, date, adjustedThrough. It is read anew each time.
struct FixedPrices: PriceProvider {
    static let providerName = "fixed"
    static let file = SettingDefinition(
        "prices.fixed.file", .path,
        "A table of prices (CSV): instrument,price,currency,date,adjustedThrough. Without a file there are none.")

    let name = FixedPrices.providerName
    let path: String?

    /// - Throws: `SettingsError`.
    init(_ settings: any SettingsReader) throws { path = try settings.optionalString(Self.file) }

    func mayKnow(_ instrument: PriceRequest.Wanted) -> Bool {
        path != nil && (instrument.source.map { $0 == name } ?? true)
    }

    func prices(_ request: PriceRequest, _ call: Call) throws -> PriceAnswer {
        guard let path else { return PriceAnswer() }
        var answer = PriceAnswer()
        // A name is of one instrument; several may have one ISIN or symbol.
        let names = Dictionary(grouping: request.instruments, by: \.name)
        let codes = Dictionary(
            grouping: request.instruments.flatMap { wanted in
                Set([wanted.isin, wanted.symbol].compactMap(\.self)).map { (code: $0, wanted: wanted) }
            }, by: \.code
        ).mapValues { $0.map(\.wanted) }
        for row in try PriceTable.rows(path: path, call) {
            for wanted in names[row.instrument] ?? codes[row.instrument] ?? [] {
                do {
                    answer.prices.append(
                        ProvidedPrice(
                            instrumentID: wanted.id, day: row.day,
                            price: try row.price(in: wanted.currency), adjustedThrough: row.adjustedThrough))
                } catch {
                    answer.gaps.append(PriceGap(wanted.id, "\(name), line \(row.line): \(error)", isOfDay: true))
                }
            }
        }
        return answer
    }
}
