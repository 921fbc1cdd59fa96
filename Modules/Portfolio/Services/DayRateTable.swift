import ExchangeRates
import Models
import Synchronization

/// The rates of days that a report needs: a book is made again with those that it missed.
struct DayRateTable: Sendable {
    /// The questions that a calculation put and nobody had answered.
    private final class Missed: Sendable {
        let questions = Mutex<Set<RateQuestion>>([])
    }

    private let rates: PortfolioRates
    private let call: Call
    private var answers: [RateQuestion: Result<ConversionRate, RateQuestion.Gap>] = [:]

    init(_ rates: PortfolioRates, _ call: Call) {
        self.rates = rates
        self.call = call
    }

    /// The value of a calculation with all rates that can be had.
    mutating func answering<Value>(_ body: (DayRates) throws -> Value) async throws -> Value {
        // Each round answers all that was open, and a rate can only lead to conversions of later days: there is an end.
        while true {
            let (missed, known) = (Missed(), answers)
            let value = try body(
                DayRates { from, to, day in
                    let question = RateQuestion(from: from, to: to, day: day)
                    switch known[question] {
                    case .success(let rate)?: return rate.rate
                    case .failure?: return nil
                    case nil:
                        missed.questions.withLock { _ = $0.insert(question) }
                        return nil
                    }
                })
            let open = missed.questions.withLock { $0 }
            guard !open.isEmpty else { return value }
            try await ask(open)
        }
    }

    private mutating func ask(_ questions: Set<RateQuestion>) async throws {
        let days = Set(questions.map(\.day)).sorted()
        let wanted = days.map { $0 == call.day && call.isForToday ? nil : $0 }
        let pairs = Set(questions.map { ExchangeRateService.WantedRate(from: $0.from, to: $0.to) })
        let found = Dictionary(uniqueKeysWithValues: zip(days, try await rates.rates(for: pairs, on: wanted, call)))
        for question in questions {
            do {
                guard let rate = try found[question.day]?.conversion(from: question.from, to: question.to).rate else {
                    throw RateQuestion.Gap(reason: "none was found")
                }
                answers[question] = .success(rate)
            } catch let gap as RateGap {
                answers[question] = .failure(RateQuestion.Gap(reason: gap.reason))
            } catch let gap as RateQuestion.Gap {
                answers[question] = .failure(gap)
            }
        }
    }

    /// The rates of a day that were used.
    func used(on day: CalendarDay) -> [ConversionRate] {
        answers.filter { $0.key.day == day }.compactMap { try? $0.value.get() }.sorted(by: ConversionRate.precedes)
    }

    /// All rates that were used, of any day.
    var used: [ConversionRate] {
        answers.sorted { $0.key.day < $1.key.day }.compactMap { try? $0.value.get() }.sorted(
            by: ConversionRate.precedes)
    }

    /// Whether a substitute's rate took part.
    var isDoubtful: Bool { answers.values.contains { (try? $0.get())?.state == .fallback } }

    /// Why a rate is not known.
    func reason(_ from: Currency, _ to: Currency, _ day: CalendarDay) -> String? {
        guard case .failure(let gap)? = answers[RateQuestion(from: from, to: to, day: day)] else { return nil }
        return gap.reason
    }
}
