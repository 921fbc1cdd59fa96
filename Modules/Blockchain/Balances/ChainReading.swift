public import Models

/// What became of one asset whose chain was asked.
public struct ChainReading: Sendable {
    /// The asset.
    public let asset: Asset
    /// What was known before; nil when nothing was.
    public let before: ChainBalance?
    /// What was read, or why nothing could be.
    public internal(set) var result: Result<ChainBalance, Failure>
    /// All transactions that are known now, oldest first.
    public internal(set) var transactions: [ChainTransaction] = []
    /// How many of them were not known before.
    public internal(set) var newTransactions = 0
    /// Why its transactions are not known; nil when they are.
    public internal(set) var unknownTransactions: String?
    /// Whether no provider was contacted, since what is known is new enough.
    public internal(set) var isKept = false
    /// The amounts of the address that the balance does not include.
    public internal(set) var excluded: [ExcludedAmount] = []
    /// The providers that come before the one that reported the balance and reported none.
    var failedProviders: [ProviderFailure] = []
    /// The balance of a provider that contradicts the one that counts; nil when none does.
    var contradiction: Contradiction?
    /// The addresses in use of an extended public key; none for a single address.
    var walletAddresses: Set<String> = []

    init(asset: Asset, before: ChainBalance?, result: Result<ChainBalance, Failure>) {
        (self.asset, self.before, self.result) = (asset, before, result)
    }

    /// Why a balance could not be read.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reasons of all providers that were asked, as sentences.
        public let description: String
    }

    /// A provider that reported no balance.
    struct ProviderFailure: Sendable, Hashable {
        let provider: String
        /// Why, as a sentence.
        let reason: String
    }

    /// Two providers that tell different balances.
    struct Contradiction: Sendable, Hashable {
        /// The balance that counts.
        let counted: Money
        let teller: String
        /// The other balance.
        let other: Money
        let provider: String

        init(counted: Money, by teller: String, other: Money, of provider: String) {
            (self.counted, self.teller, self.other, self.provider) = (counted, teller, other, provider)
        }
    }

    /// How the balance changed; nil when one of both is not known.
    public var change: Money? {
        guard let before, let now = try? result.get() else { return nil }
        return try? now.amount.subtracting(before.amount)
    }

    /// Whether the asset is a whole wallet, known by its extended public key.
    var isWallet: Bool { address?.extendedKey != nil }

    /// The address of the asset; nil for one that cannot be read.
    var address: ChainAddress? {
        let chain = asset.chain.flatMap { Chain(id: $0) }
        return try? chain?.address(asset.address ?? "")
    }
}
