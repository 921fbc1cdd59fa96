import Allocation
public import Models
import Persistence
public import PluginKit

/// Brings what exports and imports need: all kinds of things that a program knows, and the mappings that people saved; and
/// balances from journals.
public struct InterchangePlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/archives`` and the source ``Models/FundingSource`` named `journal`.
    public let manifest = PluginManifest(
        id: "interchange",
        summary: "Archives of everything, mappings of columns that were saved, and balances from journals.",
        provides: [
            PluginManifest.Provision(.archives, providers: ["all"]),
            PluginManifest.Provision(.fundingSources, providers: [JournalPlace.sourceName]),
        ], kinds: InterchangePlugin.kinds)

    /// The kinds of things that this module keeps.
    public static let kinds = [
        EntityKind(SavedMapping.self, upgrades: [1: SavedMapping.upgradedToAnswers]), EntityKind(AccountLink.self),
    ]

    /// Registers it.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: JournalPlace.sourceName) { _ in JournalFunding() }
        builder.register(.archives, name: "all") {
            ArchiveService(store: try await $0.resolve(.store), kinds: $0.kinds)
        }
    }
}

extension ServiceKey where Service == ArchiveService {
    /// Archives of the program's store.
    public static var archives: ServiceKey<ArchiveService> {
        ServiceKey<ArchiveService>("archives", selection: .every)
    }
}
