public import Values

extension ExchangeRateService {
    /// One rate, on a past day or the newest.
    ///
    /// - Throws: ``RateLookupError``, `CancellationError`.
    public func find(_ from: Currency, in to: Currency, on day: CalendarDay?, _ call: Call) async throws -> Outcome<
        FoundRate
    > {
        try check(from, to, day, call)
        let rates = try await rates(for: [WantedRate(from: from, to: to)], on: day, call)
        let found = FoundRate(rates, from: from, to: to, day: day)
        return Outcome(found, warnings: Warning.rateWarnings([found].compactMap(\.rate)), isComplete: found.isComplete)
    }

    /// The rates of several currencies in one, by code.
    ///
    /// - Throws: ``RateLookupError``, `CancellationError`.
    public func list(
        _ currencies: Set<Currency>, in display: Currency, on day: CalendarDay?, _ call: Call
    ) async throws -> Outcome<[FoundRate]> {
        try checkDay(day, call)
        let others = currencies.filter { $0 != display }
        let rates = try await rates(for: Set(others.map { WantedRate(from: $0, to: display) }), on: day, call)
        let found = others.sorted { $0.identity < $1.identity }.map {
            FoundRate(rates, from: $0, to: display, day: day)
        }
        return Outcome(
            found, warnings: Warning.rateWarnings(found.compactMap(\.rate)), isComplete: found.allSatisfy(\.isComplete))
    }

    /// A rate day by day, both ends included.
    ///
    /// - Throws: ``RateLookupError``, `CancellationError`.
    public func history(
        _ from: Currency, in to: Currency, _ first: CalendarDay, to last: CalendarDay, _ call: Call
    ) async throws -> Outcome<[FoundRate]> {
        guard first <= last else { throw RateLookupError.endsBeforeItBegins(first, last) }
        guard first.days(until: last) < RateLookupError.mostDays else { throw RateLookupError.tooManyDays }
        try check(from, to, nil, call)
        let days = (0...first.days(until: last)).map { first.adding(days: $0) }
        let rates = try await rates(for: [WantedRate(from: from, to: to)], on: days, call)
        let found = zip(days, rates).map { FoundRate($1, from: from, to: to, day: $0) }
        return Outcome(
            found, warnings: Warning.rateWarnings(found.compactMap(\.rate)), isComplete: found.allSatisfy(\.isComplete))
    }

    private func check(_ from: Currency, _ to: Currency, _ day: CalendarDay?, _ call: Call) throws(RateLookupError) {
        guard from != to else { throw .sameCurrency(from) }
        try checkDay(day, call)
    }

    private func checkDay(_ day: CalendarDay?, _ call: Call) throws(RateLookupError) {
        if let day, day > call.today { throw .futureDay(day) }
    }
}

/// Why a rate cannot be looked up.
public enum RateLookupError: Problem, Equatable {
    /// Both currencies are the same.
    case sameCurrency(Currency)
    /// The day has not come yet.
    case futureDay(CalendarDay)
    /// The first day comes after the last.
    case endsBeforeItBegins(CalendarDay, CalendarDay)
    /// More than ten years are asked for.
    case tooManyDays

    fileprivate static let mostDays = 3660

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .sameCurrency(let currency):
            "Both currencies are \(currency), so nothing is converted. Name two currencies."
        case .futureDay(let day): "\(day) is in the future, so it has no rates yet."
        case .endsBeforeItBegins(let first, let last):
            "The first day \(first) comes after the last \(last)."
        case .tooManyDays: "More than ten years are asked for. Ask for less at once."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .sameCurrency: "rate.sameCurrency"
        case .futureDay: "rate.futureDay"
        case .endsBeforeItBegins: "rate.endsBeforeItBegins"
        case .tooManyDays: "rate.tooManyDays"
        }
    }

    /// Wrong from the request alone, but for two names of one currency.
    public var kind: ProblemKind { if case .sameCurrency = self { .refused } else { .usage } }

    /// Another day.
    public var remedy: Remedy? {
        switch self {
        case .futureDay: .leaveOutDay
        case .endsBeforeItBegins: .swapDays
        case .sameCurrency, .tooManyDays: nil
        }
    }

    /// One of each case.
    public static var examples: [RateLookupError] {
        let day = CalendarDay(dayNumber: 20_000)
        return [.sameCurrency(.usd), .futureDay(day), .endsBeforeItBegins(day, day), .tooManyDays]
    }
}

extension Remedy {
    /// Ask for the newest rate instead.
    public static let leaveOutDay = Remedy("rate.leaveOutDay")
    /// Swap the first and the last day.
    public static let swapDays = Remedy("rate.swapDays")
}
