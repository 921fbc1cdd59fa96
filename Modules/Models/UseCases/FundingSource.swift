public import struct Foundation.Date
public import struct Foundation.UUID

/// Where the balance of an asset comes from: transactions entered by hand, a program, later a chain, a ledger, a herd.
///
/// What the store itself holds is read inside a transaction. What has to be asked outside is asked before one, and the
/// transaction decides with the answer.
public protocol FundingSource: Sendable {
    /// The name by which an asset's ``Asset/source`` means it.
    var name: String { get }

    /// Whether it knows balances of earlier days. One that does not is asked once for the present, whatever the day.
    var knowsThePast: Bool { get }

    /// Whether it has a part in an asset's balance.
    func answers(for asset: Asset) -> Bool

    /// The asset as the source wants it kept, for one that it answers for and that a person has entered or changed.
    ///
    /// - Throws: Why the source could never tell its balance: a mistyped address, for instance.
    func checked(_ asset: Asset) throws -> Asset

    /// Whether the balance of one asset includes that of another one, so that it would count twice. The source answers for
    /// both.
    func counts(_ asset: Asset, with other: Asset) -> Bool

    /// The warnings about an asset that was entered or changed.
    func remarks(on asset: Asset) -> [Warning]

    /// The balances as the store holds them; nil when they have to be asked outside.
    ///
    /// - Parameters:
    ///   - assets: those that it answers for.
    ///   - day: the day of the balances, at its end.
    ///   - windows: for each of these the source says what was contributed; stock never is.
    ///   - reader: inside the transaction.
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]?

    /// The balances as the outside tells them, by asset. What cannot be had is an answer with a gap, not an error.
    ///
    /// - Throws: `CancellationError` only.
    func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance]
}

extension FundingSource {
    /// It does unless the source says otherwise.
    public var knowsThePast: Bool { true }

    /// As it is.
    public func checked(_ asset: Asset) throws -> Asset { asset }

    /// It does not.
    public func counts(_ asset: Asset, with other: Asset) -> Bool { false }

    /// Nothing.
    public func remarks(on asset: Asset) -> [Warning] { [] }

    /// The assets whose source has its name.
    public func answers(for asset: Asset) -> Bool { asset.source == name }

    /// Nothing: it has to be asked outside.
    public func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? { nil }

    /// Nothing: everything is in the store.
    public func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] { [:] }
}

/// What a ``FundingSource`` knows of an asset.
public struct SourceBalance: Sendable, Hashable {
    /// What the asset holds, as far as is known, in its currency.
    public let balance: Money
    /// Which part of it was contributed in each window that was asked for; none where a window is missing. The rest is
    /// stock, as is all of a balance that cannot be rewound (R3).
    public let contributed: [ContributionWindow: Money]
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

    /// A balance.
    public init(
        _ balance: Money, contributed: [ContributionWindow: Money] = [:], gap: String? = nil, isOfNow: Bool = false,
        readAt: Date? = nil, readOn: CalendarDay? = nil, reader: String? = nil, timeToLive: Duration? = nil,
        change: Money? = nil, unknownPayments: String? = nil
    ) {
        self.readAt = readAt
        self.readOn = readOn
        self.reader = reader
        self.timeToLive = timeToLive
        self.change = change
        self.unknownPayments = unknownPayments
        self.balance = balance
        self.contributed = contributed
        self.gap = gap
        self.isOfNow = isOfNow
    }

    /// A balance that is not known.
    public init(of asset: Asset, gap: String) {
        self.init(.zero(asset.currency), gap: gap)
    }
}
