public import Models

/// What became of one asset whose chain was asked.
public struct ChainReading: Sendable {
    /// The asset.
    public let asset: Asset
    /// What was known before; nil when nothing was.
    public let before: ChainBalance?
    /// What was read, or why nothing could be.
    public let result: Result<ChainBalance, Failure>
    /// All transactions that are known now, oldest first.
    public internal(set) var transactions: [ChainTransaction] = []
    /// How many of them were not known before.
    public internal(set) var newTransactions = 0
    /// Why its transactions are not known; nil when they are.
    public internal(set) var unknownTransactions: String?
    /// Whether no provider was contacted, since what is known is new enough.
    public internal(set) var isKept = false

    /// Why a balance could not be read.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reasons of all providers that were asked, as sentences.
        public let description: String
    }

    /// How the balance changed; nil when one of both is not known.
    public var change: Money? {
        guard let before, let now = try? result.get() else { return nil }
        return try? now.amount.subtracting(before.amount)
    }

    /// What the user should know besides the balance.
    var warnings: [Warning] {
        var warnings: [Warning] = []
        if let unknownTransactions {
            warnings.append(
                Warning(
                    code: "transactionsUnknown",
                    message:
                        "The transactions of '\(asset.name)' are not known, so none counts as paid: \(unknownTransactions)"
                ))
        }
        if let balance = try? result.get(), balance.amount.isZero, transactions.isEmpty, isWallet {
            warnings.append(
                Warning(
                    code: "unusedWallet",
                    message:
                        "No address of the key of '\(asset.name)' was ever used. If your wallet holds something, it has "
                        + "addresses of another kind: export its key as zpub or ypub, or enter its addresses one by one."
                ))
        }
        return warnings
    }

    /// Whether the asset is a whole wallet, known by its extended public key.
    private var isWallet: Bool {
        let chain = asset.chain.flatMap { Chain(id: $0) }
        return (try? chain?.address(asset.address ?? ""))?.extendedKey != nil
    }
}
