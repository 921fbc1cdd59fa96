public import Models
import Persistence

// Money of ended goals that is spent (M6).

extension FundingWriter {
    /// Refuses spending of more than an ended goal had of an asset at its end, less what was spent for it already.
    ///
    /// - Parameters:
    ///   - amount: in the asset's currency, positive.
    ///   - old: a transaction that is replaced by the spending; nil for none.
    /// - Throws: ``AssetError/goalHasNotEnded(goal:)``, ``AssetError/spendingTooMuch(_:asset:goal:left:)``, ``StoreError``.
    public func checkSpending(
        _ amount: Money, of asset: Asset, for goal: Goal, replacing old: Transaction? = nil
    ) throws {
        guard !goal.keepsAllocations, let snapshot = goal.snapshot else {
            throw AssetError.goalHasNotEnded(goal: goal.name)
        }
        let had = snapshot.funding.filter {
            ($0.assetID.map { $0 == asset.id } ?? ($0.asset == asset.name)) && $0.amount.currency == asset.currency
        }
        let earlier = try store.transactions(of: asset.id).filter {
            $0.kind == .spending && $0.goalID == goal.id && $0.id != old?.id
        }
        let elsewhere = try answers.sources(of: asset).map { try $0.spending(of: asset, for: goal, in: store).negated }
        let left = try Money.sum(had.map(\.amount) + earlier.map(\.amount) + elsewhere, in: asset.currency)
        guard try !left.isLess(than: amount) else {
            throw AssetError.spendingTooMuch(amount, asset: asset.name, goal: goal.name, left: left)
        }
    }

    /// Refuses stock of a day that has not come, and spending beyond what an ended goal had.
    func check(
        _ transaction: Transaction, of asset: Asset, replacing old: Transaction? = nil, _ call: Call
    ) throws {
        guard transaction.kind != .manual else { return }
        guard transaction.day <= call.day else { throw AssetError.stockInFuture(transaction.day) }
        guard transaction.kind == .spending,
            let goal = try transaction.goalID.flatMap({ try store.find(Goal.self, $0) })
        else { return }
        try checkSpending(transaction.amount.negated, of: asset, for: goal, replacing: old)
    }
}
