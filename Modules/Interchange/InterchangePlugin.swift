import Allocation
public import FileFormats
public import Models
import Persistence
public import PluginKit

/// Brings what exports and imports need: all kinds of things that a program knows, and the mappings that people saved.
public struct InterchangePlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/archives`` and ``PluginKit/ServiceKey/imports``.
    public let manifest = PluginManifest(
        id: "interchange",
        summary: "Archives of everything, and mappings of columns that were saved.",
        provides: [
            PluginManifest.Provision(.archives, providers: ["all"]),
            PluginManifest.Provision(.imports, providers: ["all"]),
        ],
        kinds: InterchangePlugin.kinds)

    /// The kinds of things that this module keeps.
    public static let kinds = [
        EntityKind(SavedMapping.self, upgrades: [1: SavedMapping.upgradedToAnswers]), EntityKind(AccountLink.self),
    ]

    /// Registers it.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.imports, name: "all") {
            ImportService(
                store: try await $0.resolve(.store), funding: try await $0.resolve(.funding),
                readers: try await $0.resolveAll(.statementReaders))
        }
        builder.register(.archives, name: "all") {
            ArchiveService(
                store: try await $0.resolve(.store), kinds: $0.kinds,
                permissions: try await $0.resolveAll(.changePermissions))
        }
    }
}

extension ServiceKey where Service == any StatementReader {
    /// Readers of statements in further formats.
    public static var statementReaders: ServiceKey<any StatementReader> {
        ServiceKey<any StatementReader>("statementReaders", selection: .every)
    }
}

extension ServiceKey where Service == ImportService {
    /// Imports into assets, with all readers of statements.
    public static var imports: ServiceKey<ImportService> { ServiceKey<ImportService>("imports", selection: .every) }
}

extension ServiceKey where Service == ArchiveService {
    /// Archives of the program's store.
    public static var archives: ServiceKey<ArchiveService> {
        ServiceKey<ArchiveService>("archives", selection: .every)
    }
}
