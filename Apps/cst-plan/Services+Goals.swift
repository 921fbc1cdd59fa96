import CommandSupport
import Models
import Persistence
import Planning

extension Services {
    /// The report of all goals, whatever their lifecycle, and the row of the one that `name` means.
    func report(
        of name: String, _ request: MonthlyPlanningService.Request
    ) async throws -> (MonthlyPlanReport, MonthlyPlanReport.Row) {
        let goal = try Lookup.goal(name, in: try await store.read { try $0.goals() })
        var request = request
        request.lifecycles = Set(Goal.Lifecycle.allCases)
        request.displayCurrency = request.displayCurrency ?? goal.currency
        let report = try await planning.plan(request)
        guard let row = report.row(goal.id) else {
            throw CommandError(.data, "unknownGoal", "There is no goal '\(name)' any more.")
        }
        return (report, row)
    }
}
