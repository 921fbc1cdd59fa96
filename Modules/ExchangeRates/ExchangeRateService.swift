public import Values

/// Asks the providers in order until every wanted conversion is possible, and freezes what they gave.
public struct ExchangeRateService: Sendable {
    private let providers: [any ExchangeRateProvider]
    private let patience: Duration
    private let clock: any Clock<Duration>
    private let rests: ProviderRests

    /// A service over providers in the order of the settings.
    ///
    /// - Parameters:
    ///   - providers: asked in this order.
    ///   - patience: how long a provider may take before the next one is asked beside it, so that one that hangs does
    ///     not use up the time of all.
    ///   - rest: how long a provider is left alone that did not answer in time, or took a tenth of that to say nothing. Meanwhile only
    ///     what it knows without asking outside counts.
    ///   - clock: what both are measured by.
    public init(
        providers: [any ExchangeRateProvider], patience: Duration = .seconds(1), rest: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.providers = providers
        self.patience = patience
        self.clock = clock
        rests = ProviderRests(rest, on: clock)
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

    /// The newest rates for the conversions, in one frozen set with those that a command has converted with already (V4).
    ///
    /// - Throws: `CancellationError` only.
    public func rates(
        for conversions: Set<WantedRate>, keeping kept: FrozenRates, _ call: Call
    ) async throws -> FrozenRates {
        kept.adding(try await rates(for: conversions, call))
    }

    /// Rates for the conversions on each of some days. Each provider is asked once for all days that it is needed for.
    ///
    /// - Throws: `CancellationError` only.
    public func rates(
        for conversions: Set<WantedRate>, on days: [CalendarDay?], _ call: Call
    ) async throws -> [FrozenRates] {
        var found = days.map { DayRates(day: $0, conversions: conversions, providerCount: providers.count) }
        var (asked, running) = (0, 0)
        var late: Set<Int> = []
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
                    group.addTask { .ended(rank, Array(zip(open, try await ask(rank, requests)))) }
                    group.addTask {
                        try await clock.sleep(for: patience)
                        return .patienceEnded(rank)
                    }
                }
                guard running > 0, let event = try await group.next() else { break }
                switch event {
                case .ended(let rank, let outcomes):
                    running -= 1
                    late.remove(rank)
                    for (index, outcome) in outcomes { found[index].take(outcome, from: rank) }
                    isNextDue = running == 0
                case .patienceEnded(let rank):
                    late.insert(rank)
                    isNextDue = rank == asked - 1
                }
            }
        }
        // Others know everything, and these have not answered yet.
        for rank in late { rests.begin(rank) }
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

    /// Returns a provider's answer for each of the days. One that is resting answers from its cache alone.
    private func ask(_ rank: Int, _ requests: [RateRequest]) async throws -> [DayRates.Outcome] {
        let provider = providers[rank]
        guard let rest = rests.remaining(rank) else {
            let elapsed = ProviderRests.stopwatch(clock)
            let outcomes = try await answers(of: provider, requests)
            // A refusal that takes a tenth of that, as without a network, would have each question wait.
            if elapsed() * 10 >= patience, outcomes.allSatisfy(\.isWithoutNews) { rests.begin(rank) }
            return outcomes
        }
        let seconds = max(1, rest.components.seconds)
        let known = requests.map { $0.within(Deadline(in: .zero, on: clock)) }
        return try await answers(of: provider, known).map { outcome in
            guard case .failure = outcome.result else { return outcome }
            let reason = "it did not answer a moment ago and is asked again in \(seconds) s"
            return DayRates.Outcome(name: outcome.name, result: .failure(DayRates.Failure(reason: reason)))
        }
    }

    private func answers(
        of provider: any ExchangeRateProvider, _ requests: [RateRequest]
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
