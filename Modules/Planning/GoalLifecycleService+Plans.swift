public import Allocation
public import Models
import Persistence

extension GoalLifecycleService {
    /// Deletes a goal with its plans and allocations.
    ///
    /// - Throws: ``StoreError``.
    public func deleteWithPlans(_ goal: Goal) throws {
        for plan in try writer.all(MonthlyPlan.self, where: "goalID", is: goal.id) { try writer.delete(plan) }
        try delete(goal)
    }
}
