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
        var known: [String: PriceRequest.Wanted] = [:]
        for wanted in request.instruments {
            for text in [wanted.name, wanted.isin, wanted.symbol].compactMap(\.self) where known[text] == nil {
                known[text] = wanted
            }
        }
        for row in try PriceTable.rows(path: path, call) {
            guard let wanted = known[row.instrument] else { continue }
            do {
                answer.prices.append(
                    ProvidedPrice(
                        instrumentID: wanted.id, day: row.day,
                        price: try row.price(in: wanted.currency), adjustedThrough: row.adjustedThrough))
            } catch {
                answer.gaps.append(PriceGap(wanted.id, "\(name), line \(row.line): \(error)", isOfDay: true))
            }
        }
        return answer
    }
}
