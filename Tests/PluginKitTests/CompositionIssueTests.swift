import PluginKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CompositionIssueTests {
    @Test func `a cycle names the whole path`() async {
        var builder = makeBuilder()
        builder.register(.store, name: "a") { resolver in try await resolver.resolve(.cache) }
        builder.register(.cache, name: "b") { resolver in try await resolver.resolve(.archive) }
        builder.register(.archive, name: "c") { resolver in try await resolver.resolve(.store) }
        let issues = await issues(of: builder)
        #expect(issues == [.cycle(path: ["persistence(a)", "cache(b)", "archive(c)", "persistence(a)"])])
        #expect(
            issues.first?.description
                == "These providers need each other: persistence(a) → cache(b) → archive(c) → persistence(a). "
                + "Choose another provider for one of them.")
    }

    @Test func `a cycle that a factory swallows is still found`() async {
        var builder = makeBuilder()
        builder.register(.store, name: "a") { resolver in (try? await resolver.resolve(.store)) ?? MemoryStore() }
        #expect(await issues(of: builder) == [.cycle(path: ["persistence(a)", "persistence(a)"])])
    }

    @Test func `a cycle between factories that ask concurrently is found`() async {
        var builder = makeBuilder()
        builder.register(.oneRate, name: "a") { resolver in
            async let cache = resolver.resolve(.cache)
            async let archive = resolver.resolve(.archive)
            _ = try await (cache, archive)
            return FixedRate(value: "1")
        }
        builder.register(.cache, name: "b") { resolver in try await resolver.resolve(.archive) }
        builder.register(.archive, name: "c") { resolver in try await resolver.resolve(.cache) }
        let issues = await issues(of: builder)
        let starts = [["cache(b)", "archive(c)", "cache(b)"], ["archive(c)", "cache(b)", "archive(c)"]]
        #expect(starts.contains { issues == [.cycle(path: $0)] }, "found \(issues)")
    }

    @Test func `a cycle is not hidden by a fallback`() async {
        var builder = makeBuilder(["exchangeRates.providers": ["a"], "exchangeRates.fallback": "b"])
        builder.register(.rates, name: "a") { resolver in try await resolver.resolveAll(.rates)[0] }
        builder.register(.rates, name: "b") { _ in FixedRate(value: "1") }
        #expect(await issues(of: builder) == [.cycle(path: ["exchangeRates(a)", "exchangeRates(a)"])])
    }

    @Test func `a gap names who needs it`() async {
        var builder = makeBuilder()
        builder.register(.oneRate, name: "live") { resolver in
            _ = try await resolver.resolve(.store)
            return FixedRate(value: "1")
        }
        let issues = await issues(of: builder)
        #expect(issues == [.gap(service: "persistence", neededBy: "oneRate(live)")])
        #expect(
            issues.first?.description
                == "Nothing provides `persistence`, which oneRate(live) needs. Add a plugin that provides it.")
    }

    @Test func `a service that the program requires is a gap at the start`() async {
        var builder = makeBuilder()
        builder.require(.store)
        #expect(await issues(of: builder) == [.gap(service: "persistence", neededBy: nil)])
    }

    @Test func `an unknown provider lists the known ones and suggests the nearest`() async {
        var builder = makeBuilder(["exchangeRates.providers": ["coingeko", "ecb"]])
        for name in ["coingecko", "coinbase", "ecb"] {
            builder.register(.rates, name: name) { _ in FixedRate(value: name) }
        }
        let issues = await issues(of: builder)
        #expect(
            issues.map(\.description) == [
                "`coingeko` (setting `exchangeRates.providers`) is no provider of exchangeRates. "
                    + "Known: coingecko, coinbase, ecb. Did you mean `coingecko`?"
            ])
    }

    @Test func `without a choice among several providers the setting is named once`() async {
        var builder = makeBuilder()
        builder.require(.store)
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        builder.register(.store, name: "sqlite") { _ in MemoryStore() }
        builder.register(.cache, name: "disk") { resolver in try await resolver.resolve(.store) }
        #expect(
            await issues(of: builder) == [
                .nothingChosen(service: "persistence", setting: "persistence.provider", known: ["memory", "sqlite"])
            ])
    }

    @Test func `a provider listed twice is refused`() async {
        var builder = makeBuilder(["exchangeRates.providers": ["ecb", "ecb"]])
        builder.register(.rates, name: "ecb") { _ in FixedRate(value: "1") }
        #expect(
            await issues(of: builder) == [
                .chosenTwice(service: "exchangeRates", provider: "ecb", setting: "exchangeRates.providers")
            ])
    }

    @Test func `a choice that is not text is refused`() async {
        var builder = makeBuilder(["persistence.provider": ["a": "b"]])
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        #expect(
            await issues(of: builder) == [
                .setting(
                    .wrongKind(key: "persistence.provider", value: "a=b", origin: .program, expected: "a single text"))
            ])
    }

    @Test func `all failures are reported at once, and each cause once`() async {
        var builder = makeBuilder()
        builder.register(.store, name: "sqlite") { _ in throw Broken("the disk is full") }
        builder.register(.cache, name: "disk") { resolver in try await resolver.resolve(.store) }
        builder.register(.archive, name: "far", validate: { _ in throw Broken("it is empty.") }) { _ in MemoryStore() }
        builder.register(.oneRate, name: "live") { _ in throw Broken("no route") }
        let issues = await issues(of: builder)
        #expect(
            issues == [
                .providerFailed(service: "persistence", provider: "sqlite", reason: "the disk is full"),
                .providerFailed(
                    service: "archive", provider: "far", reason: "What was made is not valid: it is empty."),
                .providerFailed(service: "oneRate", provider: "live", reason: "no route"),
            ])
        #expect(
            CompositionIssue.providerFailed(service: "persistence", provider: "sqlite", reason: "the disk is full")
                .description == "The provider `sqlite` of persistence cannot be used: the disk is full.")
    }

    @Test func `a store never falls back`() async {
        var builder = makeBuilder(["persistence.provider": "sqlite", "persistence.fallback": "memory"])
        builder.register(.store, name: "sqlite") { _ in throw Broken("the disk is full") }
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        let issues = await issues(of: builder)
        #expect(
            issues == [
                .fallbackForbidden(service: "persistence", setting: "persistence.fallback", wouldLoseData: true),
                .providerFailed(service: "persistence", provider: "sqlite", reason: "the disk is full"),
            ])
        #expect(
            issues.first?.description
                == "The service `persistence` has no fallback, because what is written to a substitute would be lost: "
                + "remove the setting `persistence.fallback`.")
    }

    @Test func `an unknown fallback is found although nothing failed, and lists the known providers`() async {
        var builder = makeBuilder(["exchangeRates.providers": ["live"], "exchangeRates.fallback": "mok"])
        for name in ["live", "mock"] { builder.register(.rates, name: name) { _ in FixedRate(value: "1") } }
        #expect(
            await issues(of: builder).map(\.description) == [
                "`mok` (setting `exchangeRates.fallback`) is no provider of exchangeRates. Known: live, mock. "
                    + "Did you mean `mock`?"
            ])
    }

    @Test func `a fallback that cannot be made is told like any other provider`() async {
        var builder = makeBuilder(["exchangeRates.providers": ["live"], "exchangeRates.fallback": "fixed"])
        builder.register(.rates, name: "live") { _ in throw Broken("no route") }
        builder.register(.rates, name: "fixed") { _ in throw Broken("no file") }
        #expect(
            await issues(of: builder) == [
                .providerFailed(service: "exchangeRates", provider: "fixed", reason: "no file")
            ])
    }

    @Test func `plugins keep their promises`() async {
        var builder = makeBuilder()
        let provision = PluginManifest.Provision(ServiceKey.store, providers: ["sqlite"])
        builder.add([
            SamplePlugin("stores", [provision]) { $0.register(.store, name: "memory") { _ in MemoryStore() } },
            SamplePlugin("broken", []) { _ in throw Broken("its file is missing") },
            SamplePlugin("stores", []) { _ in },
            SamplePlugin("more", [.init(ServiceKey.store, providers: ["memory"])]) {
                $0.register(.store, name: "memory") { _ in MemoryStore() }
            },
        ])
        #expect(
            Array(await issues(of: builder).prefix(5)) == [
                .notRegistered(plugin: "stores", provider: "persistence(sqlite)"),
                .notInManifest(plugin: "stores", provider: "persistence(memory)"),
                .pluginFailed(id: "broken", reason: "its file is missing"),
                .duplicatePlugin(id: "stores"),
                .duplicateProvider(service: "persistence", provider: "memory", plugins: ["stores", "more"]),
            ])
    }

    @Test func `one name with two types is refused`() async {
        var builder = makeBuilder()
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        builder.require(ServiceKey<any Rates>("persistence"))
        #expect(await issues(of: builder) == [.conflictingKeys(service: "persistence")])
    }

    @Test func `what was made before a failure is closed again, in reverse order`() async {
        let journal = Journal()
        var builder = makeBuilder()
        builder.register(.store, name: "first", shutdown: { _ in journal.note("first closed") }) { _ in MemoryStore() }
        builder.register(.cache, name: "second", shutdown: { _ in throw Broken("still busy") }) { _ in MemoryStore() }
        builder.register(.archive, name: "third") { _ in throw Broken("no") }
        let issues = await issues(of: builder)
        #expect(journal.all == ["first closed"])
        #expect(
            issues.map(\.description) == [
                "The provider `third` of archive cannot be used: no.",
                "cache(second) could not be closed: still busy.",
            ])
    }

    @Test func `a product that is not valid is closed and given to nobody`() async {
        let journal = Journal()
        var builder = makeBuilder()
        builder.register(
            .store, name: "sqlite", validate: { _ in throw Broken("newer version") },
            shutdown: { _ in journal.note("closed") }, factory: { _ in MemoryStore() })
        builder.register(.cache, name: "disk") { resolver in
            _ = try await resolver.resolve(.store)
            journal.note("got it")
            return MemoryStore()
        }
        #expect(await issues(of: builder).count == 1)
        #expect(journal.all == ["closed"])
    }

    @Test func `a cancelled build closes what it made and says that it was cancelled`() async {
        let journal = Journal()
        var builder = makeBuilder()
        builder.register(.store, name: "a", shutdown: { _ in journal.note("closed") }) { _ in MemoryStore() }
        builder.register(.cache, name: "b") { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw Broken("connection reset")
        }
        builder.register(.archive, name: "c") { _ in
            journal.note("made after the cancellation")
            return MemoryStore()
        }
        let building = Task { [builder] in try await builder.build() }
        await #expect(throws: CancellationError.self) { try await building.value }
        #expect(journal.all == ["closed"])
    }
}
