import CommandSupport
import Models
import Persistence
import Planning
import Presentation

extension Services {
    /// The report of all goals, whatever their lifecycle, and the row of the one that `name` means.
    func report(
        of name: String, _ request: MonthlyPlanningService.Request
    ) async throws -> (MonthlyPlanReport, MonthlyPlanReport.Row) {
        let goal = try Lookup.goal(name, in: try await store.read { try $0.all(Goal.self) })
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

extension Store {
    /// Adds a goal, and says what is odd about it.
    func add(_ added: Goal, dryRun: Bool, _ context: CommandContext) async throws -> Answer {
        let isNameTaken = try await context.write(to: self, dryRun: dryRun) { writer in
            let others = try writer.all(Goal.self)
            try writer.insert(added)
            return others.contains { $0.name == added.name }
        }
        if isNameTaken {
            context.note("Warning: there is another goal '\(added.name)'. Name them by the beginning of their ids.")
        }
        if added.deadline < context.today {
            context.note("Warning: the deadline \(added.deadline) has passed already.")
        }
        return Answer(
            Document(changed: added, asOf: context.today),
            lines: ["Added \(GoalRow.title(of: added)): \(added.target) by \(added.deadline)."])
    }
}
