import PluginKit
import Testing

/// Providers that others can do without: their failure stops nobody who does not need them.
@Suite(.timeLimit(.minutes(5)))
struct OptionalNeedTests {
    private func builder(broken: Set<String>) -> ContainerBuilder {
        var builder = makeBuilder()
        for name in ["a", "b", "c"] {
            builder.register(.every, name: name) { _ in
                if broken.contains(name) { throw Broken("\(name) is broken") }
                return FixedRate(value: name)
            }
        }
        builder.register(.summary, name: "all") { resolver in
            let each = try await resolver.resolveEach(.every).map { entry in
                switch entry.result {
                case .success: entry.provider
                case .failure(let error): "\(entry.provider): \(error)"
                }
            }
            return FixedRate(value: each.joined(separator: ", "))
        }
        return builder
    }

    @Test func `each provider is made or has its reason`() async throws {
        var builder = builder(broken: ["b"])
        builder.require(.summary)
        let container = try await builder.build(.required)
        #expect(try await container.resolve(.summary).rate() == "a, b: b is broken, c")
    }

    @Test func `whoever needs the broken one hears why, in either order`() async throws {
        for isFirst in [false, true] {
            var builder = builder(broken: ["b"])
            if isFirst { builder.require(.every) }
            builder.require(.summary)
            builder.require(.every)
            await #expect(throws: ContainerError.self) { try await builder.build(.required) }
        }
    }

    @Test func `everything that does not work is told by health`() async throws {
        let container = try await builder(broken: ["b"]).build(.whatWorks)
        let rows = await container.health(limit: .seconds(1)).rows
        #expect(rows.filter { if case .failed = $0.status { true } else { false } }.map(\.key) == ["every"])
    }

    @Test func `an optional service is there, or has its reason, also from further below`() async throws {
        for isBroken in [false, true] {
            var builder = makeBuilder()
            builder.register(.oneRate, name: "below") { _ in
                if isBroken { throw Broken("the table is damaged") }
                return FixedRate(value: "1.5")
            }
            builder.register(.cache, name: "middle") { resolver in
                _ = try await resolver.resolve(.oneRate)
                return MemoryStore(name: "middle")
            }
            builder.register(.summary, name: "top") { resolver in
                switch try await resolver.resolveIfPossible(.cache) {
                case .success: FixedRate(value: "found")
                case .failure(let error): FixedRate(value: error.reason)
                }
            }
            builder.require(.summary)
            let container = try await builder.build(.required)
            #expect(
                try await container.resolve(.summary).rate() == (isBroken ? "the table is damaged" : "found"))
        }
    }

    @Test func `an optional service that nobody provides has a reason`() async throws {
        var builder = makeBuilder()
        builder.register(.summary, name: "top") { resolver in
            switch try await resolver.resolveIfPossible(.cache) {
            case .success: FixedRate(value: "found")
            case .failure(let error): FixedRate(value: error.reason)
            }
        }
        builder.require(.summary)
        let container = try await builder.build(.required)
        #expect(try await container.resolve(.summary).rate().contains("Nothing provides `cache`"))
    }
}

extension ServiceKey where Service == any Rates {
    fileprivate static var every: Self { Self("every", selection: .every) }
    fileprivate static var summary: Self { Self("summary", selection: .every) }
}
