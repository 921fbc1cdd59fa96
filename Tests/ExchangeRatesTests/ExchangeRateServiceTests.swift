import ExchangeRates
import Models
import PluginKit
import Synchronization
import TestSupport
import Testing

@Suite("Providers are asked in order, for what is missing") struct ExchangeRateServiceTests {
    private static func conversions(_ pairs: String...) throws -> Set<ExchangeRateService.WantedRate> {
        Set(
            try pairs.map { pair in
                let parts = pair.split(separator: " ").map(String.init)
                return .init(from: try currency(parts[0]), to: try currency(parts[1]))
            })
    }

    @Test func `a later provider is asked only for what is missing`() async throws {
        let first = ScriptedProvider("first", quotes: [try quote("BTC USD 60000", source: "first")])
        let second = ScriptedProvider("second", quotes: [try quote("GBP USD 1.25", source: "second")])
        let third = ScriptedProvider("third", quotes: [])
        let service = ExchangeRateService(providers: [first, second, third])
        let rates = try await service.rates(for: Self.conversions("BTC USD", "GBP USD", "USD USD"), anyCall)
        #expect(first.requests.map(\.currencies) == [try Set(["BTC", "USD", "GBP"].map(currency))])
        #expect(second.requests.map(\.currencies) == [try Set(["USD", "GBP"].map(currency))])
        #expect(third.requests.isEmpty)
        #expect(try rates.conversion(from: currency("GBP"), to: currency("USD")).rate?.sources == ["second"])
    }

    @Test func `nobody is asked for nothing`() async throws {
        let provider = ScriptedProvider("p", quotes: [])
        let service = ExchangeRateService(providers: [provider])
        _ = try await service.rates(for: [], anyCall)
        _ = try await service.rates(for: Self.conversions("USD USD"), anyCall)
        #expect(provider.requests.isEmpty)
    }

    @Test func `the day is passed on`() async throws {
        let provider = ScriptedProvider("p", quotes: [])
        let asked = try day("2025-03-04")
        _ = try await ExchangeRateService(providers: [provider]).rates(
            for: Self.conversions("BTC USD"), on: asked, anyCall)
        #expect(provider.requests.map(\.day) == [asked])
    }

    @Test func `stale and substituted rates make others be asked, and are used when nobody knows better`() async throws
    {
        let stale = ScriptedProvider(
            "stale", quotes: [try quote("BTC USD 1", state: .stale), try quote("GBP USD 1", state: .fallback)])
        let fresh = ScriptedProvider("fresh", quotes: [try quote("BTC USD 2", state: .cached)])
        let rates = try await ExchangeRateService(providers: [stale, fresh]).rates(
            for: Self.conversions("BTC USD", "GBP USD"), anyCall)
        #expect(fresh.requests.count == 1)
        #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.rate == Ratio(2))
        #expect(try rates.conversion(from: currency("GBP"), to: currency("USD")).rate?.state == .fallback)
    }

    @Test func `a failing provider is named, and the next one takes over`() async throws {
        let broken = ScriptedProvider("broken") { _ in throw Refusal(description: "closed on Sundays") }
        let good = ScriptedProvider("good", quotes: [try quote("BTC USD 2")])
        let rates = try await ExchangeRateService(providers: [broken, good]).rates(
            for: Self.conversions("BTC USD", "SOL USD"), anyCall)
        #expect(rates.failures == ["broken could not answer (closed on Sundays)"])
        #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.rate == Ratio(2))
        let gap = #expect(throws: RateGap.self) {
            try rates.conversion(from: currency("SOL"), to: currency("USD")).rate
        }
        #expect(gap?.reason.contains("closed on Sundays") == true)
    }

    @Test func `every failure is named`() async throws {
        let providers = ["one", "two"].map { name in
            ScriptedProvider(name) { _ in throw Refusal(description: "no \(name)") }
        }
        let rates = try await ExchangeRateService(providers: providers).rates(for: Self.conversions("BTC USD"), anyCall)
        let gap = #expect(throws: RateGap.self) {
            try rates.conversion(from: currency("BTC"), to: currency("USD")).rate
        }
        #expect(gap?.description.contains("no one") == true && gap?.description.contains("no two") == true)
    }

    @Test func `an earlier provider stays first although it could not connect everything`() async throws {
        let first = ScriptedProvider("first", quotes: [try quote("BTC USD 1", source: "first")])
        let second = ScriptedProvider(
            "second", quotes: [try quote("BTC USD 9", source: "second"), try quote("SOL USD 3", source: "second")])
        let rates = try await ExchangeRateService(providers: [first, second]).rates(
            for: Self.conversions("BTC USD", "SOL USD"), anyCall)
        #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.sources == ["first"])
    }

    @Test func `cancellation passes through and stops the asking`() async throws {
        let cancelled = ScriptedProvider("cancelled") { _ in throw CancellationError() }
        let next = ScriptedProvider("next", quotes: [])
        let service = ExchangeRateService(providers: [cancelled, next])
        await #expect(throws: CancellationError.self) {
            try await service.rates(for: Self.conversions("BTC USD"), anyCall)
        }
        #expect(next.requests.isEmpty)
    }

    /// Networks report a cancelled call as an error of their own.
    @Test func `a failure because of cancellation is cancellation`() async throws {
        let provider = ScriptedProvider("net") { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw Refusal(description: "the connection was cancelled")
        }
        let next = ScriptedProvider("next", quotes: [])
        let service = ExchangeRateService(providers: [provider, next])
        let conversions = try Self.conversions("BTC USD")
        let task = Task { try await service.rates(for: conversions, anyCall) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(next.requests.isEmpty)
    }

    @Test func `a reason that several providers share is said once`() async throws {
        let providers = [("one", "off"), ("two", "closed"), ("three", "off"), ("four", "off")].map { name, reason in
            ScriptedProvider(name) { _ in throw Refusal(description: reason) }
        }
        let rates = try await ExchangeRateService(providers: providers).rates(for: Self.conversions("BTC USD"), anyCall)
        #expect(rates.failures == ["one, three and four could not answer (off)", "two could not answer (closed)"])
    }

    /// The hanging provider ends by cancellation alone: waiting for it would never end.
    @Test(.timeLimit(.minutes(5)))
    func `a provider that hangs does not keep the next one from being asked, and is not waited for in the end`()
        async throws
    {
        let hanging = ScriptedProvider("hanging") { _ in
            try await ContinuousClock().sleep(for: .seconds(3600))
            return RateAnswer(quotes: [])
        }
        let good = ScriptedProvider("good", quotes: [try quote("BTC USD 2")])
        let service = ExchangeRateService(providers: [hanging, good], patience: .milliseconds(20))
        let rates = try await service.rates(for: Self.conversions("BTC USD"), anyCall)
        #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.rate == Ratio(2))
        #expect(hanging.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a late answer counts by its place in the order, not by its time`() async throws {
        let later = ScriptedProvider("later", quotes: [try quote("BTC USD 9", source: "later")])
        let early = [try quote("BTC USD 1", source: "early"), try quote("SOL USD 3", source: "early")]
        let slow = ScriptedProvider("slow") { _ in
            while later.requests.isEmpty { await Task.yield() }
            return RateAnswer(quotes: early)
        }
        let service = ExchangeRateService(providers: [slow, later], patience: .milliseconds(20))
        let rates = try await service.rates(for: Self.conversions("BTC USD", "SOL USD"), anyCall)
        #expect(try rates.conversion(from: currency("BTC"), to: currency("USD")).rate?.sources == ["early"])
        #expect(try rates.conversion(from: currency("SOL"), to: currency("USD")).rate?.rate == Ratio(3))
    }

    @Test func `who was asked and has no rate is named`() async throws {
        let pair = try Self.conversions("EUR GBP")
        func reason(_ providers: any ExchangeRateProvider...) async throws -> String? {
            let rates = try await ExchangeRateService(providers: providers).rates(for: pair, anyCall)
            return #expect(throws: RateGap.self) {
                try rates.conversion(from: currency("EUR"), to: currency("GBP")).rate
            }?.reason
        }
        let (one, two) = (ScriptedProvider("one", quotes: []), ScriptedProvider("two", quotes: []))
        let broken = ScriptedProvider("three") { _ in throw Refusal(description: "off") }
        #expect(try await reason(one) == "one has none")
        #expect(try await reason(one, two) == "one and two have none")
        #expect(try await reason(one, broken) == "one has none; three could not answer (off)")
        #expect(try await reason(broken) == "three could not answer (off)")
        #expect(try await reason(PegRates(InMemorySettings())) == "no provider has one")
    }

    @Test func `a range is asked of each provider once, and the next one only for the days that are missing`()
        async throws
    {
        let days = try (1...4).map { try day("2026-06-0\($0)") }
        func provider(_ name: String, _ known: [CalendarDay]) -> RangeProvider {
            RangeProvider(name: name, known: Set(known))
        }
        let (one, two) = (provider("one", Array(days.prefix(2))), provider("two", Array(days.dropFirst(1).prefix(2))))
        let call = try callNow("2026-06-10")
        let found = try await ExchangeRateService(providers: [one, two], patience: .seconds(600))
            .history(currency("BTC"), in: currency("USD"), days[0], to: days[3], call)
        #expect(found.value.map { $0.rate?.sources } == [["one"], ["one"], ["two"], nil])
        #expect(found.value.last?.gap == "one and two have none")
        #expect(one.asked == [days] && two.asked == [Array(days.dropFirst(2))])
    }

    @Test func `a provider without ranges is asked day by day, and a day that fails costs the others nothing`()
        async throws
    {
        let days = try (1...3).map { try day("2026-06-0\($0)") }
        let provider = ScriptedProvider("one") { request in
            guard let day = request.day, day != days[1] else { throw Refusal(description: "closed") }
            let seconds = try TestSupport.day("1970-01-01").days(until: day) * 86_400
            return RateAnswer(quotes: [try quote("BTC USD 5", at: seconds)])
        }
        let found = try await ExchangeRateService(providers: [provider])
            .history(currency("BTC"), in: currency("USD"), days[0], to: days[2], callNow("2026-06-10"))
        #expect(found.value.map { $0.rate != nil } == [true, false, true])
        #expect(found.value[1].gap == "one could not answer (closed)")
        #expect(provider.requests.map(\.day) == days)
    }
}

/// Knows BTC in USD on some days, all of which it gives at once.
private final class RangeProvider: ExchangeRateProvider {
    let name: String
    private let known: Set<CalendarDay>
    private let record = Mutex<[[CalendarDay]]>([])

    init(name: String, known: Set<CalendarDay>) {
        self.name = name
        self.known = known
    }

    var asked: [[CalendarDay]] { record.withLock { $0 } }

    func rates(_ request: RateRequest) throws -> RateAnswer {
        guard let day = request.day, known.contains(day) else { return RateAnswer(quotes: []) }
        let rate = try RateQuote(
            from: currency("BTC"), to: currency("USD"), rate: Ratio(5), time: day.startInUTC, source: name, state: .live
        )
        return RateAnswer(quotes: [rate])
    }

    func answers(to requests: [RateRequest]) -> [Result<RateAnswer, any Error>] {
        record.withLock { $0.append(requests.compactMap(\.day)) }
        return requests.map { request in Result { try rates(request) } }
    }
}
