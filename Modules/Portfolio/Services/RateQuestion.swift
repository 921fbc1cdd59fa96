import ExchangeRates
import Models

/// The rate that a transaction needs and does not have: from the instrument's currency to the portfolio's, of its day (P5).
struct RateQuestion: Hashable, Sendable {
    let from: Currency
    let to: Currency
    let day: CalendarDay

    /// Nil where the transaction needs none.
    init?(_ transaction: PortfolioTransaction, _ portfolio: InvestmentPortfolio?, _ instrument: Instrument?) {
        guard let portfolio, transaction.rate == nil, transaction.settled?.currency != portfolio.currency,
            [.buy, .sell, .receive, .dividend, .interest, .fee, .tax].contains(transaction.kind),
            let from = instrument?.currency ?? transaction.gross?.currency, from != portfolio.currency,
            transaction.gross != nil || transaction.units != nil
        else { return nil }
        if transaction.kind == .receive, transaction.gross == nil { return nil }
        // Income and charges that are all in the portfolio's currency are not converted, unless units come with them.
        let amounts = [transaction.gross, transaction.fees, transaction.taxes].compactMap(\.self)
        if ![.buy, .sell, .receive].contains(transaction.kind), transaction.units == nil,
            amounts.allSatisfy({ $0.currency == portfolio.currency })
        {
            return nil
        }
        self.from = from
        to = portfolio.currency
        day = transaction.rateDay
    }

    /// The answers to questions: rates that may be kept, and why others may not.
    static func answers(
        to questions: Set<RateQuestion>, _ rates: PortfolioRates, _ call: Call
    ) async throws -> [RateQuestion: Result<KeptRate, Gap>] {
        guard !questions.isEmpty else { return [:] }
        let days = Set(questions.map(\.day)).sorted()
        // A rate of today is the newest.
        let wanted = days.map { $0 == call.day && call.isForToday ? nil : $0 }
        let pairs = Set(questions.map { ExchangeRateService.WantedRate(from: $0.from, to: $0.to) })
        let found = try await rates.rates(for: pairs, on: wanted, call)
        let byDay = Dictionary(uniqueKeysWithValues: zip(days, found))
        var answers: [RateQuestion: Result<KeptRate, Gap>] = [:]
        for question in questions { answers[question] = byDay[question.day]?.kept(question) }
        return answers
    }

    /// Why no rate is kept.
    struct Gap: Error, Hashable {
        let reason: String
    }

    /// The warning that a rate is not known.
    func warning(_ gap: Gap?) -> Warning {
        Warning(
            code: "rateMissing",
            message: "No rate from \(from) to \(to) on \(day) is known: \(gap?.reason ?? "none was found"). "
                + "Cost and gain in \(to) are not known until it is.",
            remedy: .fillRates)
    }
}

extension FrozenRates {
    /// The rate of a question as it is kept: never a substitute's.
    fileprivate func kept(_ question: RateQuestion) -> Result<KeptRate, RateQuestion.Gap> {
        do {
            guard let rate = try conversion(from: question.from, to: question.to).rate else {
                return .success(KeptRate(rate: .one))
            }
            guard rate.state != .fallback else {
                return .failure(RateQuestion.Gap(reason: "only a substitute is known, which is not kept"))
            }
            // A rate is kept for good, so one of other days is not kept.
            if rate.state == .stale, rate.time < question.day.adding(days: -RateRequest.oldestAge).startInUTC {
                let day = CalendarDay(utc: rate.time)
                return .failure(RateQuestion.Gap(reason: "the newest is of \(day), too old to be kept"))
            }
            return .success(
                KeptRate(
                    rate: rate.rate.reduced, state: rate.state.rawValue, sources: rate.sources.joined(separator: ","),
                    time: rate.time))
        } catch {
            return .failure(RateQuestion.Gap(reason: error.reason))
        }
    }
}
