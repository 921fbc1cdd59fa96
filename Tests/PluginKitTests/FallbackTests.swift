import PluginKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FallbackTests {
    private let clock = ManualClock()
    private let journal = Journal()
    private let network = Switch()

    private func container(
        validate: @escaping @Sendable (any Rates) async throws -> Void = { _ in }
    ) async throws -> DIContainer {
        var builder = makeBuilder(["oneRate.provider": "live"], clock: clock)
        builder.register(
            .oneRate, name: "live", fallback: Fallback(to: "fixed") { RecoveringRate(handle: $0) }, validate: validate,
            shutdown: { [journal] _ in journal.note("live closed") },
            factory: { [journal, network] _ in
                journal.note("attempt")
                guard network.isOn else { throw Broken("no route to host") }
                return FixedRate(value: "live")
            })
        builder.register(.oneRate, name: "fixed", shutdown: { [journal] _ in journal.note("fixed closed") }) { _ in
            FixedRate(value: "fixed")
        }
        return try await builder.build()
    }

    private let degradation = Degradation(
        service: "oneRate", provider: "live", substitute: "fixed", reason: "no route to host", since: start)

    @Test func `a working provider is used as it is`() async throws {
        network.turnOn()
        let container = try await container()
        #expect(try container.resolve(.oneRate) is FixedRate)
        #expect(container.degradations.isEmpty)
        #expect(await container.health(limit: .seconds(1)).rows.map(\.provider) == ["live"])
    }

    @Test func `a failed provider is replaced, and says so`() async throws {
        let container = try await container()
        #expect(try await container.resolve(.oneRate).rate() == "fixed (fallback)")
        #expect(container.degradations == [degradation])
        let row = try #require(await container.health(limit: .seconds(1)).rows.first { $0.provider == "live" })
        #expect(
            row.status
                == .degraded(
                    detail: "The provider `live` of oneRate failed and `fixed` stands in: no route to host.",
                    since: start))
    }

    @Test func `a product that is not valid is replaced too`() async throws {
        network.turnOn()
        let container = try await container { service in
            if try await service.rate() == "live" { throw Broken("the rate is 0") }
        }
        #expect(try await container.resolve(.oneRate).rate() == "fixed (fallback)")
        #expect(container.degradations.map(\.reason) == ["What was made is not valid: the rate is 0."])
        #expect(journal.all == ["attempt", "live closed"])
    }

    @Test func `attempts wait longer after each failure, up to the limit`() async throws {
        let rates = try await container().resolve(.oneRate)
        var attempts: [Int] = []
        for second in 1...60 {
            clock.advance(by: .seconds(1))
            let before = journal.count("attempt")
            _ = try await rates.rate()
            _ = try await rates.rate()
            if journal.count("attempt") > before { attempts.append(second) }
        }
        #expect(attempts == [5, 15, 30, 45, 60])
        #expect(journal.count("attempt") == 6)
    }

    @Test func `the real provider takes over when it works, and stays`() async throws {
        let container = try await container()
        let rates = try container.resolve(.oneRate)
        network.turnOn()
        #expect(try await rates.rate() == "fixed (fallback)")
        clock.advance(by: .seconds(5))
        #expect(try await rates.rate() == "live")
        clock.advance(by: .seconds(500))
        #expect(try await rates.rate() == "live")
        #expect(journal.count("attempt") == 2)
        #expect(await container.health(limit: .seconds(1)).rows.allSatisfy { $0.status == .healthy })
    }

    @Test func `a health check tries again too`() async throws {
        let container = try await container()
        network.turnOn()
        clock.advance(by: .seconds(5))
        #expect(await container.health(limit: .seconds(1)).rows.map(\.status) == [.healthy, .healthy])
        #expect(try await container.resolve(.oneRate).rate() == "live")
    }

    @Test func `shutdown closes the real provider before its substitute, and only what was made`() async throws {
        let recovered = try await container()
        try await recovered.shutdown()
        #expect(journal.all == ["attempt", "fixed closed"])

        let other = FallbackTests()
        let container = try await other.container()
        other.network.turnOn()
        other.clock.advance(by: .seconds(5))
        _ = try await container.resolve(.oneRate).rate()
        try await container.shutdown()
        #expect(other.journal.all == ["attempt", "attempt", "live closed", "fixed closed"])
    }

    @Test func `after shutdown nothing is tried again`() async throws {
        let container = try await container()
        let rates = try container.resolve(.oneRate)
        try await container.shutdown()
        network.turnOn()
        clock.advance(by: .seconds(5))
        #expect(try await rates.rate() == "fixed (fallback)")
        #expect(journal.count("attempt") == 1)
    }

    @Test func `a later attempt gets the dependencies that were made`() async throws {
        let network = network
        var builder = makeBuilder(["oneRate.provider": "live"], clock: clock)
        builder.register(.oneRate, name: "live", fallback: Fallback(to: "fixed") { RecoveringRate(handle: $0) }) {
            resolver in
            guard network.isOn else { throw Broken("down") }
            return FixedRate(value: (try await resolver.resolve(.store) as? MemoryStore)?.name ?? "none")
        }
        builder.register(.oneRate, name: "fixed") { _ in FixedRate(value: "fixed") }
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        let rates = try await builder.build().resolve(.oneRate)
        network.turnOn()
        clock.advance(by: .seconds(5))
        #expect(try await rates.rate() == "memory")
    }

    @Test func `calls during an attempt get the substitute at once`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let handle = Recoverable<any Rates>(
            substitute: FixedRate(value: "fixed"), degradation: degradation, backoff: Backoff(first: .seconds(5)),
            time: TimeSource(now: { start }, clock: clock),
            attempt: {
                beginning.yield()
                for await _ in gate { break }
                return FixedRate(value: "live")
            })
        clock.advance(by: .seconds(5))
        async let first = handle.current()
        for await _ in began { break }
        #expect(await handle.current().degradation == degradation)
        open.yield()
        #expect(try await first.service.rate() == "live")
        #expect(await handle.current().degradation == nil)
    }

    @Test func `an attempt that the caller cancelled does not count`() async throws {
        let (attempts, journal) = (journal, journal)
        let handle = Recoverable<any Rates>(
            substitute: FixedRate(value: "fixed"), degradation: degradation, backoff: Backoff(first: .seconds(5)),
            time: TimeSource(now: { start }, clock: clock),
            attempt: {
                journal.note("attempt")
                try Task.checkCancellation()
                return FixedRate(value: "live")
            })
        clock.advance(by: .seconds(5))
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await handle.current().degradation
        }
        #expect(await cancelled.value == degradation)
        #expect(await handle.current().degradation == nil)
        #expect(attempts.count("attempt") == 2)
    }
}
