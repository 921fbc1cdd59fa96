import Foundation
import Logging
import Persistence
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
            let notes = try? await resolver.resolveIfPossible(.sharedNotes).get()
            return try Self.client(resolver.settings, over: transport, notes)
        }
    }

    /// - Parameter notes: of the household; where several programs share them, answers are kept there.
    private static func client(
        _ settings: any SettingsReader, over transport: (any HTTPTransport)?, _ notes: (any SharedNotes)?
    ) throws -> HTTPClient {
        let cache: any ResponseCache
        let marks: any LimiterStateStore
        var locks: (any RequestLocks)?
        let path = try settings.optionalString(NetworkSettings.cacheDirectory) ?? ""
        let folder = path.isEmpty ? nil : URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        if let notes, notes.isShared {
            let shared = SharedAnswers(notes)
            (cache, marks, locks) = (shared, shared, shared)
        } else if let folder {
            locks = QuestionLocks(folder: folder.appending(path: "questions"))
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
        if !isOffline { client.locks = locks }
        return client
    }
}
