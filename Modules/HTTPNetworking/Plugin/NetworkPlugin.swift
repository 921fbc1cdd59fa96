public import Foundation
import Logging
public import PluginKit

/// The HTTP client of a program. Every plugin whose providers ask servers needs it.
public struct NetworkPlugin: Plugin {
    private let now: @Sendable () -> Date

    /// The plugin.
    ///
    /// - Parameter now: the present instant, which dates answers.
    public init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// The client `http` and its settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "network", summary: "The HTTP client: time limits, caches, and patience with servers.",
            provides: [.init(.httpClient, providers: ["http"])], settings: NetworkSettings.all)
    }

    /// Registers the client. It logs under the label `network`.
    public func register(in builder: inout ContainerBuilder) {
        let now = now
        builder.register(.httpClient, name: "http") { resolver in
            try Self.client(resolver.settings, now: now)
        }
    }

    private static func client(_ settings: any SettingsReader, now: @escaping @Sendable () -> Date) throws -> HTTPClient
    {
        let cache: any ResponseCache
        let marks: any LimiterStateStore
        if let path = try settings.optionalString(NetworkSettings.cacheDirectory), !path.isEmpty {
            let folder = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
            cache = FileResponseCache(folder: folder.appending(path: "answers"))
            marks = FileLimiterStateStore(folder: folder.appending(path: "limits"))
        } else {
            cache = MemoryResponseCache()
            marks = MemoryLimiterStateStore()
        }
        let transport: any HTTPTransport =
            try settings.boolean(NetworkSettings.offline) ? OfflineTransport() : URLSessionTransport()
        return HTTPClient(
            transport: transport, cache: cache, limiter: RateLimiter(store: marks, now: now),
            budget: NetworkBudget(try settings.duration(NetworkSettings.budget)), logger: Logger(label: "network"),
            now: now)
    }
}
