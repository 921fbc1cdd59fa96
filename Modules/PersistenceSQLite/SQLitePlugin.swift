import Persistence
public import PluginKit

public import struct Foundation.Date
public import class Foundation.FileManager

/// Provides the store in an SQLite file.
public struct SQLitePlugin: Plugin {
    /// Where the file lies. The program gives the platform's folder as the value in force when nobody sets another.
    public static let path = SettingDefinition(
        "persistence.sqlite.path", .path, "The SQLite file that holds goals, assets and transactions.")

    /// Whether a file that is missing is made.
    public static let create = SettingDefinition(
        "persistence.sqlite.create", .boolean, default: "true", reach: .files,
        "Whether a missing database is made; commands that only read make none.")

    /// How many copies are kept beside the file.
    public static let keptCopies = SettingDefinition(
        "persistence.sqlite.copies.keep", .integer(in: 0...1000), default: "10",
        "How many dated copies are kept beside the database, one for each day on which it is changed; 0 for none.")

    private let now: @Sendable () -> Date

    /// A plugin whose stores take the time from `now`.
    public init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Provides `persistence` under the name `sqlite`, and by default.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "sqlite", summary: "Keeps everything in an SQLite file.",
            provides: [
                PluginManifest.Provision(.store, providers: ["sqlite"], defaults: ["sqlite"], reach: .files),
                PluginManifest.Provision(.backup, providers: ["sqlite"]),
            ],
            settings: [SQLitePlugin.path, SQLitePlugin.create, SQLitePlugin.keptCopies])
    }

    /// Registers how the store is opened and closed.
    public func register(in builder: inout ContainerBuilder) {
        let now = now
        builder.register(
            .store, name: "sqlite",
            shutdown: {
                try ($0 as? SQLiteStore)?.close()
                try ($0 as? EmptyStore)?.close()
            },
            factory: {
                let (path, kinds) = (try $0.settings.string(SQLitePlugin.path), $0.kinds)
                let keptCopies = try $0.settings.integer(SQLitePlugin.keptCopies)
                if try !$0.settings.boolean(SQLitePlugin.create), !FileManager.default.fileExists(atPath: path) {
                    // Nobody who begins has a database yet; who names one in a command means one that is there.
                    guard try $0.settings.setting(SQLitePlugin.path)?.origin != .option else {
                        throw StoreError.noFile(path: path)
                    }
                    return EmptyStore {
                        try SQLiteStore(path: path, kinds: kinds, now: now, keptCopies: keptCopies)
                    }
                }
                return try SQLiteStore(path: path, kinds: kinds, now: now, keptCopies: keptCopies)
            })
        builder.register(.backup, name: "sqlite") {
            let (path, kinds) = (try $0.settings.string(SQLitePlugin.path), $0.kinds)
            return SQLiteBackups(path: path) {
                guard FileManager.default.fileExists(atPath: path) else { throw StoreError.noFile(path: path) }
                return try SQLiteStore(path: path, kinds: kinds, now: now)
            }
        }
    }
}
