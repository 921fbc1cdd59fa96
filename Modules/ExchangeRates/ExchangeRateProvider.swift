public import Values

public import struct Foundation.Date

/// A source of exchange rates.
public protocol ExchangeRateProvider: Sendable {
    /// The name used in settings and as the source of rates: "ecb".
    var name: String { get }

    /// The rates the provider knows among the asked currencies and the pivots.
    ///
    /// A currency it does not know is left out; a rate it gives but that cannot be used is named in the answer.
    ///
    /// - Throws: What kept the provider from answering at all.
    func rates(_ request: RateRequest) async throws -> RateAnswer

    /// The rates of several past days, one result for each request in its place. A provider that has many days in one table or
    /// one answer overrides this; the others are asked day by day.
    ///
    /// - Throws: What kept the provider from answering any of them.
    func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>]
}

extension ExchangeRateProvider {
    /// Asks for one day after the other. A day that fails costs the others nothing.
    ///
    /// - Throws: `CancellationError` only.
    public func answers(to requests: [RateRequest]) async throws -> [Result<RateAnswer, any Error>] {
        var answers: [Result<RateAnswer, any Error>] = []
        for request in requests {
            do {
                answers.append(.success(try await rates(request)))
            } catch {
                // A cancelled call often fails with an error of the network's own.
                try Task.checkCancellation()
                if error is CancellationError { throw error }
                answers.append(.failure(error))
            }
        }
        return answers
    }
}

/// Which rates are wanted.
public struct RateRequest: Sendable {
    /// For a past day: how many days before it a rate may be from (V1).
    public static let oldestAge = 7

    /// The currencies to be connected, directly or through the pivots.
    public let currencies: Set<Currency>
    /// A past day, or nil for the newest rates.
    public let day: CalendarDay?
    /// The instant of the request, by which the age of answers is judged.
    public let now: Date
    /// The day of ``now`` in the user's zone: rates of later ones are not known yet. That a plan is looked at as of an
    /// earlier day changes nothing here (M4).
    public let today: CalendarDay
    /// By when the provider has to have answered. With no time left, only what is known without asking outside is an answer.
    public private(set) var deadline: Deadline

    /// A request that is part of a call.
    ///
    /// - Parameter day: a past day, or nil for the newest rates.
    public init(currencies: Set<Currency>, day: CalendarDay?, _ call: Call) {
        self.currencies = currencies
        self.day = day
        now = call.now
        today = CalendarDay(utc: call.now, secondsFromUTC: call.zone.secondsFromGMT(for: call.now))
        deadline = call.deadline
    }

    /// The same with another deadline.
    func within(_ deadline: Deadline) -> RateRequest {
        var request = self
        request.deadline = deadline
        return request
    }
}

/// What a provider knows.
public struct RateAnswer: Sendable, Hashable {
    /// Usable rates.
    public var quotes: [RateQuote]
    /// Rates that were given but cannot be used, and why.
    public var gaps: [RateGap]

    /// An answer.
    public init(quotes: [RateQuote], gaps: [RateGap] = []) {
        self.quotes = quotes
        self.gaps = gaps
    }
}
