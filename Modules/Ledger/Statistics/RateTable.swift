import ExchangeRates
import Values

/// The rates of currencies on the days on which they are needed.
struct RateTable: Sendable {
    private let rates: [CurrencyDay: RateLookup]
    private let display: Currency
    private let today: CalendarDay
    private let substitutes: Set<CurrencyDay>
    /// The newest rates that were used.
    let used: [ConversionRate]
    /// Rates of past days that are stale or substitutes.
    let doubtful: [ConversionRate]

    /// Asks for the rates of some currencies on their days; a day from today on has the newest (G5).
    init(
        _ wanted: some Sequence<(Currency, CalendarDay)>, in display: Currency, _ service: ExchangeRateService,
        _ call: Call
    ) async throws {
        self.display = display
        today = call.day
        var places: Set<CurrencyDay> = []
        for (currency, day) in wanted where currency != display {
            places.insert(CurrencyDay(currency: currency, day: day < call.day ? day : nil))
        }
        let days = Set(places.compactMap(\.day))
        let hasNewest = places.contains { $0.day == nil }
        let sorted = (hasNewest ? [nil] : []) + days.sorted().map { CalendarDay?.some($0) }
        guard !sorted.isEmpty else {
            (rates, substitutes, used, doubtful) = ([:], [], [], [])
            return
        }
        let conversions = Set(places.map { ExchangeRateService.WantedRate(from: $0.currency, to: display) })
        let frozen = Dictionary(
            zip(sorted, try await service.rates(for: conversions, on: sorted, call)).map { ($0, $1) }
        ) {
            first, _ in first
        }
        var known: [CurrencyDay: RateLookup] = [:]
        var substitutes: Set<CurrencyDay> = []
        var (used, doubtful): ([ConversionRate], [ConversionRate]) = ([], [])
        for place in places.sorted(by: {
            ($0.day ?? call.day, $0.currency.identity) < ($1.day ?? call.day, $1.currency.identity)
        }) {
            guard let day = frozen[place.day] else { continue }
            do {
                let conversion = try day.conversion(from: place.currency, to: display)
                known[place] = .rate(conversion.factor)
                guard let rate = conversion.rate else { continue }
                if rate.state == .fallback { substitutes.insert(place) }
                if place.day == nil {
                    used.append(rate)
                } else if [.fallback, .stale].contains(rate.state) {
                    doubtful.append(rate)
                }
            } catch {
                known[place] = .missing(error.reason)
            }
        }
        rates = known
        (self.substitutes, self.used, self.doubtful) = (substitutes, used, doubtful)
    }

    /// The rate of a currency on a day.
    func lookup(_ currency: Currency, _ day: CalendarDay) -> RateLookup {
        guard currency != display else { return .rate(.one) }
        return rates[CurrencyDay(currency: currency, day: day < today ? day : nil)] ?? .missing("no provider has one")
    }

    /// Whether a rate stands for a real one, so that figures with it are no more than a guess (V2).
    func isSubstitute(_ currency: Currency, _ day: CalendarDay) -> Bool {
        !substitutes.isEmpty && substitutes.contains(CurrencyDay(currency: currency, day: day < today ? day : nil))
    }

    /// Whether any rate stands for a real one.
    var hasSubstitutes: Bool { !substitutes.isEmpty }

    /// The warnings about rates that are not fresh.
    var warnings: [Warning] { Warning.rateWarnings(used + doubtful) }
}
