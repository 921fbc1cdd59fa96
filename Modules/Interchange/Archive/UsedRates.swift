public import ExchangeRates
import FileFormats
import Models
import Persistence

/// Where an export finds the rates by which the program values what it writes.
public struct RateSource: Sendable {
    let service: ExchangeRateService
    let display: DisplayCurrency

    /// The program's rates, and its currency for totals.
    public init(service: ExchangeRateService, display: DisplayCurrency) {
        self.service = service
        self.display = display
    }
}

/// The rates of all currencies in use to the currency for totals, as of an export's day.
struct UsedRates: Sendable {
    /// In the order of their currencies.
    let rates: [ConversionRate]
    /// What has none.
    let warnings: [Warning]

    /// Asks for them.
    ///
    /// - Parameter source: nil when the program has no rates that can be used.
    /// - Throws: ``StoreError``, `CancellationError`.
    init(_ source: RateSource?, of store: any Store, _ call: Call) async throws {
        let chosen = source?.display.currency
        let (currencies, display) = try await store.read { reader in
            (
                try reader.currenciesInUse(), try reader.displayCurrency(chosen)
            )
        }
        let wanted = currencies.filter { $0 != display }.sorted { $0.identity < $1.identity }
        guard let source, !wanted.isEmpty else {
            rates = []
            warnings = wanted.isEmpty ? [] : [Self.warning("The rates cannot be read, and so none is written.")]
            return
        }
        let frozen = try await source.service.rates(
            for: Set(wanted.map { ExchangeRateService.WantedRate(from: $0, to: display) }), call)
        var rates: [ConversionRate] = []
        var warnings: [Warning] = []
        for currency in wanted {
            do throws(RateGap) {
                guard let rate = try frozen.conversion(from: currency, to: display).rate else { continue }
                // In a file, nobody would see later that it was a substitute.
                guard rate.state != .fallback else {
                    warnings.append(
                        Self.warning("The rate from \(currency) to \(display) is a substitute, and is not written."))
                    continue
                }
                rates.append(rate)
            } catch {
                warnings.append(
                    Self.warning("There is no rate from \(currency) to \(display) to write: \(error.reason)."))
            }
        }
        (self.rates, self.warnings) = (rates, warnings)
    }

    private static func warning(_ message: String) -> Warning { Warning(code: "rateNotWritten", message: message) }
}

extension ConversionRate {
    /// The rate in digits: exact, or as many as the programs that read it calculate with.
    var digits: String { rate.significantString(digits: 28) }

    /// How it was had: `live from coingecko, of 2026-06-01T12:00:00Z`.
    var provenance: String {
        let way = path.count > 2 ? " by way of \(path.dropFirst().dropLast().map(\.code).joined(separator: ", "))" : ""
        return "\(state.rawValue) from \(sources.joined(separator: ", "))\(way), of \(InstantText.text(time))"
    }
}
