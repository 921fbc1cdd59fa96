public import Models

/// What is known of an asset's balance.
public struct AssetBalance: Sendable, Hashable {
    /// The asset.
    public let asset: Asset
    /// What transactions come to on the day of the answer.
    public let manual: Money
    /// The same without the transactions dated after the previous payment date.
    public let before: Money
    /// Why part of the balance is not known; nil when all of it is.
    public let gap: String?

    /// The balance of an asset that transactions alone make up. The part that lives on a chain is a gap.
    public init(asset: Asset, manual: Money, before: Money) {
        self.asset = asset
        self.manual = manual
        self.before = before
        gap = asset.address.map {
            "the balance of \($0)\(asset.chain.map { " on \($0)" } ?? "") is not known: no chain provider is set up"
        }
    }

    /// The known part of the balance.
    public var known: Money { manual }
    /// Whether the whole balance is known.
    public var isComplete: Bool { gap == nil }
    /// How the asset is named in answers: "Cold wallet (BTC)".
    public var label: String { "\(asset.name) (\(asset.currency))" }
}
