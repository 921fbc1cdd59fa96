public import Allocation
public import Models
import Persistence

extension GoalService {
    /// Deletes a goal with its plans and allocations.
    ///
    /// - Throws: ``StoreError``, also when the goal is not as it was shown any more.
    public func delete(_ goal: Goal, _ call: Call) async throws -> Outcome<Goal> {
        try await write(call) { try GoalChanges($0).deleteWithPlans(goal) }
        return Outcome(goal)
    }
}

extension GoalChanges {
    /// Deletes a goal with its plans and allocations.
    ///
    /// - Throws: ``StoreError``.
    package func deleteWithPlans(_ goal: Goal) throws {
        for plan in try writer.all(MonthlyPlan.self, where: "goalID", is: goal.id) { try writer.delete(plan) }
        try delete(goal)
    }
}
