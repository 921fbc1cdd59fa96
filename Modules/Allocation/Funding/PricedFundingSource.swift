public import ExchangeRates
public import Models

public import struct Foundation.UUID

/// A source that keeps what it knows in the store and values it by prices and rates: a portfolio, a herd.
///
/// It names the conversions that its balances need. They are asked together with those of the command, as one frozen set (V4), so that a
/// write is compared before and after at the same rates. Balances of earlier days are converted at these rates too.
public protocol PricedFundingSource: FundingSource {
    /// The conversions that the balance of each of some assets needs, whatever the day.
    ///
    /// - Parameters:
    ///   - assets: those that it answers for.
    ///   - reader: inside a transaction.
    /// - Throws: The store's error.
    func conversions(
        of assets: [Asset], in reader: any EntityReader
    ) throws -> [UUID: Set<ExchangeRateService.WantedRate>]

    /// The balances of several days, day by day. A balance of which a price or a rate is missing has a gap.
    ///
    /// - Parameters:
    ///   - assets: those that it answers for.
    ///   - days: the days of the balances, at their ends, in order.
    ///   - windows: for each day the windows for which the source says what was contributed.
    ///   - rates: for the conversions that it named.
    ///   - reader: inside the transaction.
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    func balances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], at rates: FrozenRates,
        in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]]

    /// The contributions of some days one by one: what a person put in or took out, never a change of value.
    ///
    /// - Throws: The store's error, ``MoneyError/tooLarge(_:)``.
    func contributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, at rates: FrozenRates, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]

    /// The prices of assets on past days, from which their volatility is estimated. An asset without any is simulated only where a
    /// person says how volatile it is.
    ///
    /// - Parameters:
    ///   - days: the days in order, each with the rates of the conversions that it named.
    /// - Throws: The store's error.
    func prices(
        of assets: [Asset], on days: [(day: CalendarDay, rates: FrozenRates)], in reader: any EntityReader
    ) throws -> [UUID: [AssetPrice]]
}

/// The price of one unit of what an asset holds, in the asset's currency, or a number that moves in proportion to it.
public struct AssetPrice: Sendable, Hashable {
    /// The day, which has a price of its own.
    public let day: CalendarDay
    /// The price, above 0.
    public let price: Ratio

    /// A price.
    public init(_ price: Ratio, on day: CalendarDay) {
        (self.day, self.price) = (day, price)
    }
}

extension PricedFundingSource {
    /// They do, by prices and rates.
    public var movesWithoutPayments: Bool { true }

    /// They do.
    public var needsRates: Bool { true }

    /// It does.
    public var valueMoves: Bool { true }

    /// None.
    public func prices(
        of assets: [Asset], on days: [(day: CalendarDay, rates: FrozenRates)], in reader: any EntityReader
    ) throws -> [UUID: [AssetPrice]] { [:] }
}
