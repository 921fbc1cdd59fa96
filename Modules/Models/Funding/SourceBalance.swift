public import struct Foundation.Date

/// What a ``FundingSource`` knows of an asset.
public struct SourceBalance: Sendable, Hashable {
    /// An amount that was put in or taken out on a day.
    public typealias Contribution = SourceContributions.Contribution

    /// What the asset holds, as far as is known, in its currency.
    public let balance: Money
    /// Which part of it was contributed in each window that was asked for; none where a window is missing. The rest is
    /// stock, as is all of a balance that cannot be rewound (R3).
    public let contributed: [ContributionWindow: Money]
    /// The contributions one by one, from a source outside the store: those of the requested windows, or all that it knows if it
    /// knows the present balance alone.
    public let contributions: [Contribution]
    /// Why part of it is not known; nil when all of it is.
    public let gap: String?
    /// Whether it is the balance of the present, although an earlier day was asked for.
    public let isOfNow: Bool
    /// When the outside said so, for a balance that the store keeps or that has a time of its own; nil for what was entered
    /// or is asked now.
    public let readAt: Date?
    /// The day of ``readAt`` in the reader's zone.
    public let readOn: CalendarDay?
    /// The name of the provider that said so; nil where the source itself did.
    public let reader: String?
    /// How long after ``readAt`` the balance is as good as new; nil for one that stays so.
    public let timeToLive: Duration?
    /// How what the store keeps changed since it was read before; nil when it never was.
    public let change: Money?
    /// Why what was contributed is not known where ``contributed`` says nothing, as a part of a sentence; nil when it is.
    public let unknownPayments: String?
    /// Whether the unknown payments may have gone in or out, so that no payment of a goal with a part in the asset is known (V2).
    /// Otherwise none of them counts as paid.
    public let mayHaveGoneOut: Bool
    /// The parts that the balance is made of; empty where it is one amount.
    public let parts: [BalancePart]

    /// A balance.
    public init(
        _ balance: Money, contributed: [ContributionWindow: Money] = [:], contributions: [Contribution] = [],
        gap: String? = nil, isOfNow: Bool = false, readAt: Date? = nil, readOn: CalendarDay? = nil,
        reader: String? = nil, timeToLive: Duration? = nil, change: Money? = nil, unknownPayments: String? = nil,
        mayHaveGoneOut: Bool = false, parts: [BalancePart] = []
    ) {
        self.readAt = readAt
        self.readOn = readOn
        self.reader = reader
        self.timeToLive = timeToLive
        self.change = change
        self.unknownPayments = unknownPayments
        self.mayHaveGoneOut = mayHaveGoneOut
        self.parts = parts
        self.balance = balance
        self.contributed = contributed
        self.contributions = contributions
        self.gap = gap
        self.isOfNow = isOfNow
    }

    /// The same with what was contributed until a day in each of some windows. Nobody knows when a contribution was noted:
    /// what is dated in a month that was closed early is settled.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func counting(
        _ windows: Set<ContributionWindow>, until day: CalendarDay, isOfNow: Bool
    ) throws(MoneyError) -> SourceBalance {
        var contributed = contributed
        if !contributions.isEmpty {
            for window in windows where contributed[window] == nil {
                var sum = Money.zero(balance.currency)
                for contribution in contributions
                where contribution.day <= day && window.contains(day: contribution.day, entered: .distantPast) {
                    sum = try sum.adding(contribution.amount)
                }
                contributed[window] = sum
            }
        }
        return SourceBalance(
            balance, contributed: contributed, contributions: contributions, gap: gap, isOfNow: isOfNow, readAt: readAt,
            readOn: readOn, reader: reader, timeToLive: timeToLive, change: change, unknownPayments: unknownPayments,
            mayHaveGoneOut: mayHaveGoneOut, parts: parts)
    }

    /// A balance that is not known.
    public init(of asset: Asset, gap: String) {
        self.init(.zero(asset.currency), gap: gap)
    }
}
