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

    /// The warnings that rates are not known: one for each pair of currencies.
    static func warnings(_ missing: [(question: RateQuestion, gap: Gap?)]) -> [Warning] {
        var pairs: [[(question: RateQuestion, gap: Gap?)]] = []
        for one in missing.sorted(by: { $0.question.day < $1.question.day }) {
            let place = pairs.firstIndex { pair in
                pair[0].question.from == one.question.from && pair[0].question.to == one.question.to
            }
            if let place { pairs[place].append(one) } else { pairs.append([one]) }
        }
        return pairs.map { pair in
            let (first, last) = (pair[0].question, pair[pair.count - 1].question)
            let days = Set(pair.map(\.question.day)).count
            let time = days == 1 ? "on \(first.day)" : "on \(days) days from \(first.day) to \(last.day)"
            let reasons = Set(pair.map { $0.gap?.reason ?? "none was found" })
            let reason = pair[0].gap?.reason ?? "none was found"
            return Warning(
                code: "rateMissing",
                message: "No rate from \(first.from) to \(first.to) \(time) is known: "
                    + (reasons.count == 1 ? "\(reason). " : "of the first, \(reason). ")
                    + "Cost and gain in \(first.to) are not known until \(days == 1 ? "it is" : "they are").",
                remedy: .fillRates)
        }
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
