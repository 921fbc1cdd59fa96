public import ExchangeRates
public import Models
public import PluginKit

/// All sources of balances of a program, and how their answers get into decisions.
///
/// A decision reads what the store holds inside its transaction. When it needs an answer from outside that nobody has asked
/// for, it begins again with that answer: the transaction itself never waits.
public struct FundingSources: Sendable {
    /// How often it is asked for more.
    private static let rounds = 3

    let sources: [any FundingSource]
    var followers: [any FundingFollower]
    /// The rates of sources with prices, or why there are none.
    private let rates: Result<ExchangeRateService, NoRates>

    /// Why there are no rates for sources with prices.
    struct NoRates: Error {
        let reason: String
    }

    /// Transactions entered by hand, and these.
    ///
    /// - Parameter followers: who follows what writes change in what goals get. Where months are started, their follower
    ///   belongs here, else corrections during a month count as contributions.
    /// - Parameter rates: those of sources with prices, whose balances need them.
    public init(
        _ others: [any FundingSource] = [], followers: [any FundingFollower] = [], rates: ExchangeRateService? = nil
    ) {
        self.init(
            others, followers: followers,
            rates: rates.map(Result.success) ?? .failure(NoRates(reason: "no rates are set up")))
    }

    init(
        _ others: [any FundingSource], followers: [any FundingFollower], rates: Result<ExchangeRateService, NoRates>
    ) {
        sources = [RecordedTransactions()] + others
        self.followers = followers
        self.rates = rates
    }

    /// Runs `body` with the answers it needs. It is run again when it asks for more.
    ///
    /// - Parameter kept: rates that the command has converted with already.
    /// - Throws: ``FundingError/keepsChanging``, or what `body` throws.
    public func answering<Result>(
        _ call: Call, keeping kept: FrozenRates = FrozenRates([]), _ body: (FundingAnswers) async throws -> Result
    ) async throws -> Result {
        var answers = FundingAnswers(sources: sources, keeping: kept)
        for attempt in 1... {
            do {
                return try await body(answers)
            } catch let questions as UnansweredQuestions {
                guard attempt <= Self.rounds else { break }
                try await answers.ask(questions.questions, call)
                try await answers.ask(for: questions.conversions, rates, call)
            }
        }
        throw FundingError.keepsChanging
    }
}

extension ServiceKey where Service == any FundingSource {
    /// The sources of all plugins besides transactions entered by hand.
    public static var fundingSources: ServiceKey<any FundingSource> {
        ServiceKey<any FundingSource>("fundingSources", selection: .every)
    }
}

extension ServiceKey where Service == FundingSources {
    /// All sources of balances together.
    public static var funding: ServiceKey<FundingSources> { ServiceKey<FundingSources>("funding", selection: .every) }
}
