import ExchangeRates
import Foundation
import HTTPNetworking
import Values

/// Many days in one request for each coin: day by day they would be as many requests, of which a server without a key allows
/// a few in a minute.
extension CoinGeckoRates {
    /// How far back the past goes with the plans that cost nothing.
    private static let freeDays = 365

    /// The price of one coin at each time that the server gives one for, oldest first.
    private struct Series {
        let currencies: [Currency]
        let target: Currency
        let points: Result<(prices: [(time: Date, price: LosslessJSON)], state: AnswerState), any Error>
    }

    func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>] {
        guard let dollar = try? Currency(code: "USD"), let asked = requests.first else { return [] }
        let today = CalendarDay(utc: asked.now)
        let days = requests.map { $0.day ?? today }
        let earliest = settings.isPro ? CalendarDay(dayNumber: .min) : today.adding(days: -Self.freeDays)
        let wanted = requests.reduce(into: Set<Currency>()) { $0.formUnion($1.currencies) }
        let (coins, tokens, gaps) = sorted(wanted.sorted { $0.identity < $1.identity }, dollar)
        let series = try await series(
            of: coins, in: targets(wanted, dollar), days.filter { $0 >= earliest }, asked)
        let failures = series.compactMap { if case .failure(let error) = $0.points { error } else { nil } }
        if let first = failures.first, failures.count == series.count { throw first }
        return zip(requests, days).map { request, day in
            var answer = RateAnswer(quotes: [], gaps: gaps + pastGaps(tokens, of: request.currencies, dollar))
            guard day >= earliest else {
                let reason = "\(name) goes back \(Self.freeDays) days only with this plan"
                answer.gaps += coins.values.joined().map { RateGap(from: $0, to: dollar, reason: reason) }
                return .success(answer)
            }
            for series in series { add(series, on: day, to: &answer) }
            return .success(answer)
        }
    }

    /// The currencies in which prices are requested: conventional ones that are wanted, else US dollars.
    private func targets(_ wanted: Set<Currency>, _ dollar: Currency) -> [Currency] {
        let targets = wanted.filter { $0.isFiat && CoinGeckoIDs.quoteCodes.contains($0.code) }
        return targets.isEmpty ? [dollar] : targets.sorted { $0.code < $1.code }
    }

    private func series(
        of coins: [String: [Currency]], in targets: [Currency], _ days: [CalendarDay], _ asked: RateRequest
    ) async throws -> [Series] {
        guard let first = days.min(), let last = days.max() else { return [] }
        let questions = coins.sorted { $0.key < $1.key }.prefix(RateSettings.mostSingleQuestions).flatMap { coin in
            targets.map { (id: coin.key, currencies: coin.value, target: $0) }
        }
        return try await withThrowingTaskGroup(of: (Int, Series).self) { group in
            for (index, question) in questions.enumerated() {
                group.addTask {
                    let points: Result<(prices: [(time: Date, price: LosslessJSON)], state: AnswerState), any Error>
                    do {
                        points = .success(try await prices(of: question.id, in: question.target, first, last, asked))
                    } catch {
                        try Task.checkCancellation()
                        points = .failure(error)
                    }
                    return (index, Series(currencies: question.currencies, target: question.target, points: points))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func prices(
        of id: String, in target: Currency, _ first: CalendarDay, _ last: CalendarDay, _ asked: RateRequest
    ) async throws -> (prices: [(time: Date, price: LosslessJSON)], state: AnswerState) {
        // A price of up to a week before may stand in for the first day.
        let start = first.adding(days: -RateRequest.oldestAge).startInUTC
        let end = last.adding(days: 1).startInUTC - 1
        let url = settings.address.url(
            "coins/\(id)/market_chart/range",
            [
                "vs_currency": target.code.lowercased(), "from": "\(Int(start.timeIntervalSince1970))",
                "to": "\(Int(end.timeIntervalSince1970))", "precision": "full",
            ])
        let isOver = last < CalendarDay(utc: asked.now)
        let fetched = try await ask(
            url, asked, about: ["prices"], timeToLive: isOver ? RateSettings.pastDaysLive : timeToLive)
        let points = (fetched.value["prices"]?.array ?? []).compactMap { point -> (time: Date, price: LosslessJSON)? in
            guard let pair = point.array, pair.count == 2, let milliseconds = pair[0].number.flatMap({ Double($0) }),
                let time = Date(milliseconds: Int(exactly: milliseconds.rounded()) ?? .max)
            else { return nil }
            return (time, pair[1])
        }
        return (points.sorted { $0.time < $1.time }, fetched.state)
    }

    /// Adds the first price of a day, which is the one that is given for the day when it is requested alone; without one the
    /// newest before it.
    private func add(_ series: Series, on day: CalendarDay, to answer: inout RateAnswer) {
        for currency in series.currencies where currency != series.target {
            func gap(_ reason: String) {
                answer.gaps.append(RateGap(from: currency, to: series.target, reason: reason))
            }
            switch series.points {
            case .failure(let error): gap("\(name) could not answer (\(error))")
            case .success(let (prices, state)):
                let start = prices.partitioningIndex { $0.time >= day.startInUTC }
                let isOfDay = start < prices.count && CalendarDay(utc: prices[start].time) == day
                guard isOfDay || start > 0 else {
                    gap("\(name) has none within \(RateRequest.oldestAge) days before \(day)")
                    continue
                }
                let point = prices[isOfDay ? start : start - 1]
                answer.add(
                    point.price, from: currency, to: series.target, time: point.time, source: name, state: state,
                    redactor: settings.redactor)
            }
        }
    }
}

extension Array {
    /// The first index from which on a condition holds, where it holds for all after one for which it does.
    fileprivate func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
