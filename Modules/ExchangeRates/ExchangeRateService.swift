public import Models

/// Asks the providers in order until every wanted conversion is possible, and freezes what they gave.
public struct ExchangeRateService: Sendable {
    private let providers: [any ExchangeRateProvider]

    /// A service over providers in the order of the settings.
    public init(providers: [any ExchangeRateProvider]) {
        self.providers = providers
    }

    /// A conversion that will be needed.
    public struct Conversion: Sendable, Hashable {
        /// What will be converted.
        public let from: Currency
        /// What it will be converted to.
        public let to: Currency

        /// A conversion.
        public init(from: Currency, to: Currency) {
            self.from = from
            self.to = to
        }
    }

    /// Rates for the conversions, on a past day or the newest. A later provider is asked only for what the earlier ones
    /// could not connect. What stays unknown is a gap in the result.
    ///
    /// - Throws: `CancellationError` only.
    public func rates(for conversions: Set<Conversion>, on day: CalendarDay? = nil) async throws -> FrozenRates {
        var answers: [RateAnswer] = []
        var failures: [String] = []
        var rates = FrozenRates([])
        for provider in providers {
            let missing = conversions.filter { !rates.isUsable($0) }
            guard !missing.isEmpty else { break }
            let request = RateRequest(currencies: Set(missing.flatMap { [$0.from, $0.to] }), day: day)
            do {
                answers.append(try await provider.rates(request))
            } catch let error as CancellationError {
                throw error
            } catch {
                // A cancelled call often fails with an error of the network's own.
                try Task.checkCancellation()
                answers.append(RateAnswer(quotes: []))
                failures.append("\(provider.name) could not answer (\(error))")
            }
            rates = FrozenRates(answers, failures: failures)
        }
        return rates
    }
}

extension FrozenRates {
    /// Whether a conversion is possible without a stale or substituted rate, so that nobody else needs to be asked.
    fileprivate func isUsable(_ conversion: ExchangeRateService.Conversion) -> Bool {
        guard conversion.from != conversion.to else { return true }
        guard let rate = try? rate(from: conversion.from, to: conversion.to) else { return false }
        return rate.state.preference == 0
    }
}
