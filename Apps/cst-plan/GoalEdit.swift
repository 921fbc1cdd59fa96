import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Planning
import Presentation

/// Changes a goal, or shows what a change would do.
struct GoalEdit: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a goal; with --preview only show what would change.",
        discussion: """
            Only what is named changes; an empty text takes a description, link or emoji away.
              cst-plan goal edit Car --deadline 2027-12-31 --preview
              cst-plan goal edit Car --target 14000 --description ""
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("A new target.", valueName: "amount"))
    var target: String?

    @Option(help: ArgumentHelp("A new currency for a new target.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("A new deadline.", valueName: "yyyy-mm-dd"))
    var deadline: String?

    @Option(help: ArgumentHelp("A new start.", valueName: "yyyy-mm-dd"))
    var start: String?

    @OptionGroup var details: GoalDetails

    @Flag(help: "Do not remind any more.")
    var noRemind = false

    @Flag(help: "Show what would change and write nothing.")
    var preview = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if currency != nil, target == nil {
            throw ValidationError("A new currency needs a new target: amounts are not converted silently.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let request = try context.planRequest()
        return try await context.withServices { services in
            let original = try Lookup.goal(goal, in: try await services.store.read { try $0.all(Goal.self) })
            let edited = try edited(original)
            if preview { return try await previewed(original, edited, request, services, context) }
            guard edited != original else {
                return Answer(Document(changed: original, asOf: context.today), lines: ["Nothing changed."])
            }
            try await context.write(to: services.store, dryRun: dryRun) { writer in
                try writer.update(original, to: edited)
            }
            let changes = original.changes(to: edited).map {
                TextWidth.printable("\($0.field): \($0.before ?? "–") → \($0.after ?? "–")")
            }
            return Answer(
                Document(changed: edited, asOf: context.today),
                lines: ["Changed \(GoalRow.title(of: edited)): \(changes.joined(separator: ", "))."])
        }
    }

    private func edited(_ original: Goal) throws -> Goal {
        var goal = original
        var faults = ArgumentFaults()
        if let name { goal.name = name }
        let newCurrency = faults.read("currency") { try currency.map { try Currency(code: $0) } ?? original.currency }
        if let target {
            let money = faults.read("target") { try Money(target, newCurrency ?? original.currency) }
            if newCurrency != nil { goal.target = money ?? original.target }
        }
        if let deadline { goal.deadline = faults.read("deadline") { try CalendarDay(deadline) } ?? original.deadline }
        if let start { goal.start = faults.read("start") { try CalendarDay(start) } ?? original.start }
        details.apply(to: &goal)
        if noRemind { goal.reminder = nil }
        faults.add(goal.faults)
        try faults.check()
        return goal
    }

    private func previewed(
        _ original: Goal, _ edited: Goal, _ request: MonthlyPlanningService.Request, _ services: Services,
        _ context: CommandContext
    ) async throws -> Answer {
        let preview = try await services.planning.preview(of: original, edited: edited, request)
        return Answer(
            Document(preview: preview), lines: context.layout.lines(preview: preview))
    }
}
