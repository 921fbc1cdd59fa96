import Values

/// What the providers have said so far about one day, and what is still missing.
struct DayRates {
    /// How asking one provider ended.
    struct Outcome: Sendable {
        let name: String
        let result: Result<RateAnswer, Failure>

        /// Whether nothing in it was fetched now: the provider failed, or only what it said before is left.
        var isWithoutNews: Bool {
            guard case .success(let answer) = result else { return true }
            return !answer.quotes.isEmpty && answer.quotes.allSatisfy { $0.state == .stale }
        }
    }

    /// Why a provider did not answer.
    struct Failure: Error {
        let reason: String
    }

    private let day: CalendarDay?
    private let conversions: Set<ExchangeRateService.WantedRate>
    /// By the rank of the provider; nil while it was not asked or has not answered.
    private var outcomes: [Outcome?]
    private(set) var rates = FrozenRates([])
    private(set) var missing: Set<ExchangeRateService.WantedRate>

    init(day: CalendarDay?, conversions: Set<ExchangeRateService.WantedRate>, providerCount: Int) {
        self.day = day
        self.conversions = conversions
        outcomes = Array(repeating: nil, count: providerCount)
        missing = conversions.filter { $0.from != $0.to }
    }

    /// What to ask the next provider for.
    func request(_ call: Call) -> RateRequest {
        RateRequest(currencies: Set(missing.flatMap { [$0.from, $0.to] }), day: day, call)
    }

    mutating func take(_ outcome: Outcome, from rank: Int) {
        outcomes[rank] = outcome
        let answers = outcomes.map { (try? $0?.result.get()) ?? RateAnswer(quotes: []) }
        let asked = outcomes.compactMap { outcome -> String? in
            guard let outcome, case .success = outcome.result, outcome.name != PegRates.providerName else { return nil }
            return outcome.name
        }
        rates = FrozenRates(answers, asked: asked, failures: failures)
        missing = conversions.filter { !rates.isUsable($0) }
    }

    /// One sentence for each reason, however many providers share it.
    private var failures: [String] {
        var reasons: [String] = []
        var names: [String: [String]] = [:]
        for outcome in outcomes {
            guard let outcome, case .failure(let failure) = outcome.result else { continue }
            if names[failure.reason] == nil { reasons.append(failure.reason) }
            names[failure.reason, default: []].append(outcome.name)
        }
        return reasons.map { "\(names[$0]?.enumerated ?? "") could not answer (\($0))" }
    }
}

extension FrozenRates {
    /// Whether a conversion is possible without a stale, entered or substituted rate, so that nobody else needs to be asked.
    fileprivate func isUsable(_ wanted: ExchangeRateService.WantedRate) -> Bool {
        guard let conversion = try? conversion(from: wanted.from, to: wanted.to) else { return false }
        return conversion.rate.map { $0.state.preference == 0 && !$0.isEntered } ?? true
    }
}
