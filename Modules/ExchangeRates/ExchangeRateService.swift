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
    public struct WantedRate: Sendable, Hashable {
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
        for conversions: Set<WantedRate>, on day: CalendarDay? = nil, _ call: Call
    ) async throws -> FrozenRates {
        try await rates(for: conversions, on: [day], call).first ?? FrozenRates([])
    }

    /// Rates for the conversions on each of some days. Each provider is asked once for all days that it is needed for.
    ///
    /// - Throws: `CancellationError` only.
    public func rates(
        for conversions: Set<WantedRate>, on days: [CalendarDay?], _ call: Call
    ) async throws -> [FrozenRates] {
        var found = days.map { DayRates(day: $0, conversions: conversions, providerCount: providers.count) }
        var (asked, running) = (0, 0)
        try await withThrowingTaskGroup(of: Event.self) { group in
            // Whoever still hangs when everything is known is not waited for.
            defer { group.cancelAll() }
            var isNextDue = true
            while found.contains(where: { !$0.missing.isEmpty }) {
                if isNextDue, asked < providers.count {
                    let rank = asked
                    let open = found.indices.filter { !found[$0].missing.isEmpty }
                    let requests = open.map { found[$0].request(call) }
                    asked += 1
                    running += 1
                    group.addTask { .ended(rank, Array(zip(open, try await ask(providers[rank], requests)))) }
                    group.addTask {
                        try await clock.sleep(for: patience)
                        return .patienceEnded(rank)
                    }
                }
                guard running > 0, let event = try await group.next() else { break }
                switch event {
                case .ended(let rank, let outcomes):
                    running -= 1
                    for (index, outcome) in outcomes { found[index].take(outcome, from: rank) }
                    isNextDue = running == 0
                case .patienceEnded(let rank):
                    isNextDue = rank == asked - 1
                }
            }
        }
        noteNeed(of: conversions, in: found.map(\.rates), call)
        return found.map(\.rates)
    }

    /// Lets the fallback know for which currencies it was needed.
    private func noteNeed(of conversions: Set<WantedRate>, in days: [FrozenRates], _ call: Call) {
        let fallbacks = providers.compactMap { $0 as? FallbackRates }
        guard !fallbacks.isEmpty else { return }
        let needed = conversions.filter { conversion in
            days.contains { (try? $0.conversion(from: conversion.from, to: conversion.to))?.rate?.state == .fallback }
        }
        for fallback in fallbacks {
            fallback.note(
                needed: Set(needed.flatMap { [$0.from, $0.to] }), of: Set(conversions.flatMap { [$0.from, $0.to] }),
                at: call.now)
        }
    }

    private enum Event: Sendable {
        case ended(Int, [(Int, DayRates.Outcome)])
        case patienceEnded(Int)
    }

    /// What a provider says about each of the days.
    private func ask(
        _ provider: any ExchangeRateProvider, _ requests: [RateRequest]
    ) async throws -> [DayRates.Outcome] {
        func outcome(_ result: Result<RateAnswer, any Error>, _ request: RateRequest) -> DayRates.Outcome {
            switch result {
            case .success(let answer):
                DayRates.Outcome(name: provider.name, result: .success(answer.judged(by: request)))
            case .failure(let error):
                DayRates.Outcome(name: provider.name, result: .failure(DayRates.Failure(reason: "\(error)")))
            }
        }
        do {
            let results =
                requests.count == 1
                ? [.success(try await provider.rates(requests[0]))] : try await provider.answers(to: requests)
            return zip(results, requests).map(outcome)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A cancelled call often fails with an error of the network's own.
            try Task.checkCancellation()
            return requests.map { outcome(.failure(error), $0) }
        }
    }
}
