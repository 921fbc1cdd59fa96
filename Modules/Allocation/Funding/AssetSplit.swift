public import Models

public import struct Foundation.UUID

/// How one asset's balance is divided among the goals that it funds (L1 to L3).
///
/// ```swift
/// let (savings, car, reserve) = (UUID(), UUID(), UUID())
/// let split = try AssetSplit(
///     of: Money("4200", .eur),
///     among: [
///         AssetAllocation(assetID: savings, goalID: car, size: .fixed(Money("2500", .eur))),
///         AssetAllocation(assetID: savings, goalID: reserve, size: .share(Share("30%"))),
///     ])
/// split.parts[1].amount  // 1260.00 EUR
/// split.free  // 440.00 EUR
/// ```
public struct AssetSplit: Sendable, Hashable {
    /// What one goal gets.
    public struct Part: Sendable, Hashable {
        /// The goal.
        public let goalID: UUID
        /// How much of it the goal gets if the balance covers it.
        public let size: AssetAllocation.Size
        /// What it gets, in whole minor units of the asset's currency.
        public let amount: Money
    }

    /// What each goal gets, in the order of the allocations.
    public let parts: [Part]
    /// What no goal gets, rounded down to the minor unit.
    public let free: Money
    /// By how much fixed amounts and shares pass the balance, rounded up; nil when they do not, or while the balance is only
    /// partly known.
    public let shortfall: Money?

    /// Divides a balance among the goals that an asset funds.
    ///
    /// When fixed amounts and shares pass the balance, all of them are scaled by the same factor. A negative balance funds
    /// nothing.
    ///
    /// - Parameters:
    ///   - balance: What the asset holds, or the part of it that is known.
    ///   - allocations: At most one per goal, in the order in which ties are broken (``Goal/precedesInTies(_:)``).
    ///   - isComplete: Whether the whole balance is known.
    /// - Throws: ``AssetSplitError``, ``MoneyError/tooLarge(_:)``.
    public init(of balance: Money, among allocations: [AssetAllocation], isComplete: Bool = true) throws {
        try AssetSplitError.check(allocations, of: balance.currency)
        try self.init(
            balance: balance, isComplete: isComplete, sizes: allocations.map { (goalID: $0.goalID, size: $0.size) })
    }

    /// The same for allocations that the store has checked.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        balance: Money, isComplete: Bool, sizes: [(goalID: UUID, size: AssetAllocation.Size)]
    ) throws(MoneyError) {
        let currency = balance.currency
        let available = balance.isNegative ? Money.zero(currency) : balance
        let fixed = AssetSplit.weights(sizes.map(\.size), balance: available)
        let fixedSum = fixed.reduce(Ratio.zero, +)
        let rest = max(available.ratio - fixedSum, .zero)
        let weights = zip(sizes, fixed).map { $0.size == .rest ? rest : $1 }
        let claimed = min(weights.reduce(.zero, +), available.ratio)
        // Split is the exact sum, not the one rounded down: a fixed amount that the balance covers stays whole.
        let amounts = try ExactAmount(claimed, currency).split(by: weights)
        parts = zip(sizes, amounts).map { Part(goalID: $0.goalID, size: $0.size, amount: $1) }
        // What one more fixed amount may take: a fraction of a unit that a share leaves is not free.
        free = try ExactAmount(available.ratio - claimed, currency).rounded(.down)
        shortfall =
            isComplete && fixedSum > available.ratio
            ? try ExactAmount(fixedSum - available.ratio, currency).rounded(.up) : nil
    }

    /// What fixed amounts and shares leave of a balance: the most that a further fixed amount may take.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    static func unallocated(_ balance: Money, sizes: [AssetAllocation.Size]) throws(MoneyError) -> Money {
        let available = balance.isNegative ? Money.zero(balance.currency) : balance
        let left = weights(sizes, balance: available).reduce(available.ratio, -)
        return try ExactAmount(max(left, .zero), balance.currency).rounded(.down)
    }

    private static func weights(_ sizes: [AssetAllocation.Size], balance: Money) -> [Ratio] {
        sizes.map { size in
            switch size {
            case .share(let share): balance.ratio * share.ratio
            case .fixed(let amount): amount.ratio
            case .rest: .zero
            }
        }
    }
}
