import ExchangeRates
package import Models
package import Persistence

/// Moves goals through their life and frees what they held (L4), inside the caller's transaction.
package struct GoalChanges {
    private let funding: FundingWriter
    package var writer: any StoreWriter { funding.store }

    /// Changes inside a write.
    package init(_ funding: FundingWriter) {
        self.funding = funding
    }

    /// Changes what is said of a goal; nothing is written when that is nothing.
    ///
    /// - Throws: ``StoreError``, or why a follower refuses it.
    package func edit(_ goal: Goal, to edited: Goal) throws {
        guard edited != goal else { return }
        let isSameSaving = (goal.target, goal.start, goal.deadline) == (edited.target, edited.start, edited.deadline)
        guard goal.keepsAllocations || isSameSaving else {
            throw LifecycleError.hasEnded(goal: goal.name, goal.lifecycle)
        }
        try funding.change(.edit(of: goal, to: edited)) { try writer.update(goal, to: edited) }
    }

    /// Pauses, resumes or archives a goal, which keeps its allocations. Finishing and cancelling is ``end(_:as:on:)``, which
    /// keeps a snapshot.
    ///
    /// - Throws: ``LifecycleError`` when the goal cannot go there; ``StoreError``.
    package func move(_ goal: Goal, to lifecycle: Goal.Lifecycle) throws -> Goal {
        guard goal.lifecycle != lifecycle else { throw LifecycleError.alreadyThere(goal: goal.name, lifecycle) }
        guard lifecycle != .finished, lifecycle != .cancelled else {
            throw LifecycleError.needsSnapshot(goal: goal.name)
        }
        guard goal.keepsAllocations else {
            throw LifecycleError.isOver(goal: goal.name, goal.lifecycle, wanted: lifecycle)
        }
        var moved = goal
        moved.lifecycle = lifecycle
        try writer.update(goal, to: moved)
        return moved
    }

    /// Finishes or cancels a goal: what it has becomes a snapshot, its allocations are released.
    ///
    /// - Throws: ``LifecycleError``, ``StoreError``.
    package func end(
        _ progress: GoalProgress, as lifecycle: Goal.Lifecycle, on day: CalendarDay
    ) throws -> Goal {
        let goal = progress.goal
        guard goal.keepsAllocations else {
            throw goal.lifecycle == lifecycle
                ? LifecycleError.alreadyThere(goal: goal.name, lifecycle)
                : LifecycleError.isOver(goal: goal.name, goal.lifecycle, wanted: lifecycle)
        }
        var ended = goal
        ended.lifecycle = lifecycle
        ended.snapshot = GoalSnapshot(
            day: day, saved: progress.saved, isComplete: progress.savedBound == nil,
            funding: progress.funding.filter { !$0.amount.isZero }.map { part in
                let isSame = part.amount.currency == goal.currency
                let rate = progress.rates.first { $0.from == part.amount.currency && $0.to == goal.currency }
                return GoalSnapshot.FundingLine(
                    asset: part.asset, amount: part.amount,
                    rate: isSame ? "1" : rate?.rate.significantString(digits: 30), assetID: part.assetID)
            })
        let result = ended
        try end(goal) { try writer.update(goal, to: result) }
        return result
    }

    /// Deletes a goal with its allocations.
    ///
    /// - Throws: ``StoreError``.
    package func delete(_ goal: Goal) throws {
        try end(goal) { try writer.delete(goal) }
    }

    /// Releases what funded a goal, together with what makes it end.
    private func end(_ goal: Goal, _ body: () throws -> Void) throws {
        try funding.change(.end(of: goal)) {
            for allocation in try writer.all(AssetAllocation.self, where: "goalID", is: goal.id) {
                try writer.deleteUnfollowed(allocation)
            }
            try body()
        }
    }
}
