public import ExchangeRates
public import Models

public import struct Foundation.Date

/// The balance of an asset, as far as it is known.
public struct AssetBalance: Sendable, Hashable {
    /// The asset.
    public let asset: Asset
    /// The sum of the transactions entered by hand up to the day.
    public let manual: Money
    /// The sum of all parts that its sources know, in its currency.
    public let known: Money
    /// The sum of the contributions of each window. Where contributions are read one by one, those by hand are not in it.
    let contributed: [ContributionWindow: Money]
    /// The contributions one by one, by source.
    private let contributions: [SourceContributions]
    /// The reason why part of the balance is not known; nil when all of it is.
    public private(set) var gap: String?
    /// Whether part of it is of the present, although an earlier day was asked for.
    public let isOfNow: Bool
    /// The balance that was read outside and is kept in the store, in the asset's currency; nil when there is none.
    public let read: Money?
    /// The instant at which the oldest part of ``read`` was read.
    public let readAt: Date?
    /// The day of ``readAt`` in the reader's zone.
    public let readOn: CalendarDay?
    /// The provider of the oldest part of ``read``; nil where its source gave it.
    public let reader: String?
    /// The first instant at which a part of ``read`` is past its time to live; nil when none ever is.
    private let staleAt: Date?
    /// The change of ``read`` since the reading before; nil when there is none.
    public let change: Money?
    /// The parts that its sources say it is made of; empty where it is one amount.
    public let parts: [BalancePart]
    /// The rates at which its sources converted.
    public let rates: [ConversionRate]
    /// The reason why part of the contributions is not known; nil when all of them are.
    let unknownPayments: String?
    /// Whether that part may be money that went out (V2).
    let mayHaveGoneOut: Bool
    /// Whether it moves without payments, so that only what was contributed settles a payment of a month (MO2).
    let movesWithoutPayments: Bool
    /// The step by which its money is entered elsewhere, where it takes no entries of its own; nil where it does.
    public let remedyForEntries: Remedy?
    /// Whether its value moves by prices that are not those of its currency.
    let valueMoves: Bool
    /// Another asset whose balance is the same money, which counts twice then; nil when there is none.
    let duplicate: Asset?

    /// The balance of an asset that its sources make up together.
    ///
    /// - Parameters:
    ///   - manual: the sum of the transactions entered by hand.
    ///   - parts: what each source says, those transactions included.
    ///   - contributions: the contributions one by one, by source.
    ///   - isSourceKnown: whether the program has the source that the asset names.
    ///   - isAddressKnown: whether a source answers for the asset's address.
    ///   - movesWithoutPayments: whether a source of it says so.
    ///   - duplicate: another asset whose balance is the same money.
    ///   - rates: those that sources converted with.
    init(
        asset: Asset, manual: Money, parts: [SourceBalance], contributions: [SourceContributions] = [],
        isSourceKnown: Bool, isAddressKnown: Bool,
        movesWithoutPayments: Bool = false, duplicate: Asset? = nil, rates: [ConversionRate] = [],
        remedyForEntries: Remedy? = nil, valueMoves: Bool = false
    ) {
        self.valueMoves = valueMoves
        self.remedyForEntries = remedyForEntries
        self.asset = asset
        self.contributions = contributions
        self.movesWithoutPayments = movesWithoutPayments
        self.duplicate = duplicate
        self.manual = manual
        var gaps = parts.compactMap(\.gap)
        if let source = asset.source, !isSourceKnown {
            gaps.append("the source '\(source)' of its balance is not set up")
        }
        if let address = asset.address, !isAddressKnown {
            let chain = asset.chain.map { " on \($0)" } ?? ""
            gaps.append("the balance of \(address)\(chain) is not known: no chain provider is set up")
        }
        if let rate = rates.first(where: { $0.state == .fallback }) {
            gaps.append("its value is converted at a substitute's rate from \(rate.from) to \(rate.to)")
        }
        self.rates = rates
        self.parts = parts.flatMap(\.parts)
        mayHaveGoneOut = parts.contains(where: \.mayHaveGoneOut)
        var sums: (Money, [ContributionWindow: Money]) = (.zero(asset.currency), [:])
        do {
            sums = (try Money.sum(parts.map(\.balance), in: asset.currency), try Self.contributed(parts))
        } catch {
            gaps.append(error.description)
        }
        (known, contributed) = sums
        gap = gaps.isEmpty ? nil : gaps.joined(separator: "; ")
        isOfNow = parts.contains { $0.isOfNow }
        let kept = parts.filter { $0.readAt != nil }
        read = kept.isEmpty ? nil : try? Money.sum(kept.map(\.balance), in: asset.currency)
        let oldest = kept.min { ($0.readAt ?? .distantFuture) < ($1.readAt ?? .distantFuture) }
        readAt = oldest?.readAt
        readOn = oldest?.readOn
        reader = oldest?.reader
        staleAt = kept.compactMap { part in
            part.timeToLive.flatMap { limit in part.readAt?.addingTimeInterval(limit / .seconds(1)) }
        }.min()
        let changes = kept.compactMap(\.change)
        change = changes.isEmpty ? nil : try? Money.sum(changes, in: asset.currency)
        let unknown = parts.compactMap(\.unknownPayments)
        unknownPayments = unknown.isEmpty ? nil : unknown.joined(separator: "; ")
    }

    private static func contributed(_ parts: [SourceBalance]) throws(MoneyError) -> [ContributionWindow: Money] {
        var sums: [ContributionWindow: Money] = [:]
        for part in parts {
            for (window, amount) in part.contributed { sums[window] = try sums[window]?.adding(amount) ?? amount }
        }
        return sums
    }

    /// The known balance without what was contributed in a window.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func before(_ window: ContributionWindow) throws(MoneyError) -> Money {
        guard let amount = contributed[window] else { return known }
        return try known.subtracting(amount)
    }

    /// The contributions of a window until a day, in order of day and entry.
    func contributions(
        in window: ContributionWindow, until day: CalendarDay
    ) -> [SourceContributions.Contribution] {
        let all = contributions.flatMap { $0.contributions(in: window, until: day) }
        return contributions.count > 1 ? SourceContributions(all).all : all
    }

    /// The same, with a balance of the present taken for one that is not known.
    var ofItsDay: AssetBalance {
        guard isOfNow else { return self }
        var balance = self
        balance.gap = gap ?? "its source knows the present balance only, not the one of that day"
        return balance
    }

    /// Whether what was read is past its time to live. Of what was read after `now` nobody knows the age.
    public func isStale(at now: Date) -> Bool {
        guard let readAt else { return false }
        return readAt.timeIntervalSince(now) > Self.skew || staleAt.map { $0 <= now } ?? false
    }

    /// How far ahead of an instant a reading may be dated: two programs may run at once.
    private static let skew: Double = 30

    /// Whether the whole balance is known.
    public var isComplete: Bool { gap == nil }
    /// How the asset is named in answers: "Cold wallet (BTC)".
    public var label: String { "\(asset.name) (\(asset.currency))" }
}
