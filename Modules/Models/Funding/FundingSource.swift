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

    /// Whether the value of what it tells moves by prices, as that of a depot or a herd does. Unless the source has prices, nobody knows how.
    var valueMoves: Bool { get }

    /// Whether its balances need rates, so that it is a source with prices.
    var needsRates: Bool { get }

    /// Whether it has a part in an asset's balance.
    func answers(for asset: Asset) -> Bool

    /// The assets whose balance is money of another one too, so that it would count twice (L3), each with that other one.
    ///
    /// - Parameter assets: those that it answers for.
    func duplicates(among assets: [Asset]) -> [UUID: Asset]

    /// The currency of the place that a reference names, for an asset that is entered without one; nil where the source does not know.
    ///
    /// - Parameter reader: inside the transaction that enters the asset.
    /// - Throws: Why there is no such place, the store's error.
    func currency(of reference: String, in reader: any EntityReader) throws -> Currency?

    /// The asset as the source wants it kept, for one that it answers for and that a person has entered or changed: names in its
    /// reference are replaced by ids.
    ///
    /// - Parameter reader: inside the transaction that enters or changes the asset.
    /// - Throws: Why the source could never tell its balance: a mistyped address, for instance. The store's error.
    func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset

    /// The step by which a person enters money of an asset, where the source keeps all of it and the asset takes no entries of its own;
    /// nil where deposits and withdrawals are entered into the asset.
    func remedyForEntries(into asset: Asset) -> Remedy?

    /// The amount that the source says was spent of an asset for an ended goal, in the asset's currency (M6).
    ///
    /// - Parameter reader: inside a transaction.
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    func spending(of asset: Asset, for goal: Goal, in reader: any EntityReader) throws -> Money

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

    /// They do not.
    public var needsRates: Bool { false }

    /// The value stays what was put in, unless the source says otherwise.
    public var valueMoves: Bool { false }

    /// The source does not know.
    public func currency(of reference: String, in reader: any EntityReader) throws -> Currency? { nil }

    /// As it is.
    public func checked(_ asset: Asset, in reader: any EntityReader) throws -> Asset { asset }

    /// None: the asset takes entries.
    public func remedyForEntries(into asset: Asset) -> Remedy? { nil }

    /// Nothing.
    public func spending(of asset: Asset, for goal: Goal, in reader: any EntityReader) throws -> Money {
        .zero(asset.currency)
    }

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
