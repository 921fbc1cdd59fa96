package import Persistence
public import PluginKit

public import struct Foundation.Date
public import class Foundation.FileManager

/// Provides the store in an SQLite file.
public struct SQLitePlugin: Plugin {
    /// Where the file lies. The program gives the platform's folder as the value in force when nobody sets another.
    public static let path = SettingDefinition(
        "persistence.sqlite.path", .path, role: .storeLocation, isReadAtStart: true,
        "The SQLite file that holds goals, assets and transactions.")

    /// Whether a file that is missing is made.
    public static let create = SettingDefinition(
        "persistence.sqlite.create", .boolean, default: "true", reach: .files, role: .storeCreation,
        isReadAtStart: true,
        "Whether a missing database is made; commands that only read make none.")

    /// How many copies are kept beside the file.
    public static let keptCopies = SettingDefinition(
        "persistence.sqlite.copies.keep", .integer(in: 0...1000), default: "10", isReadAtStart: true,
        "How many dated copies are kept beside the database; 0 for none. One is made before the first change of a day, of a "
            + "file of more than 64 MB on fewer days; those between older ones go first.")

    /// How much room copies take.
    public static let sizeOfCopies = SettingDefinition(
        "persistence.sqlite.copies.megabytes", .integer(in: 1...1_000_000), default: "1024", isReadAtStart: true,
        "How many megabytes the dated copies may take together; the newest one stays in any case.")

    private let now: @Sendable () -> Date
    private let connections: SQLiteStore.Connections
    private let target: @Sendable (String, any SettingsReader) throws -> (any MoveTarget)?

    /// A plugin whose stores take the time from `now`.
    ///
    /// - Parameter connections: `several` for a program that serves many at once.
    public init(connections: SQLiteStore.Connections = .one, now: @escaping @Sendable () -> Date) {
        self.connections = connections
        self.now = now
        target = { _, _ in nil }
    }

    /// A plugin whose stores can be moved.
    ///
    /// - Parameter target: the place that an address names; nil for what is none of a server.
    package init(
        connections: SQLiteStore.Connections, now: @escaping @Sendable () -> Date,
        target: @escaping @Sendable (String, any SettingsReader) throws -> (any MoveTarget)?
    ) {
        self.connections = connections
        self.now = now
        self.target = target
    }

    /// Provides `persistence` under the name `sqlite`, and by default.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "sqlite", summary: "Keeps everything in an SQLite file.",
            provides: [
                PluginManifest.Provision(.store, providers: ["sqlite"], defaults: ["sqlite"], reach: .files),
                PluginManifest.Provision(.backup, providers: ["sqlite"]),
                PluginManifest.Provision(.storeAdministration, providers: ["sqlite"]),
                PluginManifest.Provision(.sharedNotes, providers: ["sqlite"]),
            ],
            settings: [SQLitePlugin.path, SQLitePlugin.create, SQLitePlugin.keptCopies, SQLitePlugin.sizeOfCopies])
    }

    /// Registers how the store is opened and closed.
    public func register(in builder: inout ContainerBuilder) {
        let (now, connections, target) = (now, connections, target)
        builder.register(
            .store, name: "sqlite",
            shutdown: {
                try ($0 as? SQLiteStore)?.close()
                try ($0 as? EmptyStore)?.close()
            },
            factory: {
                let (path, kinds) = (try $0.settings.string(SQLitePlugin.path), $0.kinds)
                let keptCopies = CopyLimits(
                    count: try $0.settings.integer(SQLitePlugin.keptCopies),
                    bytes: try $0.settings.integer(SQLitePlugin.sizeOfCopies) << 20)
                @Sendable func open() throws -> SQLiteStore {
                    try SQLiteStore(
                        path: path, kinds: kinds, now: now, keptCopies: keptCopies, connections: connections)
                }
                if try $0.settings.boolean(SQLitePlugin.create) {
                    // A program that serves many at once begins with a file.
                    guard connections == .one, StoreFile.isMissing(path) else { return try open() }
                } else {
                    guard !FileManager.default.fileExists(atPath: path) else { return try open() }
                    // Nobody who begins has a database yet; who names one in a command means one that is there.
                    guard try $0.settings.setting(SQLitePlugin.path)?.origin != .option else {
                        throw StoreError.noFile(path: path)
                    }
                }
                return EmptyStore(
                    at: path, begin: { try SQLiteStore(beginning: $0, kinds: kinds, now: now) }, open: open)
            })
        builder.register(.storeAdministration, name: "sqlite") {
            let settings = $0.settings
            return SQLiteAdministration(
                path: try settings.string(SQLitePlugin.path), kinds: $0.kinds, now: now,
                target: { try target($0, settings) })
        }
        builder.register(.sharedNotes, name: "sqlite") { _ in MemoryNotes() }
        builder.register(.backup, name: "sqlite") {
            let (path, kinds) = (try $0.settings.string(SQLitePlugin.path), $0.kinds)
            return SQLiteBackups(path: path) {
                guard FileManager.default.fileExists(atPath: path) else { throw StoreError.noFile(path: path) }
                return try SQLiteStore(path: path, kinds: kinds, now: now, connections: .one)
            }
        }
    }
}
