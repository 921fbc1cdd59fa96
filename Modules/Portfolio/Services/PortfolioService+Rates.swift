public import Models
import Persistence

// Rates of transactions: they are asked before the transaction, which reads everything again.

extension PortfolioService {
    /// How often a request is begun again because it needs another rate.
    private static let rounds = 3

    typealias RateAnswers = [RateQuestion: Result<KeptRate, RateQuestion.Gap>]

    /// Rates that a write needs before it can decide.
    struct UnansweredRates: Error {
        let questions: Set<RateQuestion>
    }

    /// Runs a write with the rates that it needs; it begins again where it needs one that was not asked for.
    func asking<Value>(_ call: Call, _ body: (RateAnswers) async throws -> Value) async throws -> Value {
        var answers: RateAnswers = [:]
        for _ in 0...Self.rounds {
            do {
                return try await body(answers)
            } catch let unanswered as UnansweredRates {
                let open = unanswered.questions.subtracting(answers.keys)
                guard !open.isEmpty else { break }
                answers.merge(try await RateQuestion.answers(to: open, rates, call)) { first, _ in first }
                // A rate that no provider answered is missing, too.
                for question in open where answers[question] == nil {
                    answers[question] = .failure(RateQuestion.Gap(reason: "none was found"))
                }
            }
        }
        throw PortfolioError.keepsChanging
    }

    /// Asks for the rates of transactions that have none, and keeps them.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    public func fillRates(_ call: Call) async throws -> Outcome<(filled: Int, missing: Int)> {
        let questions = try await store.read { try $0.openRates() }
        let answers = try await RateQuestion.answers(to: Set(questions.map(\.1)), rates, call)
        return try await store.write(call) { writer in
            var (filled, missing) = (0, 0)
            var gaps: [RateQuestion: RateQuestion.Gap] = [:]
            for (transaction, question) in try writer.openRates() {
                guard case .success(let rate)? = answers[question] else {
                    missing += 1
                    if case .failure(let gap)? = answers[question] { gaps[question] = gap }
                    continue
                }
                var next = transaction
                next.rate = rate
                try writer.update(transaction, to: next)
                filled += 1
            }
            let warnings = RateQuestion.warnings(gaps.map { ($0.key, $0.value) })
            return Outcome((filled, missing), warnings: warnings, isComplete: missing == 0)
        }
    }
}

extension RateQuestion {
    init(from: Currency, to: Currency, day: CalendarDay) { (self.from, self.to, self.day) = (from, to, day) }
}

extension StoreReader {
    fileprivate func openRates() throws -> [(PortfolioTransaction, RateQuestion)] {
        let names = try PortfolioNames(in: self)
        return try all(PortfolioTransaction.self).compactMap { transaction in
            RateQuestion(
                transaction, transaction.portfolioID.flatMap { names.portfolios[$0] },
                transaction.instrumentID.flatMap { names.instruments[$0] }
            ).map { (transaction, $0) }
        }
    }

    /// The warnings of rates that stay open, all of which were asked.
    ///
    /// - Throws: ``PortfolioService/UnansweredRates`` where one was not.
    func rateWarnings(
        _ transactions: [PortfolioTransaction], _ known: [RateQuestion: Result<KeptRate, RateQuestion.Gap>]
    ) throws -> [Warning] {
        let questions = try transactions.compactMap { transaction in
            RateQuestion(
                transaction, try transaction.portfolioID.flatMap { try find(InvestmentPortfolio.self, $0) },
                try transaction.instrumentID.flatMap { try find(Instrument.self, $0) })
        }
        let open = Set(questions)
        guard open.isSubset(of: known.keys) else { throw PortfolioService.UnansweredRates(questions: open) }
        return RateQuestion.warnings(
            open.map { question in
                guard case .failure(let gap)? = known[question] else { return (question, nil) }
                return (question, gap)
            })
    }
}
