public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// The balances of assets on chains as they were last read. A plan asks no chain: it counts what is known, and says so.
public struct ChainFunding: FundingSource {
    /// The name of the source.
    public static let sourceName = "chain"
    /// The same.
    public let name = ChainFunding.sourceName

    /// A source.
    public init() {}

    /// The assets with an address.
    public func answers(for asset: Asset) -> Bool { asset.address != nil }

    /// The asset with its address in its one form.
    ///
    /// - Throws: ``BalanceError``, ``AddressError``, ``BalanceQuestionError``.
    public func checked(_ asset: Asset) throws -> Asset {
        guard let address = asset.address else { return asset }
        if let kind = PrivateMaterial.kind(of: address) { throw AddressError.privateMaterial(kind) }
        // An address without a chain is refused by the asset itself.
        guard let id = asset.chain else { return asset }
        guard let chain = Chain(id: id) else { throw BalanceError.unknownChain(id) }
        let question = try BalanceQuestion(chain.address(address), asset.currency)
        var checked = asset
        (checked.chain, checked.address) = (chain.id, question.address.text)
        return checked
    }

    /// What was last read, none of it known to be a contribution: transactions are not known.
    ///
    /// - Throws: The store's error.
    public func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        let known = try reader.all(ChainBalance.self)
        let byAsset = Dictionary(known.map { ($0.assetID, $0) }, uniquingKeysWith: { first, _ in first })
        var balances: [UUID: SourceBalance] = [:]
        for asset in assets {
            let chain = asset.chain.flatMap { Chain(id: $0) }?.name ?? asset.chain ?? "its chain"
            guard let balance = byAsset[asset.id], balance.isAbout(asset) else {
                balances[asset.id] = SourceBalance(of: asset, gap: "its balance on \(chain) has not been read yet")
                continue
            }
            guard !balance.isSubstitute else {
                let gap = "its balance on \(chain) is a substitute by \(balance.provider)"
                balances[asset.id] = SourceBalance(of: asset, gap: gap)
                continue
            }
            balances[asset.id] = SourceBalance(
                balance.amount, isOfNow: day < balance.day, readAt: balance.time)
        }
        return balances
    }
}
