import ExchangeRates
package import Models
package import Persistence

/// Moves goals through their life and frees what they held (L4), inside the caller's transaction.
package struct GoalChanges {
    package let writer: any StoreWriter

    /// A service inside a write.
    package init(writer: any StoreWriter) {
        self.writer = writer
    }

    /// Pauses, resumes, archives or cancels a goal. Cancelling frees its allocations; the others keep them. Finishing is
    /// ``finish(_:on:)``, which keeps a snapshot.
    ///
    /// - Throws: ``LifecycleError`` when the goal cannot go there; ``StoreError``.
    package func move(_ goal: Goal, to lifecycle: Goal.Lifecycle) throws -> Goal {
        guard goal.lifecycle != lifecycle else { throw LifecycleError.alreadyThere(goal: goal.name, lifecycle) }
        guard lifecycle != .finished else { throw LifecycleError.needsSnapshot(goal: goal.name) }
        guard goal.keepsAllocations else {
            throw LifecycleError.isOver(goal: goal.name, goal.lifecycle, wanted: lifecycle)
        }
        var moved = goal
        moved.lifecycle = lifecycle
        if lifecycle == .cancelled { try release(goal) }
        try writer.update(goal, to: moved)
        return moved
    }

    /// Ends a goal: what it has becomes a snapshot, its allocations are freed.
    ///
    /// - Throws: ``LifecycleError``, ``StoreError``.
    package func finish(_ progress: GoalProgress, on day: CalendarDay) throws -> Goal {
        let goal = progress.goal
        guard goal.keepsAllocations else {
            throw goal.lifecycle == .finished
                ? LifecycleError.alreadyThere(goal: goal.name, .finished)
                : LifecycleError.isOver(goal: goal.name, goal.lifecycle, wanted: .finished)
        }
        var finished = goal
        finished.lifecycle = .finished
        finished.snapshot = GoalSnapshot(
            day: day, saved: progress.saved, isComplete: progress.savedBound == nil,
            funding: progress.funding.filter { !$0.amount.isZero }.map { part in
                let isSame = part.amount.currency == goal.currency
                let rate = progress.rates.first { $0.from == part.amount.currency && $0.to == goal.currency }
                return GoalSnapshot.Funding(
                    asset: part.asset, amount: part.amount,
                    rate: isSame ? "1" : rate?.rate.significantString(digits: 30))
            })
        try release(goal)
        try writer.update(goal, to: finished)
        return finished
    }

    /// Deletes a goal with its allocations.
    ///
    /// - Throws: ``StoreError``.
    package func delete(_ goal: Goal) throws {
        try release(goal)
        try writer.delete(goal)
    }

    private func release(_ goal: Goal) throws {
        for allocation in try writer.all(AssetAllocation.self, where: "goalID", is: goal.id) {
            try writer.delete(allocation)
        }
    }
}
