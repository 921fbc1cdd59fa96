public import Models

public import struct Foundation.UUID

/// How one asset's balance is divided among the goals that have a claim on it (L1 to L3).
public struct AssetFunding: Sendable, Hashable {
    /// What one goal gets.
    public struct Part: Sendable, Hashable {
        /// The goal.
        public let goalID: UUID
        /// What it claims.
        public let claim: AssetAllocation.Claim
        /// What it gets, in whole minor units of the asset's currency.
        public let amount: Money
    }

    /// What each goal gets, in the order of the claims.
    public let parts: [Part]
    /// What no goal gets, rounded down to the minor unit.
    public let free: Money
    /// By how much earmarks and shares pass the balance, rounded up; nil when they do not, or while the balance is only
    /// partly known.
    public let shortfall: Money?

    /// Divides `balance` among `claims`, which come in the order in which ties are broken (deadline, name, id).
    ///
    /// When claims pass the balance all of them are scaled by the same factor. A negative balance funds nothing.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public init(
        balance: Money, isComplete: Bool, claims: [(goalID: UUID, claim: AssetAllocation.Claim)]
    ) throws(MoneyError) {
        let currency = balance.currency
        let available = balance.isNegative ? Money.zero(currency) : balance
        let fixed = AssetFunding.fixedClaims(claims.map(\.claim), balance: available)
        let fixedSum = fixed.reduce(Ratio.zero, +)
        let rest = max(available.ratio - fixedSum, .zero)
        let weights = zip(claims, fixed).map { $0.claim == .rest ? rest : $1 }
        let claimed = ExactAmount(min(weights.reduce(.zero, +), available.ratio), currency)
        let total = try claimed.rounded(.down)
        // Split is the exact sum, not the one rounded down: an earmark that the balance covers stays whole.
        let amounts = try claimed.split(by: weights)
        parts = zip(claims, amounts).map { Part(goalID: $0.goalID, claim: $0.claim, amount: $1) }
        free = try available.subtracting(total).rounded(.down)
        shortfall =
            isComplete && fixedSum > available.ratio
            ? try ExactAmount(fixedSum - available.ratio, currency).rounded(.up) : nil
    }

    /// What earmarks and shares leave of a balance: the most that a further earmark may take.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    static func unclaimed(_ balance: Money, claims: [AssetAllocation.Claim]) throws(MoneyError) -> Money {
        let available = balance.isNegative ? Money.zero(balance.currency) : balance
        let left = fixedClaims(claims, balance: available).reduce(available.ratio, -)
        return try ExactAmount(max(left, .zero), balance.currency).rounded(.down)
    }

    private static func fixedClaims(_ claims: [AssetAllocation.Claim], balance: Money) -> [Ratio] {
        claims.map { claim in
            switch claim {
            case .share(let share): balance.ratio * share.ratio
            case .earmark(let amount): amount.ratio
            case .rest: .zero
            }
        }
    }
}
