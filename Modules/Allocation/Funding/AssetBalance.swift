public import Models

/// What is known of an asset's balance.
public struct AssetBalance: Sendable, Hashable {
    /// The asset.
    public let asset: Asset
    /// What transactions entered by hand come to on the day.
    public let manual: Money
    /// What its sources know of it together, in its currency.
    public let known: Money
    /// The same without what came in dated after the previous payment date.
    public let before: Money
    /// Why part of the balance is not known; nil when all of it is.
    public private(set) var gap: String?
    /// Whether part of it is of the present, although an earlier day was asked for.
    public let isOfNow: Bool

    /// The balance of an asset that its sources make up together.
    ///
    /// - Parameters:
    ///   - manual: what transactions entered by hand come to.
    ///   - parts: what each source says, those transactions included.
    ///   - isSourceKnown: whether the program has the source that the asset names.
    init(asset: Asset, manual: Money, parts: [SourceBalance], isSourceKnown: Bool) {
        self.asset = asset
        self.manual = manual
        var gaps = parts.compactMap(\.gap)
        if let source = asset.source, !isSourceKnown {
            gaps.append("the source '\(source)' of its balance is not set up")
        }
        if let address = asset.address {
            let chain = asset.chain.map { " on \($0)" } ?? ""
            gaps.append("the balance of \(address)\(chain) is not known: no chain provider is set up")
        }
        let sums: (Money, Money)
        do {
            let sum = try Money.sum(parts.map(\.balance), in: asset.currency)
            sums = (sum, try sum.subtracting(Money.sum(parts.map(\.cameIn), in: asset.currency)))
        } catch {
            sums = (.zero(asset.currency), .zero(asset.currency))
            gaps.append(error.description)
        }
        (known, before) = sums
        gap = gaps.isEmpty ? nil : gaps.joined(separator: "; ")
        isOfNow = parts.contains { $0.isOfNow }
    }

    /// The same, with a balance of the present taken for one that is not known.
    var ofItsDay: AssetBalance {
        guard isOfNow else { return self }
        var balance = self
        balance.gap = gap ?? "its source knows the present balance only, not the one of that day"
        return balance
    }

    /// Whether the whole balance is known.
    public var isComplete: Bool { gap == nil }
    /// How the asset is named in answers: "Cold wallet (BTC)".
    public var label: String { "\(asset.name) (\(asset.currency))" }
}
