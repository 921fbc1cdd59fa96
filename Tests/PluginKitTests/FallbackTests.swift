import Models
import PluginKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FallbackTests {
    private let clock = ManualClock()
    private let journal = Journal()
    private let network = Switch()
    private let call = Call(now: start, program: "test", command: "test")

    /// `live` is chosen, and works when the network is on; `mock` is the fallback.
    private func container(
        fallback: String? = "mock", validate: @escaping @Sendable (any Rates) async throws -> Void = { _ in }
    ) async throws -> DIContainer {
        var settings: [String: RawSetting] = ["exchangeRates.providers": ["live"]]
        if let fallback { settings["exchangeRates.fallback"] = .text(fallback) }
        var builder = makeBuilder(settings, clock: clock)
        builder.register(
            .rates, name: "live", validate: validate, shutdown: { [journal] _ in journal.note("live closed") },
            factory: { [journal, network] _ in
                journal.note("attempt")
                guard network.isOn else { throw Broken("no route to host") }
                return FixedRate(value: "live")
            })
        builder.register(.rates, name: "mock", shutdown: { [journal] _ in journal.note("mock closed") }) { _ in
            FixedRate(value: "mock")
        }
        return try await builder.build()
    }

    private let degradation = Degradation(
        service: "exchangeRates", provider: "live", substitute: "mock", reason: "no route to host", since: start)

    @Test func `without the setting a provider that cannot be made is an error`() async {
        await #expect(throws: ContainerError.self) { try await container(fallback: nil) }
    }

    @Test func `the fallback comes last, and its values are marked`() async throws {
        network.turnOn()
        let container = try await container()
        let rates = try container.resolveAll(.rates)
        #expect(try await rates.asyncMap { try await $0.rate() } == ["live", "mock (fallback)"])
        #expect(container.degradations.isEmpty)
        #expect(await container.health(limit: .seconds(1)).rows.map(\.status) == [.healthy, .healthy])
    }

    @Test func `a fallback that is chosen anyway is a provider like the others`() async throws {
        network.turnOn()
        let rates = try await container(fallback: "live").resolveAll(.rates)
        #expect(rates.count == 1)
        #expect(try await rates[0].rate() == "live")
    }

    @Test func `a provider that cannot be made answers with its failure, and says so`() async throws {
        let container = try await container()
        let rates = try container.resolveAll(.rates)
        await #expect(throws: ProviderUnavailable.self) { try await rates[0].rate() }
        #expect(try await rates[1].rate() == "mock (fallback)")
        #expect(container.degradations == [degradation])
        let row = try #require(await container.health(limit: .seconds(1)).rows.first { $0.provider == "live" })
        #expect(
            row.status
                == .degraded(
                    detail: "The provider `live` of exchangeRates cannot be used, so `mock` answers what no "
                        + "other one does: no route to host.", since: start))
    }

    @Test func `a product that is not valid counts as one that cannot be made`() async throws {
        network.turnOn()
        let container = try await container { service in
            if try await service.rate() == "live" { throw Broken("the rate is 0") }
        }
        #expect(container.degradations.map(\.reason) == ["What was made is not valid: the rate is 0."])
        #expect(journal.all == ["attempt", "live closed"])
    }

    @Test func `attempts wait longer after each failure, up to five minutes`() async throws {
        let rates = try await container().resolveAll(.rates)[0]
        var attempts: [Int] = []
        for second in 1...1300 {
            clock.advance(by: .seconds(1))
            let before = journal.count("attempt")
            _ = try? await rates.rate()
            _ = try? await rates.rate()
            if journal.count("attempt") > before { attempts.append(second) }
        }
        #expect(attempts == [5, 15, 35, 75, 155, 315, 615, 915, 1215])
    }

    @Test func `the real provider takes over when it works, and stays`() async throws {
        let container = try await container()
        let rates = try container.resolveAll(.rates)[0]
        network.turnOn()
        await #expect(throws: ProviderUnavailable.self) { try await rates.rate() }
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
        #expect(try await container.resolveAll(.rates)[0].rate() == "live")
    }

    @Test func `shutdown closes what was made, also later`() async throws {
        let failing = try await container()
        try await failing.shutdown()
        #expect(journal.all == ["attempt", "mock closed"])

        let other = FallbackTests()
        let container = try await other.container()
        other.network.turnOn()
        other.clock.advance(by: .seconds(5))
        _ = try await container.resolveAll(.rates)[0].rate()
        try await container.shutdown()
        #expect(other.journal.all == ["attempt", "attempt", "mock closed", "live closed"])
    }

    @Test func `after shutdown nothing is tried again`() async throws {
        let container = try await container()
        let rates = try container.resolveAll(.rates)[0]
        try await container.shutdown()
        network.turnOn()
        clock.advance(by: .seconds(5))
        await #expect(throws: ProviderUnavailable.self) { try await rates.rate() }
        #expect(journal.count("attempt") == 1)
    }

    @Test func `a later attempt gets the dependencies that were made`() async throws {
        let network = network
        var builder = makeBuilder(
            ["exchangeRates.providers": ["live"], "exchangeRates.fallback": "mock"], clock: clock)
        builder.register(.rates, name: "live") { resolver in
            guard network.isOn else { throw Broken("down") }
            return FixedRate(value: (try await resolver.resolve(.store) as? MemoryStore)?.name ?? "none")
        }
        builder.register(.rates, name: "mock") { _ in FixedRate(value: "mock") }
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        let rates = try await builder.build().resolveAll(.rates)
        network.turnOn()
        clock.advance(by: .seconds(5))
        #expect(try await rates[0].rate() == "memory")
    }

    @Test func `calls during an attempt fail at once`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (began, beginning) = AsyncStream<Void>.makeStream()
        let handle = Recoverable<any Rates>(
            degradation: degradation, time: TimeSource(now: { start }, clock: clock),
            attempt: {
                beginning.yield()
                for await _ in gate { break }
                return FixedRate(value: "live")
            })
        clock.advance(by: .seconds(5))
        async let first = handle.current()
        for await _ in began { break }
        await #expect(throws: ProviderUnavailable.self) { try await handle.current() }
        open.yield()
        #expect(try await first.rate() == "live")
        #expect(await handle.health(call) == .healthy)
    }

    @Test func `an attempt that the caller cancelled does not count`() async throws {
        let journal = journal
        let handle = Recoverable<any Rates>(
            degradation: degradation, time: TimeSource(now: { start }, clock: clock),
            attempt: {
                journal.note("attempt")
                try Task.checkCancellation()
                return FixedRate(value: "live")
            })
        clock.advance(by: .seconds(5))
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await handle.current()
        }
        await #expect(throws: ProviderUnavailable.self) { try await cancelled.value }
        #expect(try await handle.current().rate() == "live")
        #expect(journal.count("attempt") == 2)
    }

    @Test func `the setting is declared for services that fall back, and for no others`() {
        let manifest = PluginManifest(
            id: "all", summary: "",
            provides: [
                .init(ServiceKey.rates, providers: ["live", "mock"], defaults: ["live"]),
                .init(ServiceKey.store, providers: ["memory", "sqlite"]),
            ])
        #expect(
            PluginManifest.selectionSettings(of: [manifest]).map(\.key) == [
                "exchangeRates.providers", "exchangeRates.fallback", "persistence.provider",
            ])
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
