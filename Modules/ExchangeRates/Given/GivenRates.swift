import Persistence
import Values

/// Rates that somebody entered by hand. One counts only where no provider has a rate, not even an old one; a configured substitute
/// comes after it.
struct GivenRates: ExchangeRateProvider {
    /// The source of the rates.
    static let providerName = "entered"
    let name = GivenRates.providerName
    let store: any Store

    /// The newest rate of every pair on or before the asked day.
    func rates(_ request: RateRequest) async throws -> RateAnswer {
        let wanted = request.currencies.union(FrozenRates.pivots)
        let last = min(request.day ?? request.today, request.today)
        let all = try await store.read { try $0.all(GivenRate.self) }
        var newest: [Set<Currency>: GivenRate] = [:]
        for given in all where given.day <= last && wanted.contains(given.from) && wanted.contains(given.to) {
            let pair: Set<Currency> = [given.from, given.to]
            if newest[pair].map({ $0.day <= given.day }) ?? true { newest[pair] = given }
        }
        return RateAnswer(
            quotes: newest.values.sorted { ($0.from.identity, $0.to.identity) < ($1.from.identity, $1.to.identity) }
                .compactMap {
                    try? RateQuote(
                        from: $0.from, to: $0.to, rate: $0.rate, time: $0.day.startInUTC, source: name, state: .fixed)
                })
    }
}

extension RateQuote {
    /// Classes among which better is chosen first: known, stale, entered by hand, fallback (V3).
    var preference: Int {
        let entered = 2
        return source == GivenRates.providerName ? max(entered, state.preference) : state.preference
    }
}

extension ConversionRate {
    /// Whether a rate on the path was entered by hand.
    var isEntered: Bool { sources.contains(GivenRates.providerName) }
}
