import ExchangeRates
import Foundation
import HTTPNetworking
import Values

extension RateAnswer {
    /// Adds the price of one `from` in `to` as a source gives it: a quote, or a gap with the reason (V6), from which the redactor
    /// takes what the source echoes of the request's secrets.
    mutating func add(
        _ value: LosslessJSON, from: Currency, to: Currency, time: Date, source: String, state: AnswerState,
        redactor: Redactor = Redactor(secrets: [])
    ) {
        guard let text = value.numeral, let rate = try? Ratio(decimal: text) else {
            let shown = redactor.excerpt(Data(value.shown.utf8))
            gaps.append(RateGap(from: from, to: to, reason: "\(source) gave \(shown) instead of a rate"))
            return
        }
        do {
            quotes.append(
                try RateQuote(
                    from: from, to: to, rate: rate, time: time, source: source, state: RateState(state),
                    staleReason: state.staleReason))
        } catch {
            gaps.append(error)
        }
    }

    /// Takes in another answer.
    mutating func add(_ other: RateAnswer) {
        quotes += other.quotes
        gaps += other.gaps
    }
}

extension RateState {
    /// The state of a rate that was read from an answer (V1).
    fileprivate init(_ state: AnswerState) {
        switch state {
        case .live: self = .live
        case .cached: self = .cached
        case .stale: self = .stale
        }
    }
}

/// One request to a provider: the currencies it is about, and how it is sent.
struct RateQuestion: Sendable {
    let currencies: [Currency]
    let ask: @Sendable () async throws -> RateAnswer
}

extension [RateQuestion] {
    /// The answers to all requests, sent side by side. What one of them failed to give becomes gaps to `anchor`.
    ///
    /// - Throws: The first failure when every question failed, or `CancellationError`.
    func answer(source: String, anchor: Currency) async throws -> RateAnswer {
        guard !isEmpty else { return RateAnswer(quotes: []) }
        let results = try await withThrowingTaskGroup(of: (Int, Result<RateAnswer, any Error>).self) { group in
            for (index, question) in enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await question.ask()))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var results: [(Int, Result<RateAnswer, any Error>)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
        var answer = RateAnswer(quotes: [])
        var failures: [any Error] = []
        for (question, result) in zip(self, results) {
            switch result {
            case .success(let part): answer.add(part)
            case .failure(let error):
                failures.append(error)
                answer.gaps += question.currencies.filter { $0 != anchor }.map {
                    RateGap(from: $0, to: anchor, reason: "\(source) could not answer (\(error))")
                }
            }
        }
        if let first = failures.first, failures.count == count { throw first }
        return answer
    }
}
