public import Models

public import struct Foundation.UUID

/// The balances of assets on chains as they were last read. A plan asks no chain: it counts what is known, and says so.
public struct ChainFunding: FundingSource {
    /// The name of the source.
    public static let sourceName = "chain"
    /// The same.
    public let name = ChainFunding.sourceName

    private let settings: ChainSettings
    private let derivation: (any AddressDerivation)?

    /// A source that counts no dust as paid.
    ///
    /// - Parameter derivation: finds the addresses of extended keys, and so whether a key is one; without it the first sync
    ///   does.
    public init(settings: ChainSettings = ChainSettings(), derivation: (any AddressDerivation)? = nil) {
        self.settings = settings
        self.derivation = derivation
    }

    /// The assets with an address.
    public func answers(for asset: Asset) -> Bool { asset.address != nil }

    /// The asset with its address in its one form.
    ///
    /// - Throws: ``BalanceError``, ``AddressError``, ``BalanceQuestionError``, ``WalletError/notOnCurve``.
    public func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset {
        guard let address = asset.address else { return asset }
        if let kind = PrivateMaterial.kind(of: address) { throw AddressError.privateMaterial(kind) }
        // An address without a chain is refused by the asset itself.
        guard let id = asset.chain else { return asset }
        guard let chain = Chain(id: id) else { throw BalanceError.unknownChain(id) }
        let question = try BalanceQuestion(chain.address(address), asset.currency)
        if let key = question.address.extendedKey { _ = try derivation?.address(of: key, branch: 0, index: 0) }
        var checked = asset
        (checked.chain, checked.address) = (chain.id, question.address.text)
        return checked
    }

    /// The assets in one currency that have one address, or of which one has the stake key of the other one's.
    public func duplicates(among assets: [Asset]) -> [UUID: Asset] {
        struct Place: Hashable {
            let currency: Currency
            let chain: Chain
        }
        let placed = assets.compactMap { asset in asset.chainAddress.map { (asset: asset, address: $0) } }
        var duplicates: [UUID: Asset] = [:]
        let places = Dictionary(grouping: placed) { Place(currency: $0.asset.currency, chain: $0.address.chain) }
        for (place, all) in places {
            for (_, same) in Dictionary(grouping: all, by: \.address.text) where same.count > 1 {
                for (asset, _) in same { duplicates[asset.id] = same.first { $0.asset.id != asset.id }?.asset }
            }
            guard place.chain == .cardano else { continue }
            for (asset, address) in all where duplicates[asset.id] == nil {
                duplicates[asset.id] =
                    all.first {
                        $0.asset.id != asset.id && (address.covers($0.address) || $0.address.covers(address))
                    }?.asset
            }
        }
        return duplicates
    }

    /// That nobody has the key of an address.
    public func remarks(on asset: Asset) -> [Warning] {
        guard let address = asset.chainAddress, address.isOfNobody else { return [] }
        return [
            Warning(
                code: "addressOfNobody",
                message:
                    "Nobody has the key of \(address): what is sent there is lost. Check the address of '\(asset.name)'."
            )
        ]
    }

    /// What was last read. Of an earlier day it is that without what came and went since, as far as transactions are
    /// known; what was received after a window's day was contributed, but for dust.
    ///
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    public func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        let known = try reader.all(ChainBalance.self)
        let byAsset = Dictionary(known.map { ($0.assetID, $0) }, uniquingKeysWith: { first, _ in first })
        let transactions = Dictionary(
            grouping: known.isEmpty ? [] : try reader.all(ChainTransaction.self), by: \.assetID)
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
            balances[asset.id] = try source(
                of: balance, transactions[asset.id] ?? [], on: day, windows: windows.filter { $0.after < day })
        }
        return balances
    }

    /// The transactions of the chains as far as they are known, but for dust.
    public func storedContributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]? {
        let known = try reader.all(ChainBalance.self)
        guard !known.isEmpty else { return [:] }
        let balances = Dictionary(known.map { ($0.assetID, $0) }, uniquingKeysWith: { first, _ in first })
        let transactions = Dictionary(grouping: try reader.all(ChainTransaction.self), by: \.assetID)
        var contributions: [UUID: SourceContributions] = [:]
        for asset in assets {
            guard let balance = balances[asset.id], balance.isAbout(asset), !balance.isSubstitute,
                let start = balance.knownAfter
            else { continue }
            let payments = (transactions[asset.id] ?? []).filter {
                days.contains($0.day) && !$0.isDust(upTo: settings.dust)
            }
            contributions[asset.id] = SourceContributions(
                payments.map { .init(day: $0.day, entered: $0.read, amount: $0.amount) }, knownAfter: start)
        }
        return contributions
    }

    private func source(
        of balance: ChainBalance, _ transactions: [ChainTransaction], on day: CalendarDay,
        windows: Set<ContributionWindow>
    ) throws -> SourceBalance {
        let amount = balance.amount
        guard let start = balance.knownAfter, start <= day || day >= balance.day else {
            return SourceBalance(
                amount, isOfNow: day < balance.day, readAt: balance.time, readOn: balance.day,
                reader: balance.provider, timeToLive: settings.balanceAge, change: balance.change,
                unknownPayments: windows.isEmpty ? nil : "its transactions on the chain are not known")
        }
        // From the day on which it was read, a balance is what was read: a chain, or a clock that is behind, may date
        // transactions later.
        let later = day >= balance.day ? [] : transactions.filter { $0.day > day }.map(\.amount)
        var contributed: [ContributionWindow: Money] = [:]
        for window in windows where window.after >= start {
            let payments = transactions.filter { transaction in
                transaction.day <= day && window.contains(day: transaction.day, entered: transaction.read)
                    && !transaction.isDust(upTo: settings.dust)
            }
            contributed[window] = try Money.sum(payments.map(\.amount), in: amount.currency)
        }
        let earlier = windows.map(\.after).filter { $0 < start }.min()
        return SourceBalance(
            try amount.subtracting(Money.sum(later, in: amount.currency)), contributed: contributed,
            readAt: balance.time, readOn: balance.day, reader: balance.provider, timeToLive: settings.balanceAge,
            change: balance.change,
            unknownPayments: earlier.map { "its transactions are known after \(start) only, and not after \($0)" })
    }
}

extension ChainBalance {
    /// How the balance changed since it was read before; nil when it never was.
    fileprivate var change: Money? { earlier.flatMap { try? amount.subtracting($0) } }
}
