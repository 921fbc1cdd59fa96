import PluginKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ContainerTests {
    private func ratesBuilder(_ settings: [String: RawSetting]) -> ContainerBuilder {
        var builder = makeBuilder(settings)
        for name in ["coingecko", "coinbase", "ecb"] {
            builder.register(.rates, name: name) { _ in FixedRate(value: name) }
        }
        return builder
    }

    private func rates(_ container: DIContainer) async throws -> [String] {
        var rates: [String] = []
        for service in try container.resolveAll(.rates) { rates.append(try await service.rate()) }
        return rates
    }

    @Test(arguments: [["ecb", "coingecko"], ["coingecko", "ecb"], ["coinbase"], []])
    func `a list keeps the configured order`(chosen: [String]) async throws {
        let container = try await ratesBuilder(["exchangeRates.providers": .list(chosen)]).build()
        #expect(try await rates(container) == chosen)
    }

    @Test func `one changed line swaps the provider`() async throws {
        for name in ["memory", "sqlite"] {
            var builder = makeBuilder(["persistence.provider": .text(name)])
            builder.register(.store, name: "memory") { _ in MemoryStore(name: "memory") }
            builder.register(.store, name: "sqlite") { _ in MemoryStore(name: "sqlite") }
            let store = try #require(try await builder.build().resolve(.store) as? MemoryStore)
            #expect(store.name == name)
        }
    }

    @Test func `manifests give the defaults, and settings win over them`() async throws {
        let provisions = [
            PluginManifest.Provision(.rates, providers: ["a", "b", "c"], defaults: ["c", "a"])
        ]
        let plugin = SamplePlugin("rates", provisions) { builder in
            for name in ["a", "b", "c"] { builder.register(.rates, name: name) { _ in FixedRate(value: name) } }
        }
        var builder = makeBuilder()
        builder.add([plugin])
        #expect(try await rates(try await builder.build()) == ["c", "a"])
        builder = makeBuilder(["exchangeRates.providers": "b"])
        builder.add([plugin])
        #expect(try await rates(try await builder.build()) == ["b"])
    }

    @Test func `selection settings join what all plugins provide`() throws {
        let settings = PluginManifest.selectionSettings(of: [
            PluginManifest(
                id: "rates", summary: "",
                provides: [
                    .init(ServiceKey.rates, providers: ["coingecko", "ecb"], defaults: ["coingecko"]),
                    .init(ServiceKey.store, providers: ["memory"]),
                ]),
            PluginManifest(
                id: "more", summary: "",
                provides: [
                    .init(ServiceKey.rates, providers: ["bank"], defaults: ["bank"]),
                    .init(ServiceKey.store, providers: ["sqlite"], defaults: ["sqlite"]),
                ]),
        ])
        #expect(settings.map(\.key) == ["exchangeRates.providers", "exchangeRates.fallback", "persistence.provider"])
        let names = ["coingecko", "ecb", "bank"]
        #expect(settings.map(\.kind) == [.choices(names), .choice(names), .choice(["memory", "sqlite"])])
        #expect(try settings.map { try $0.defaultValue() } == [.list(["coingecko", "bank"]), nil, .text("sqlite")])
    }

    @Test func `services are made after what they need, once each, and closed in reverse`() async throws {
        let journal = Journal()
        var builder = makeBuilder()
        builder.register(.archive, name: "c", shutdown: { _ in journal.note("close c") }) { resolver in
            _ = try await resolver.resolve(.cache)
            _ = try await resolver.resolve(.store)
            journal.note("c")
            return MemoryStore()
        }
        builder.register(.cache, name: "b", shutdown: { _ in journal.note("close b") }) { resolver in
            _ = try await resolver.resolve(.store)
            journal.note("b")
            return MemoryStore()
        }
        builder.register(
            .store, name: "a", validate: { _ in journal.note("a checked") },
            shutdown: { _ in journal.note("close a") },
            factory: { _ in
                journal.note("a")
                return MemoryStore()
            })
        let container = try await builder.build()
        #expect(journal.all == ["a", "a checked", "b", "c"])
        try await container.shutdown()
        try await container.shutdown()
        #expect(journal.all.dropFirst(4) == ["close c", "close b", "close a"])
    }

    @Test func `a service that is asked for concurrently is made once`() async throws {
        let journal = Journal()
        var builder = makeBuilder()
        builder.register(.oneRate, name: "a") { resolver in
            async let first = resolver.resolve(.store)
            async let second = resolver.resolve(.store)
            _ = try await (first, second)
            return FixedRate(value: "1")
        }
        builder.register(.store, name: "slow") { [journal] _ in
            for _ in 0..<10 { await Task.yield() }
            journal.note("made")
            return MemoryStore()
        }
        _ = try await builder.build()
        #expect(journal.all == ["made"])
    }

    @Test func `a resolver that was kept makes nothing anew`() async throws {
        let (kept, keep) = AsyncStream<Resolver>.makeStream()
        var builder = makeBuilder()
        builder.register(.oneRate, name: "a") { resolver in
            keep.yield(resolver)
            return FixedRate(value: "1")
        }
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        let container = try await builder.build()
        let resolver = try #require(await kept.first { _ in true })
        _ = try await resolver.resolve(.store)
        try await container.shutdown()
        await #expect(throws: (any Error).self) { try await resolver.resolve(.store) }
    }

    @Test func `a provider that was not chosen is not made`() async throws {
        var builder = makeBuilder(["persistence.provider": "memory"])
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        builder.register(.store, name: "sqlite") { _ in throw Broken("made without being chosen") }
        _ = try await builder.build()
    }

    @Test func `a failing shutdown does not keep the others open`() async throws {
        let journal = Journal()
        var builder = makeBuilder()
        builder.register(.store, name: "a", shutdown: { _ in journal.note("a closed") }) { _ in MemoryStore() }
        builder.register(.cache, name: "b", shutdown: { _ in throw Broken("busy") }) { _ in MemoryStore() }
        let container = try await builder.build()
        let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
        #expect(error?.description == "cache(b) could not be closed: busy.")
        #expect(journal.all == ["a closed"])
    }

    @Test func `factories read settings`() async throws {
        let budget = SettingDefinition("network.budget", .duration, default: "4s", "The budget.")
        var builder = makeBuilder(["network.budget": "2s"])
        builder.register(.oneRate, name: "slow") { resolver in
            FixedRate(value: "\(try resolver.settings.duration(budget))")
        }
        #expect(try await builder.build().resolve(.oneRate).rate() == "2.0 seconds")
    }

    @Test func `resolving what nothing provides, or one of a list, throws`() async throws {
        let container = try await ratesBuilder(["exchangeRates.providers": ["ecb"]]).build()
        #expect(throws: ContainerError.self) { try container.resolve(.store) }
        let error = #expect(throws: ContainerError.self) { try container.resolve(.rates) }
        #expect(error?.issues == [.severalProviders(service: "exchangeRates")])
        #expect(throws: ContainerError.self) { try container.resolve(ServiceKey<any Store>("exchangeRates")) }
    }
}
