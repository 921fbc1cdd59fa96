package import Models

/// One thing that happens in a household.
///
/// Goals, assets and transactions are named by their place in the lists of those that were to be added so far, also the
/// refused, ended and deleted ones: see ``HouseholdIDs``.
package enum HouseholdStep: Sendable, Hashable {
    /// Days pass.
    case advance(days: Int)
    /// From now on these prices hold, in USD for one unit; a currency that is not named has no rate.
    case prices([Currency: Ratio])
    /// A goal is added.
    case addGoal(name: String, target: Money, start: CalendarDay, deadline: CalendarDay)
    /// A goal is changed in what is given.
    case editGoal(Int, name: String?, target: Money?, start: CalendarDay?, deadline: CalendarDay?)
    /// A goal is paused.
    case pause(Int)
    /// A goal is made active again.
    case resume(Int)
    /// A goal is archived.
    case archive(Int)
    /// A goal is given up.
    case cancel(Int)
    /// A goal is done.
    case finish(Int)
    /// A goal is deleted.
    case deleteGoal(Int)
    /// An asset is added; its opening balance, when it has one, is a transaction of today.
    case addAsset(name: String, currency: Currency, opening: Money?)
    /// An asset is deleted.
    case deleteAsset(Int)
    /// Money is put in or taken out, on any day.
    case transact(asset: Int, amount: Money, day: CalendarDay)
    /// Money of an ended goal is spent today: the amount is negative.
    case spend(asset: Int, amount: Money, goal: Int)
    /// A transaction is corrected in what is given.
    case editTransaction(Int, amount: Money?, day: CalendarDay?)
    /// A transaction is deleted.
    case deleteTransaction(Int)
    /// A part of an asset is allocated to a goal.
    case allocate(asset: Int, goal: Int, SlowAllocation)
    /// An allocation is taken back.
    case unallocate(asset: Int, goal: Int)
    /// The next payment of a goal is decided.
    case decide(goal: Int, state: FlexState?, custom: Money?, clearsCustom: Bool, always: Bool)
    /// Flex spreads a share of what is required, in percent, and is saved.
    case saveFlex(percent: Int)
    /// What flex saved is forgotten.
    case resetFlex
    /// The month of today is started.
    case startMonth
    /// The month is closed.
    case closeMonth
    /// The newest step of a month is taken back.
    case undoMonth

    /// The steps of a random year.
    package static func randomYear(seed: UInt64) throws -> [HouseholdStep] {
        try HouseholdYear.random(seed: seed).steps
    }
}
