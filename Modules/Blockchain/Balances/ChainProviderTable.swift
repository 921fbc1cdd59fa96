public import PluginKit

/// The chosen providers of each chain, in the order in which they are asked.
public struct ChainProviderTable: Sendable {
    private let providers: [Chain: [any ChainProvider]]

    /// A table of providers by chain.
    public init(_ providers: [Chain: [any ChainProvider]]) { self.providers = providers }

    /// The providers of a chain; none when nothing is chosen.
    public subscript(chain: Chain) -> [any ChainProvider] { providers[chain] ?? [] }
}

extension ServiceKey where Service == ChainProviderTable {
    /// The chosen providers of all chains.
    public static var chainProviders: ServiceKey<ChainProviderTable> {
        ServiceKey<ChainProviderTable>("chainProviders", selection: .every)
    }
}
