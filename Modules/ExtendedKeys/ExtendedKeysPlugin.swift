import Blockchain
public import PluginKit

/// Finds the addresses of extended public keys. Without the trait of the same name it does nothing, and needs no library.
public struct ExtendedKeysPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's one service.
    public var manifest: PluginManifest {
        #if ExtendedKeys
            let provides = [PluginManifest.Provision(.addressDerivation, providers: [AccountAddresses.name])]
        #else
            let provides: [PluginManifest.Provision] = []
        #endif
        return PluginManifest(
            id: "extended-keys", summary: "Addresses of extended public keys (xpub, ypub, zpub, Ltub, Mtub).",
            provides: provides)
    }

    /// Registers the service.
    public func register(in builder: inout ContainerBuilder) {
        #if ExtendedKeys
            builder.register(.addressDerivation, name: AccountAddresses.name) { _ in AccountAddresses() }
        #endif
    }
}
