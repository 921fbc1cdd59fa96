public import Models

extension MonthlyPlanningService {
    /// The plan as it would be with a goal that is not in the store yet. Everything is reckoned anew, also in a month whose
    /// required payments are frozen.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func plan(_ request: Request, adding goal: Goal) async throws -> MonthlyPlanReport {
        try await plan(PlanInputs(request, try await state(request).trying(goal)))
    }
}
