public import Models

/// Asks the providers in order until every wanted conversion is possible, and freezes what they gave.
public struct ExchangeRateService: Sendable {
    private let providers: [any ExchangeRateProvider]
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// A service over providers in the order of the settings.
    ///
    /// - Parameters:
    ///   - providers: asked in this order.
    ///   - patience: how long a provider may take before the next one is asked beside it, so that one that hangs does
    ///     not use up the time of all.
    ///   - clock: what the patience is measured by.
    public init(
        providers: [any ExchangeRateProvider], patience: Duration = .seconds(1),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.providers = providers
        self.patience = patience
        self.clock = clock
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
    /// could not connect, or not in time. What stays unknown is a gap in the result. Providers get the call's instant, day
    /// and deadline.
    ///
    /// - Throws: `CancellationError` only.
    public func rates(
        for conversions: Set<Conversion>, on day: CalendarDay? = nil, _ call: Call
    ) async throws -> FrozenRates {
        var outcomes: [Outcome?] = []
        var rates = FrozenRates([])
        var missing = conversions.filter { !rates.isUsable($0) }
        try await withThrowingTaskGroup(of: Event.self) { group in
            // Whoever still hangs when everything is known is not waited for.
            defer { group.cancelAll() }
            var isNextDue = true
            while !missing.isEmpty {
                if isNextDue, outcomes.count < providers.count {
                    let rank = outcomes.count
                    let request = RateRequest(
                        currencies: Set(missing.flatMap { [$0.from, $0.to] }), day: day, call)
                    outcomes.append(nil)
                    group.addTask { .ended(rank, try await ask(providers[rank], request)) }
                    group.addTask {
                        try await clock.sleep(for: patience)
                        return .patienceEnded(rank)
                    }
                }
                guard outcomes.contains(where: { $0 == nil }), let event = try await group.next() else { break }
                switch event {
                case .ended(let rank, let outcome):
                    outcomes[rank] = outcome
                    rates = FrozenRates(
                        outcomes.map { $0?.answer ?? RateAnswer(quotes: []) }, failures: Self.failures(outcomes))
                    missing = conversions.filter { !rates.isUsable($0) }
                    isNextDue = !outcomes.contains { $0 == nil }
                case .patienceEnded(let rank):
                    isNextDue = rank == outcomes.count - 1
                }
            }
        }
        noteNeed(of: conversions, in: rates, call)
        return rates
    }

    /// Lets the fallback know for which currencies it was needed.
    private func noteNeed(of conversions: Set<Conversion>, in rates: FrozenRates, _ call: Call) {
        let fallbacks = providers.compactMap { $0 as? FallbackRates }
        guard !fallbacks.isEmpty else { return }
        let needed = conversions.filter { (try? rates.rate(from: $0.from, to: $0.to))??.state == .fallback }
        for fallback in fallbacks {
            fallback.note(
                needed: Set(needed.flatMap { [$0.from, $0.to] }), of: Set(conversions.flatMap { [$0.from, $0.to] }),
                at: call.now)
        }
    }

    private enum Event: Sendable {
        case ended(Int, Outcome)
        case patienceEnded(Int)
    }

    /// How asking one provider ended.
    private struct Outcome: Sendable {
        let name: String
        var answer: RateAnswer?
        var failure: String?
    }

    private func ask(_ provider: any ExchangeRateProvider, _ request: RateRequest) async throws -> Outcome {
        do {
            return Outcome(name: provider.name, answer: try await provider.rates(request).judged(by: request))
        } catch let error as CancellationError {
            throw error
        } catch {
            // A cancelled call often fails with an error of the network's own.
            try Task.checkCancellation()
            return Outcome(name: provider.name, failure: "\(error)")
        }
    }

    /// One sentence for each reason, however many providers share it.
    private static func failures(_ outcomes: [Outcome?]) -> [String] {
        var reasons: [String] = []
        var names: [String: [String]] = [:]
        for outcome in outcomes {
            guard let outcome, let reason = outcome.failure else { continue }
            if names[reason] == nil { reasons.append(reason) }
            names[reason, default: []].append(outcome.name)
        }
        return reasons.map { reason in
            let all = names[reason] ?? []
            let list = [all.dropLast().joined(separator: ", "), all.last ?? ""].filter { !$0.isEmpty }
            return "\(list.joined(separator: " and ")) could not answer (\(reason))"
        }
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
