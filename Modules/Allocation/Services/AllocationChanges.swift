package import Models
import Persistence

/// Changes of who may count what: every rule of L1 is kept here, inside the caller's transaction.
package struct AllocationChanges {
    private let funding: FundingWriter
    private var writer: any StoreWriter { funding.store }

    /// Changes inside a write, with the balances of its call's day.
    package init(_ funding: FundingWriter) {
        self.funding = funding
    }

    /// Lets an asset fund a goal; an earlier allocation of the two is replaced.
    ///
    /// - Throws: ``AllocationError`` when the allocation is refused; nothing is written then. ``StoreError``.
    package func allocate(_ asset: Asset, to goal: Goal, size: AssetAllocation.Size) throws -> AssetAllocation {
        let all = try writer.all(AssetAllocation.self).filter { $0.assetID == asset.id }
        try check(size, of: asset, to: goal, others: all.filter { $0.goalID != goal.id })
        let allocation = AssetAllocation(assetID: asset.id, goalID: goal.id, size: size)
        try replace(all.first { $0.goalID == goal.id }, with: allocation)
        return allocation
    }

    /// Gives the goals that an asset already funds equal shares of it, in hundredths of a percent that sum to
    /// exactly 100 %.
    ///
    /// - Throws: ``AllocationError/noGoals(asset:)``, ``StoreError``.
    package func allocateEvenly(_ asset: Asset) throws -> [AssetAllocation] {
        let current = try writer.all(AssetAllocation.self).filter { $0.assetID == asset.id }
        let goals = try current.compactMap { try writer.find(Goal.self, $0.goalID) }.sorted { $0.precedesInTies($1) }
        guard !goals.isEmpty else { throw AllocationError.noGoals(asset: asset.name) }
        guard goals.count <= 10_000 else { throw AllocationError.tooManyGoals(asset: asset.name) }
        var result: [AssetAllocation] = []
        for (goal, share) in zip(goals, Share.even(goals.count)) {
            let allocation = AssetAllocation(assetID: asset.id, goalID: goal.id, size: .share(share))
            try replace(current.first { $0.goalID == goal.id }, with: allocation)
            result.append(allocation)
        }
        return result
    }

    /// Puts others in the place of all allocations of an asset, each by the rules of one that is added to those before it.
    ///
    /// - Throws: ``AllocationError``, ``AssetSplitError``, ``StoreError``.
    package func replaceAll(
        of asset: Asset, with wanted: [AssetAllocation], goals: [Goal]
    ) throws -> [AssetAllocation] {
        try AssetSplitError.check(wanted, of: asset.currency)
        let current = try writer.all(AssetAllocation.self).filter { $0.assetID == asset.id }
        // What stays as it is was judged when it came.
        var judged = wanted.filter(current.contains)
        for new in wanted where !current.contains(new) {
            guard let goal = goals.first(where: { $0.id == new.goalID }) else { continue }
            try check(new.size, of: asset, to: goal, others: judged)
            judged.append(new)
        }
        guard Set(judged) != Set(current) else { return wanted }
        try funding.change(.allocation) {
            for old in current where !wanted.contains(where: { $0.goalID == old.goalID }) {
                try writer.deleteUnfollowed(old)
            }
            for new in wanted where !current.contains(new) {
                if let old = current.first(where: { $0.goalID == new.goalID }) {
                    try writer.updateUnfollowed(old, to: new)
                } else {
                    try writer.insertUnfollowed(new)
                }
            }
        }
        return wanted
    }

    /// Removes the allocation of an asset to a goal.
    ///
    /// - Throws: ``AllocationError/notAllocated(asset:goal:)``, ``StoreError``.
    package func unallocate(_ asset: Asset, from goal: Goal) throws -> AssetAllocation {
        let found = try writer.all(AssetAllocation.self).first {
            $0.assetID == asset.id && $0.goalID == goal.id
        }
        guard let found else { throw AllocationError.notAllocated(asset: asset.name, goal: goal.name) }
        try funding.delete(found)
        return found
    }

    private func replace(_ old: AssetAllocation?, with new: AssetAllocation) throws {
        guard old != new else { return }
        guard let old else { return try funding.insert(new) }
        try funding.change(.allocation) { try writer.updateUnfollowed(old, to: new) }
    }

    private func check(
        _ size: AssetAllocation.Size, of asset: Asset, to goal: Goal, others: [AssetAllocation]
    ) throws {
        guard goal.keepsAllocations else { throw AllocationError.goalIsOver(goal: goal.name, goal.lifecycle) }
        switch size {
        case .share(let share): try checkShare(share, of: asset, others: others)
        case .fixed(let amount): try checkAmount(amount, of: asset, others: others)
        case .rest:
            if let other = others.first(where: { $0.size == .rest }) {
                throw AllocationError.restIsTaken(
                    asset: asset.name, goal: try writer.find(Goal.self, other.goalID)?.name ?? "another goal")
            }
        }
    }

    private func checkShare(_ share: Share, of asset: Asset, others: [AssetAllocation]) throws {
        let taken = others.reduce(0) { sum, other in
            if case .share(let share) = other.size { sum + share.units } else { sum }
        }
        guard taken + share.units > Share.wholeUnits else { return }
        throw AllocationError.shareTooLarge(
            asked: share, asset: asset.name, free: try? Share(units: Share.wholeUnits - taken))
    }

    private func checkAmount(_ amount: Money, of asset: Asset, others: [AssetAllocation]) throws {
        guard amount.currency == asset.currency else {
            throw MoneyError.currencyMismatch(amount.currency, asset.currency)
        }
        try AllocationError.check(amount)
        let balances = try funding.answers.balances(of: [asset], on: funding.call.today, in: writer)
        // A fixed amount on what is known only in part may well be covered.
        guard let balance = balances.first, balance.isComplete else { return }
        let free = try AssetSplit.unallocated(balance.known, sizes: others.map(\.size))
        if try free.isLess(than: amount) {
            throw AllocationError.amountTooLarge(asked: amount, asset: asset.name, free: free)
        }
    }
}
