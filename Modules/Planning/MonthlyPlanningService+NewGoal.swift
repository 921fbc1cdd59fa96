public import Models

extension MonthlyPlanningService {
    /// The plan as it would be with a goal that is not in the store yet. The fixed amounts of a month in progress stay, as they
    /// do when the goal is added.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func plan(_ request: Request, adding goal: Goal) async throws -> MonthlyPlanReport {
        try await plan(PlanInputs(request, try await state(request).adding(goal)))
    }
}
