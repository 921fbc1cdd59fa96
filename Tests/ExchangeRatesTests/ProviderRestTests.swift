import ExchangeRates
import Foundation
import Models
import Synchronization
import TestSupport
import Testing

/// A provider that did not answer in time is left alone for a while, so that only the first question waits for it.
struct ProviderRestTests {
    /// The instant of every call: 2026-06-10, in seconds.
    private static let present = 1_781_049_600

    private static func wanted(_ pairs: String...) throws -> Set<ExchangeRateService.WantedRate> {
        Set(
            try pairs.map { pair in
                let codes = pair.split(separator: " ").map(String.init)
                return .init(from: try currency(codes[0]), to: try currency(codes[1]))
            })
    }

    /// A call with more time than any test takes.
    private static func call() throws -> Call {
        Call(
            now: try day("2026-06-10").startInUTC, deadline: Deadline(in: .seconds(3600), on: ContinuousClock()),
            program: "test", command: "test")
    }

    /// A provider that takes longer than anybody is patient, unless it is asked for what it knows already.
    private static func hanging(
        _ name: String, knows quotes: [RateQuote] = [], for time: Duration = .milliseconds(30)
    ) -> ScriptedProvider {
        ScriptedProvider(name) { request in
            if request.deadline.remaining != .zero { try await ContinuousClock().sleep(for: time) }
            guard quotes.isEmpty else { return RateAnswer(quotes: quotes) }
            throw Refusal(description: "it was silent")
        }
    }

    @Test func `only the first question waits, whatever the next ones ask for`() async throws {
        let provider = Self.hanging("slow")
        let service = ExchangeRateService(providers: [provider], patience: .milliseconds(5))
        let pair = try Self.wanted("BTC USD")
        _ = try await service.rates(for: pair, Self.call())
        let later = try await service.rates(for: pair, Self.call())
        _ = try await service.rates(for: Self.wanted("EUR USD"), Self.call())
        _ = try await service.rates(for: pair, on: try day("2026-06-01"), Self.call())
        #expect(
            provider.requests.count == 4 && provider.requests.dropFirst().allSatisfy { $0.deadline.remaining == .zero })
        let gap = #expect(throws: RateGap.self) {
            try later.conversion(from: currency("BTC"), to: currency("USD")).rate
        }
        #expect(gap?.reason.contains("did not answer a moment ago") == true, "\(gap?.reason ?? "")")
    }

    @Test func `what it said before counts while it is left alone`() async throws {
        let stale = try quote("BTC USD 60000", state: .stale)
        let provider = Self.hanging("slow", knows: [stale])
        let service = ExchangeRateService(providers: [provider], patience: .milliseconds(5))
        for _ in 0..<3 {
            let rates = try await service.rates(for: Self.wanted("BTC USD"), Self.call())
            #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.state == .stale)
        }
        #expect(
            provider.requests.count == 3 && provider.requests.dropFirst().allSatisfy { $0.deadline.remaining == .zero })
    }

    @Test func `after its rest it is asked again, and with a rest of nothing always`() async throws {
        for rest in [Duration.zero, .milliseconds(1)] {
            let silent = Mutex(true)
            let fresh = try quote("BTC USD 60000", at: Self.present)
            let provider = ScriptedProvider("back") { request in
                // What it has to say now is told only to who gives it time.
                guard request.deadline.remaining != .zero else { throw Refusal(description: "no time") }
                guard silent.withLock({ $0 }) else { return RateAnswer(quotes: [fresh]) }
                try await ContinuousClock().sleep(for: .milliseconds(30))
                throw Refusal(description: "it was silent")
            }
            let service = ExchangeRateService(providers: [provider], patience: .milliseconds(5), rest: rest)
            _ = try await service.rates(for: Self.wanted("BTC USD"), Self.call())
            silent.withLock { $0 = false }
            var rate: RateState?
            let end = ContinuousClock.now + .seconds(60)
            while rate == nil, ContinuousClock.now < end {
                let rates = try await service.rates(for: Self.wanted("BTC USD"), Self.call())
                rate = try? rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.state
            }
            #expect(rate == .live)
        }
    }

    @Test func `a quick refusal, and a slow answer with news, leave nobody alone`() async throws {
        let refusing = ScriptedProvider("refusing") { _ in throw Refusal(description: "no") }
        let news = try quote("BTC USD 60000", at: Self.present)
        let slow = ScriptedProvider("slow") { _ in
            try await ContinuousClock().sleep(for: .milliseconds(20))
            return RateAnswer(quotes: [news])
        }
        for (provider, patience) in [(refusing, Duration.seconds(600)), (slow, .milliseconds(5))] {
            let service = ExchangeRateService(providers: [provider], patience: patience)
            for _ in 0..<2 { _ = try await service.rates(for: Self.wanted("BTC USD"), Self.call()) }
            #expect(provider.requests.count == 2 && provider.requests.allSatisfy { $0.deadline.remaining != .zero })
        }
    }

    @Test func `one that hangs beside others that know everything is not waited for again`() async throws {
        let hanging = Self.hanging("hanging", for: .seconds(3600))
        let good = ScriptedProvider("good", quotes: [try quote("BTC USD 2", at: Self.present)])
        let service = ExchangeRateService(providers: [hanging, good], patience: .milliseconds(20))
        for _ in 0..<3 {
            let rates = try await service.rates(for: Self.wanted("BTC USD"), Self.call())
            #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.rate == Ratio(2))
        }
        #expect(hanging.requests.map { $0.deadline.remaining == .zero } == [false, true, true])
    }
}
