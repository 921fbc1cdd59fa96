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
}

extension PricedFundingSource {
    /// They do, by prices and rates.
    public var movesWithoutPayments: Bool { true }

    /// They do.
    public var needsRates: Bool { true }
}
