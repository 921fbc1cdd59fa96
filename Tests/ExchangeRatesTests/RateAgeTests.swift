import ExchangeRates
import Models
import TestSupport
import Testing

@Suite("V1: how old a rate may be, whoever gives it") struct RateAgeTests {
    private static func ask(
        _ from: String, on asked: String? = nil, _ providers: any ExchangeRateProvider...
    ) async throws -> (rate: ConversionRate?, gap: RateGap?) {
        let pair = ExchangeRateService.WantedRate(from: try currency(from), to: try currency("USD"))
        let rates = try await ExchangeRateService(providers: providers)
            .rates(for: [pair], on: try asked.map(day), callNow("2026-06-10"))
        do {
            return (try rates.conversion(from: pair.from, to: pair.to).rate, nil)
        } catch {
            return (nil, error)
        }
    }

    /// A provider that gives one rate of a day, whatever it is asked.
    private static func one(_ dated: String, _ state: RateState = .live) throws -> ScriptedProvider {
        let seconds = try day("1970-01-01").days(until: day(dated)) * 86_400
        return ScriptedProvider("one", quotes: [try quote("BTC USD 5", state: state, source: "one", at: seconds)])
    }

    @Test(arguments: [
        ("2026-05-20", true), ("2026-05-21", true), ("2026-05-22", false), ("2026-05-13", true), ("2026-05-12", false),
    ])
    func `for a past day: none of a later one, one day allowed, none of more than seven days before`(
        dated: String, isKnown: Bool
    ) async throws {
        let answer = try await Self.ask("BTC", on: "2026-05-20", try Self.one(dated))
        #expect((answer.rate != nil) == isKnown)
        guard let gap = answer.gap else { return }
        #expect(
            gap.reason.contains(
                dated > "2026-05-20"
                    ? "one gave a rate of 2026-05-22, which is after 2026-05-20"
                    : "one gave a rate of 2026-05-12, more than 7 days before 2026-05-20"))
    }

    @Test(arguments: [("2026-06-11", true), ("2026-06-12", false), ("2099-01-01", false)])
    func `for today none of a day that has not come, one day allowed`(dated: String, isKnown: Bool) async throws {
        for asked in [nil, "2026-06-10"] {
            let answer = try await Self.ask("BTC", on: asked, try Self.one(dated))
            #expect((answer.rate != nil) == isKnown)
            guard let gap = answer.gap else { continue }
            #expect(gap.reason == "one gave a rate of \(dated), which is after 2026-06-10")
        }
    }

    @Test(arguments: [
        (["BTC USD 5", "BTC USD 6"], nil), (["BTC USD 5", "BTC USD 5"], "5"), (["BTC USD 5", "USD BTC 0.3"], nil),
        (["BTC USD 5", "USD BTC 0.2"], "5"), (["BTC USD 3", "USD BTC 0.3333"], "3"),
    ])
    func `rates of one pair and time that contradict each other are a gap`(
        quotes: [String], rate: String?
    ) async throws {
        let seconds = try day("1970-01-01").days(until: day("2026-06-10")) * 86_400
        let provider = ScriptedProvider(
            "one", quotes: try quotes.map { try quote($0, source: "one", at: seconds) })
        let answer = try await Self.ask("BTC", provider)
        #expect(answer.rate?.rate == (try rate.map { try Ratio(decimal: $0) }))
        #expect(answer.gap?.reason == (rate == nil ? "one gave rates that contradict each other" : nil))
    }

    @Test(
        arguments: [RateState.live, .cached, .fixed],
        [("2026-06-10", false), ("2026-06-03", false), ("2026-06-02", true)])
    func `for today one of more than seven days before is stale, however it was had`(
        state: RateState, dated: (String, Bool)
    ) async throws {
        let answer = try await Self.ask("BTC", try Self.one(dated.0, state))
        #expect(answer.rate?.state == (dated.1 ? .stale : state))
    }

    @Test func `an old substitute stays a substitute, and another provider is asked for a fresher rate`() async throws {
        #expect(try await Self.ask("BTC", try Self.one("2020-01-01", .fallback)).rate?.state == .fallback)
        let fresh = try Self.one("2026-06-10")
        let answer = try await Self.ask("BTC", try Self.one("2026-01-01"), fresh)
        #expect(answer.rate?.state == .live && fresh.requests.count == 1)
    }

    @Test func `a row without a date never gets stale, one with a date does`() async throws {
        let table = try FixedRateTable(
            csv: "from,to,rate,date\nBTC,USD,5,\nETH,USD,6,2026-01-01\n", fileTime: day("2020-01-01").startInUTC)
        #expect(try await Self.ask("BTC", FixedRates(table)).rate?.state == .fixed)
        #expect(try await Self.ask("ETH", FixedRates(table)).rate?.state == .stale)
    }

    @Test func `rates stay the newest when a plan is looked at as of an earlier day (M4)`() async throws {
        let table = try FixedRateTable(
            csv: "from,to,rate,date\nBTC,USD,5,2026-06-09\nBTC,USD,4,2026-05-01\n", fileTime: instant(0))
        let call = Call(
            now: try day("2026-06-10").startInUTC, today: try day("2026-05-02"), program: "test", command: "test")
        let answer = FixedRates(table).rates(RateRequest(currencies: [try currency("BTC")], day: nil, call))
        #expect(answer.quotes.map(\.rate) == [Ratio(5)])
    }

    @Test func `warnings say a reason once, and many days of one pair in one sentence`() throws {
        func rate(_ from: String, _ of: String, _ reason: String? = "The server slept.") throws -> ConversionRate {
            try ConversionRate(
                from: currency(from), to: currency("USD"), rate: Ratio(5), path: [currency(from), currency("USD")],
                sources: ["one"], time: day(of).startInUTC, state: .stale, staleReason: reason)
        }
        let warnings = Warning.rateWarnings([
            try rate("BTC", "2026-06-08"), try rate("ETH", "2026-06-09"), try rate("BTC", "2026-06-09"),
        ])
        #expect(
            warnings.map(\.message) == [
                "The rates from BTC to USD (one) of 2026-06-08 to 2026-06-09 were fetched earlier; no fresher ones came: "
                    + "The server slept.",
                "The rate from ETH to USD (one) is from 2026-06-09; there is no newer one, for the same reason.",
            ])
    }

    @Test func `the warning about a stale rate says why there is no newer one`() async throws {
        let old = try RateQuote(
            from: currency("BTC"), to: currency("USD"), rate: Ratio(5), time: day("2026-06-09").startInUTC,
            source: "one", state: .stale, staleReason: "The server slept.")
        let answer = try await Self.ask("BTC", ScriptedProvider("one", quotes: [old]))
        let rate = try #require(answer.rate)
        #expect(rate.staleReason == "The server slept.")
        #expect(
            Warning.rateWarnings([rate]).map(\.message) == [
                "The rate from BTC to USD (one) is from 2026-06-09; there is no newer one: The server slept."
            ])
    }
}
