import Foundation
import Models
import PluginKit
import Synchronization

protocol Rates: Sendable {
    func rate() async throws -> String
}

protocol Store: Sendable {}

extension ServiceKey where Service == any Rates {
    static var rates: Self {
        Self(
            "exchangeRates",
            fallback: Fallback(recovering: { RecoveringRate(name: $0, handle: $1) }, marking: { MarkedRate(rates: $0) })
        )
    }
    static var oneRate: Self { Self("oneRate") }
}

extension ServiceKey where Service == any Store {
    static var store: Self { Self("persistence", neverFallsBack: true) }
    static var cache: Self { Self("cache") }
    static var archive: Self { Self("archive") }
}

struct FixedRate: Rates {
    var value: String
    func rate() -> String { value }
}

struct MemoryStore: Store {
    var name = "memory"
}

struct CheckedStore: Store, HealthCheckable {
    var check: @Sendable () async -> HealthStatus
    func health(_ call: Call) async -> HealthStatus { await check() }
}

struct RecoveringRate: Rates {
    let name: String
    let handle: Recoverable<any Rates>

    func rate() async throws -> String { try await handle.current().rate() }
}

struct MarkedRate: Rates {
    let rates: any Rates

    func rate() async throws -> String { try await rates.rate() + " (fallback)" }
}

struct Broken: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

/// Notes what happened, in order.
final class Journal: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    func count(_ entry: String) -> Int { all.count { $0 == entry } }
}

/// A switch that tests turn while services run.
final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func turnOn() { state.withLock { $0 = true } }
}

struct SamplePlugin: Plugin {
    var manifest: PluginManifest
    var registering: @Sendable (inout ContainerBuilder) throws -> Void

    init(
        _ id: String, _ provides: [PluginManifest.Provision],
        registering: @escaping @Sendable (inout ContainerBuilder) throws -> Void
    ) {
        manifest = PluginManifest(id: id, summary: "A sample.", provides: provides)
        self.registering = registering
    }

    func register(in builder: inout ContainerBuilder) throws { try registering(&builder) }
}

let start = Date(timeIntervalSince1970: 1_780_000_000)

func makeBuilder(
    _ settings: [String: RawSetting] = [:], clock: ManualClock = ManualClock()
) -> ContainerBuilder {
    ContainerBuilder(settings: InMemorySettings(settings), time: TimeSource(now: { start }, clock: clock))
}

/// The issues of a build that must fail.
func issues(of builder: ContainerBuilder) async -> [CompositionIssue] {
    do {
        _ = try await builder.build()
        return []
    } catch let error as ContainerError {
        return error.issues
    } catch {
        return [.pluginFailed(id: "unexpected error", reason: "\(error)")]
    }
}
