import PluginKit
import Testing

protocol Greeting: Sendable {
    func text(for name: String) -> String
}

extension ServiceKey where Service == any Greeting {
    static var greeting: Self { Self("greeting") }
}

private struct GreetingPlugin: Plugin {
    private struct Plain: Greeting {
        func text(for name: String) -> String { "Hello, \(name)" }
    }

    let manifest = PluginManifest(
        id: "greetings", summary: "Greetings.", provides: [PluginManifest.Provision(.greeting, providers: ["plain"])])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.greeting, name: "plain") { _ in Plain() }
    }
}

/// The examples of doc comments, as an importer writes them.
@Suite struct ExampleTests {
    @Test func `a plugin, a container and its service`() async throws {
        let (settings, time) = (InMemorySettings([:]), TimeSource(now: { start }, clock: ManualClock()))
        var builder = ContainerBuilder(settings: settings, time: time)
        builder.add([GreetingPlugin()])
        builder.require(.greeting)
        let container = try await builder.build()
        let greeting = try container.resolve(.greeting)
        #expect("\(greeting.text(for: "Ada"))" == "Hello, Ada")
    }
}
