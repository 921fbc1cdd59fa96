public import PluginKit

/// Provides the store that forgets everything when the program ends.
public struct MemoryPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides `persistence` under the name `memory`.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "memory", summary: "Keeps everything in memory until the program ends.",
            provides: [
                PluginManifest.Provision(.store, providers: ["memory"], reach: .files),
                PluginManifest.Provision(.backup, providers: ["memory"]),
                PluginManifest.Provision(.storeAdministration, providers: ["memory"]),
                PluginManifest.Provision(.sharedNotes, providers: ["memory"]),
            ])
    }

    /// Registers the store.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.store, name: "memory") { _ in MemoryStore() }
        builder.register(.storeAdministration, name: "memory") { _ in NoAdministration(of: .memory) }
        builder.register(.sharedNotes, name: "memory") { _ in MemoryNotes() }
        builder.register(.backup, name: "memory") { _ in NoBackups() }
    }
}
