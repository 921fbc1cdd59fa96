import Models
import Persistence
import PluginKit
import Testing

/// Where data lives is decided by who can write the settings file, and a store that forgets says so.
struct StoreReachTests {
    /// Another provider of the store, which says nothing of what its choice decides.
    private struct Other: Plugin {
        var manifest: PluginManifest {
            PluginManifest(
                id: "other", summary: "Another store.", provides: [.init(.store, providers: ["other"])])
        }

        func register(in builder: inout ContainerBuilder) {}
    }

    @Test func `the choice of the store reaches files, whichever plugin says so`() throws {
        for plugins in [[MemoryPlugin()] as [any Plugin], [Other(), MemoryPlugin()], [MemoryPlugin(), Other()]] {
            let settings = PluginManifest.selectionSettings(of: plugins.map(\.manifest))
            let choice = try #require(settings.first { $0.key == "persistence.provider" })
            #expect(choice.reach == .files)
        }
        #expect(PluginManifest.selectionSettings(of: [Other().manifest]).first?.reach == nil)
    }

    @Test func `only a store in memory forgets`() {
        #expect(MemoryStore().location == .memory)
        #expect(MemoryStore().snapshot().location == .memory)
    }
}
