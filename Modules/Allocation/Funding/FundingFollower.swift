public import ExchangeRates
public import Models
public import Persistence
public import PluginKit

public import struct Foundation.Date
public import struct Foundation.UUID

/// Why a write changes what assets give to goals.
public enum FundingChange: Sendable {
    /// Money that a person put in or took out, dated on a day; entered or removed, by a correction to another day too.
    case payment(day: CalendarDay, entered: Date, correctedTo: CalendarDay? = nil)
    /// What no payment explains: opening balances, spending, an asset that goes away.
    case stock
    /// An allocation is made, changed or taken away.
    case allocation
    /// A goal is edited; allocations of one asset are split in the order of their goals' deadlines and names.
    case edit(of: Goal, to: Goal)
    /// A goal ends and releases what it had.
    case end(of: Goal)
}

/// When what goals get is compared before and after a change.
public struct FundingMoment: Sendable, Hashable {
    /// The day, at its end.
    public let day: CalendarDay
    /// The own payments of the month that follows the change; nil without one.
    public let month: MonthPayments?

    /// A moment.
    public init(_ day: CalendarDay, month: MonthPayments? = nil) {
        self.day = day
        self.month = month
    }
}

/// The followers of a change by name, each with the moment at which the goals' amounts are compared before and after; nil when the
/// change needs no following. Changes with one answer can be followed together. It throws why a change is refused.
public typealias FundingRule = (FundingChange) throws -> [String: FundingMoment]

/// Follows what writes change in what goals get, inside the same transaction: a month in progress.
public protocol FundingFollower: Sendable {
    /// The same follower with what it has to ask outside before an allocation changes.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    func preparing(
        _ call: Call, in store: any Store, rates: ExchangeRateService
    ) async throws -> any FundingFollower

    /// Which changes it follows, as the store is now. What it moves in following one changes nothing of that.
    ///
    /// - Throws: ``StoreError``.
    func rule(_ call: Call, in reader: any StoreReader) throws -> FundingRule

    /// Follows a change.
    ///
    /// - Parameters:
    ///   - before: what the assets gave to each goal, at each of the moments.
    ///   - after: what they give to each goal now.
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``.
    func follow(
        _ change: FundingChange, from before: [FundingMoment: [UUID: GoalFunding]],
        to after: [FundingMoment: [UUID: GoalFunding]], _ call: Call, in writer: any StoreWriter) throws
}

extension ServiceKey where Service == any FundingFollower {
    /// The followers of all plugins.
    public static var fundingFollowers: ServiceKey<any FundingFollower> {
        ServiceKey<any FundingFollower>("fundingFollowers", selection: .every)
    }
}
