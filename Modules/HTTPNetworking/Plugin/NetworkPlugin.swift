import Foundation
import Logging
public import PluginKit

/// The HTTP client of a program. Every plugin whose providers contact servers needs it.
public struct NetworkPlugin: Plugin {
    private let transport: (any HTTPTransport)?

    /// The plugin.
    ///
    /// - Parameter transport: carries requests unless the network is switched off; nil for ``NetworkTransport``.
    public init(transport: (any HTTPTransport)? = nil) {
        self.transport = transport
    }

    /// The client `http` and its settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "network", summary: "The HTTP client: time limits, caches, and patience with servers.",
            provides: [.init(.httpClient, providers: ["http"])], settings: NetworkSettings.all)
    }

    /// Registers the client. It logs under the label `network`.
    public func register(in builder: inout ContainerBuilder) {
        let transport = transport
        builder.register(.httpClient, name: "http") { resolver in
            try Self.client(resolver.settings, over: transport)
        }
    }

    private static func client(_ settings: any SettingsReader, over transport: (any HTTPTransport)?) throws
        -> HTTPClient
    {
        let cache: any ResponseCache
        let marks: any LimiterStateStore
        let path = try settings.optionalString(NetworkSettings.cacheDirectory) ?? ""
        let folder = path.isEmpty ? nil : URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        if let folder {
            cache = FileResponseCache(folder: folder.appending(path: "answers"))
            marks = FileLimiterStateStore(folder: folder.appending(path: "limits"))
        } else {
            cache = MemoryResponseCache()
            marks = MemoryLimiterStateStore()
        }
        let isOffline = try settings.boolean(NetworkSettings.offline)
        var client = HTTPClient(
            transport: isOffline ? OfflineTransport() : transport ?? NetworkTransport(), cache: cache,
            // What failed a moment ago does not matter to a run that contacts nobody.
            limiter: RateLimiter(store: isOffline ? MemoryLimiterStateStore() : marks), logger: Logger(label: "network")
        )
        // A run that contacts nobody has nothing to wait for.
        if !isOffline, let folder { client.locks = QuestionLocks(folder: folder.appending(path: "questions")) }
        return client
    }
}
