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

    /// Whether references to it name files of the machine that it runs on. Such a reference is not entered from elsewhere.
    var namesFiles: Bool { get }

    /// Whether its balances move without payments, by prices, growth or corrections at the place they are kept. Of such a
    /// balance only what the source tells as contributed settles a payment of a month in progress (MO2).
    var movesWithoutPayments: Bool { get }

    /// Whether it has a part in an asset's balance.
    func answers(for asset: Asset) -> Bool

    /// The assets whose balance is money of another one too, so that it would count twice (L3), each with that other one.
    ///
    /// - Parameter assets: those that it answers for.
    func duplicates(among assets: [Asset]) -> [UUID: Asset]

    /// The asset as the source wants it kept, for one that it answers for and that a person has entered or changed.
    ///
    /// - Throws: Why the source could never tell its balance: a mistyped address, for instance.
    func checked(_ asset: Asset) throws -> Asset

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

    /// The balances of several days as the store holds them, day by day; nil when they have to be asked outside.
    ///
    /// - Parameters:
    ///   - days: the days of the balances, at their ends, in order.
    ///   - windows: for each day the windows for which the source says what was contributed.
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    func storedBalances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]]?

    /// Reads the contributions of some days from the store, for assets that it answers for; nil when they come with the balances
    /// from outside (``SourceBalance/contributions``).
    ///
    /// - Throws: The store's error.
    func storedContributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]?

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

    /// They do not unless the source says otherwise.
    public var namesFiles: Bool { false }

    /// They do not unless the source says otherwise.
    public var movesWithoutPayments: Bool { false }

    /// As it is.
    public func checked(_ asset: Asset) throws -> Asset { asset }

    /// Nothing.
    public func remarks(on asset: Asset) -> [Warning] { [] }

    /// The assets that name it with the same reference, in the same currency.
    public func duplicates(among assets: [Asset]) -> [UUID: Asset] {
        let named = assets.filter { $0.source == name }
        let places = Dictionary(grouping: named) {
            NamedPlace(reference: $0.reference ?? "", currency: $0.currency)
        }
        var duplicates: [UUID: Asset] = [:]
        for (_, assets) in places where assets.count > 1 {
            for asset in assets { duplicates[asset.id] = assets.first { $0.id != asset.id } }
        }
        return duplicates
    }

    /// The assets whose source has its name.
    public func answers(for asset: Asset) -> Bool { asset.source == name }

    /// Nothing: it has to be asked outside.
    public func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? { nil }

    /// Nothing: they come with the balances from outside.
    public func storedContributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]? { nil }

    /// Day by day; what the store holds is read once for all of them.
    public func storedBalances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]]? {
        let reader: any EntityReader = days.count > 1 ? RememberingReader(reader) : reader
        var found: [[UUID: SourceBalance]] = []
        for (day, windows) in zip(days, windows) {
            guard let balances = try storedBalances(of: assets, on: day, windows: windows, in: reader) else {
                return nil
            }
            found.append(balances)
        }
        return found
    }

    /// Nothing: everything is in the store.
    public func balances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, _ call: Call
    ) async throws -> [UUID: SourceBalance] { [:] }
}

/// The key by which a source knows an asset.
private struct NamedPlace: Hashable {
    let reference: String
    let currency: Currency
}

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

    /// A balance.
    public init(
        _ balance: Money, contributed: [ContributionWindow: Money] = [:], contributions: [Contribution] = [],
        gap: String? = nil, isOfNow: Bool = false, readAt: Date? = nil, readOn: CalendarDay? = nil,
        reader: String? = nil, timeToLive: Duration? = nil, change: Money? = nil, unknownPayments: String? = nil
    ) {
        self.readAt = readAt
        self.readOn = readOn
        self.reader = reader
        self.timeToLive = timeToLive
        self.change = change
        self.unknownPayments = unknownPayments
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
            readOn: readOn, reader: reader, timeToLive: timeToLive, change: change, unknownPayments: unknownPayments)
    }

    /// A balance that is not known.
    public init(of asset: Asset, gap: String) {
        self.init(.zero(asset.currency), gap: gap)
    }
}
