package import Persistence
public import PluginKit

/// Provides the store on a PostgreSQL server.
public struct PostgresPlugin: Plugin {
    /// The address of the server.
    public static let address = SettingDefinition(
        "persistence.postgres.address", .string, secret: true, reach: .addresses, isReadAtStart: true,
        "The server, the role and the database, without a password: `postgresql://cst_app@db.example/cst`; several hosts are "
            + "tried in order."
    ) { value in
        guard case .text(let text) = value else { return nil }
        do throws(PostgresAddress.Invalid) {
            _ = try PostgresAddress(text)
            return nil
        } catch {
            return "must be an address: \(error.detail)"
        }
    }

    /// The household whose rows are used.
    public static let household = SettingDefinition(
        "persistence.postgres.household", .string, default: "home", reach: .files, isReadAtStart: true,
        "The name of the household in the database; the first write makes it.")

    /// The file with the password.
    public static let passwordFile = SettingDefinition(
        "persistence.postgres.passwordFile", .path, isReadAtStart: true,
        "A file that holds the password of the role and that nobody else can read.")

    /// How many connections a program has at most.
    public static let connections = SettingDefinition(
        "persistence.postgres.connections", .integer(in: 1...100), default: "10", reach: .exposure, isReadAtStart: true,
        "How many connections a program has at most.")

    /// How long a read or write waits.
    public static let wait = SettingDefinition(
        "persistence.postgres.wait", .integer(in: 1...600), default: "15", reach: .exposure, isReadAtStart: true,
        "For how many seconds a read or write waits for the server.")

    private let archive: any StoreArchive

    /// A plugin whose backups are files of another store.
    package init(archive: any StoreArchive) { self.archive = archive }

    /// Provides `persistence` under the name `postgres`.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "postgres", summary: "Keeps everything on a PostgreSQL server, with libpq.",
            provides: [
                PluginManifest.Provision(.store, providers: ["postgres"], reach: .files),
                PluginManifest.Provision(.backup, providers: ["postgres"]),
                PluginManifest.Provision(.storeAdministration, providers: ["postgres"]),
                PluginManifest.Provision(.sharedNotes, providers: ["postgres"]),
            ],
            settings: [
                PostgresPlugin.address, PostgresPlugin.household, PostgresPlugin.passwordFile,
                PostgresPlugin.connections, PostgresPlugin.wait,
            ])
    }

    /// Registers how the store is opened and closed.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(
            .store, name: "postgres", shutdown: { await ($0 as? PostgresStore)?.close() },
            factory: {
                try PostgresStore(
                    PostgresPlugin.server($0.settings), kinds: $0.kinds,
                    connections: try $0.settings.integer(PostgresPlugin.connections))
            })
        let archive = archive
        builder.register(.storeAdministration, name: "postgres") {
            let settings = $0.settings
            return PostgresAdministration(
                store: try PostgresStore(PostgresPlugin.server(settings), kinds: $0.kinds, connections: 1),
                target: { try PostgresPlugin.target($0, settings) ?? ArchiveTarget($0, archive: archive) })
        }
        builder.register(
            .sharedNotes, name: "postgres", shutdown: { await ($0 as? PostgresNotes)?.close() },
            factory: {
                PostgresNotes(
                    try PostgresPlugin.server($0.settings),
                    connections: min(4, try $0.settings.integer(PostgresPlugin.connections)))
            })
        builder.register(.backup, name: "postgres") {
            PostgresBackups(
                store: try PostgresStore(PostgresPlugin.server($0.settings), kinds: $0.kinds, connections: 1),
                archive: archive)
        }
    }

    /// The household on the server that an address names, with the other settings; nil for what is no address.
    package static func target(_ address: String, _ settings: any SettingsReader) throws -> (any MoveTarget)? {
        guard PostgresAddress.isOne(address) else { return nil }
        let place: PostgresAddress
        do { place = try PostgresAddress(address) } catch { throw StoreError.noTarget(detail: error.detail) }
        return PostgresTarget(server: try server(place, settings))
    }

    private static func server(_ settings: any SettingsReader) throws -> PostgresServer {
        let address: PostgresAddress
        do { address = try PostgresAddress(try settings.string(PostgresPlugin.address)) } catch let invalid
            as PostgresAddress.Invalid
        {
            throw StoreError.unusable(at: .server("The server"), detail: invalid.detail)
        }
        return try server(address, settings)
    }

    private static func server(_ address: PostgresAddress, _ settings: any SettingsReader) throws -> PostgresServer {
        PostgresServer(
            address, household: try settings.string(household), passwordFile: try settings.optionalString(passwordFile),
            patience: .seconds(try settings.integer(wait)))
    }
}
