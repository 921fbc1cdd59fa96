#if SQLite
    import Persistence
    public import PluginKit

    public import struct Foundation.Date

    /// Provides the store in an SQLite file.
    public struct SQLitePlugin: Plugin {
        /// Where the file lies. The program gives the platform's folder as the value in force when nobody sets another.
        public static let path = SettingDefinition(
            "persistence.sqlite.path", .path, "The SQLite file that holds goals, assets and transactions.")

        private let now: @Sendable () -> Date

        /// A plugin whose stores take the time from `now`.
        public init(now: @escaping @Sendable () -> Date) {
            self.now = now
        }

        /// Provides `persistence` under the name `sqlite`, and by default.
        public var manifest: PluginManifest {
            PluginManifest(
                id: "sqlite", summary: "Keeps everything in an SQLite file.",
                provides: [PluginManifest.Provision(.store, providers: ["sqlite"], defaults: ["sqlite"])],
                settings: [SQLitePlugin.path])
        }

        /// Registers how the store is opened and closed.
        public func register(in builder: inout ContainerBuilder) {
            let now = now
            builder.register(
                .store, name: "sqlite",
                shutdown: { try ($0 as? SQLiteStore)?.close() },
                factory: { try SQLiteStore(path: try $0.settings.string(SQLitePlugin.path), now: now) })
        }
    }
#endif
