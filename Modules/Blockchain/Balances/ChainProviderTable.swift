public import PluginKit

/// The chosen providers of each chain, in the order in which they are asked.
public struct ChainProviderTable: Sendable {
    private let providers: [Chain: [any ChainProvider]]
    private let derivation: (any AddressDerivation)?

    /// A table of providers by chain.
    ///
    /// - Parameter derivation: finds the addresses of extended keys; without it none of these is read.
    public init(_ providers: [Chain: [any ChainProvider]], derivation: (any AddressDerivation)? = nil) {
        self.providers = providers
        self.derivation = derivation
    }

    /// The providers of a chain; none when nothing is chosen.
    public subscript(chain: Chain) -> [any ChainProvider] { providers[chain] ?? [] }

    /// The providers that answer a question, made for one reading: about an extended key, those that know nothing of keys
    /// are asked about its addresses.
    func answering(_ question: BalanceQuestion) -> [any ChainProvider] {
        guard question.address.extendedKey != nil else { return self[question.chain] }
        return self[question.chain].map { provider in
            if provider.readsKeys { return provider }
            guard let fallback = provider as? FallbackChain else {
                return WalletScan(provider, derivation: derivation)
            }
            return FallbackChain(provider: WalletScan(fallback.provider, derivation: derivation))
        }
    }
}

extension ServiceKey where Service == ChainProviderTable {
    /// The chosen providers of all chains.
    public static var chainProviders: ServiceKey<ChainProviderTable> {
        ServiceKey<ChainProviderTable>("chainProviders", selection: .every)
    }
}
