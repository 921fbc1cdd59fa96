import ExchangeRates
import Foundation
import Models
import Synchronization
import TestSupport

func instant(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

/// A call at the first instant of a day.
func callNow(_ day: String) throws -> Call {
    Call(now: try CalendarDay(day).startInUTC, program: "test", command: "test")
}

/// `BTC USD 60000`.
func quote(_ text: String, state: RateState = .live, source: String = "test", at seconds: Int = 0) throws -> RateQuote {
    let parts = text.split(separator: " ").map(String.init)
    return try RateQuote(
        from: currency(parts[0]), to: currency(parts[1]), rate: ratio(parts[2]), time: instant(seconds), source: source,
        state: state)
}

/// A provider that answers as it is told and remembers what it was asked.
final class ScriptedProvider: ExchangeRateProvider {
    let name: String
    private let answer: @Sendable (RateRequest) async throws -> RateAnswer
    private let asked = Mutex<[RateRequest]>([])

    init(_ name: String, _ answer: @escaping @Sendable (RateRequest) async throws -> RateAnswer) {
        self.name = name
        self.answer = answer
    }

    convenience init(_ name: String, quotes: [RateQuote], gaps: [RateGap] = []) {
        self.init(name) { _ in RateAnswer(quotes: quotes, gaps: gaps) }
    }

    var requests: [RateRequest] { asked.withLock { $0 } }

    func rates(_ request: RateRequest) async throws -> RateAnswer {
        asked.withLock { $0.append(request) }
        return try await answer(request)
    }
}

struct Refusal: Error, CustomStringConvertible {
    let description: String
}
