import ArgumentParser
import CommandSupport
import Models
import Persistence
import Planning
import Presentation

/// Tries other payments, another deadline or another target out.
struct ShowWhatIf: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if",
        abstract: "Try other payments, another deadline or another target out; nothing is written.",
        discussion: """
            Says what that does to the goal and, when all goals share the least budget that is enough today, to the others.
              cst-plan what-if Car --monthly 300
              cst-plan what-if Car --once 2000 --deadline 2027-03-31
              cst-plan what-if Car --target 15000
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String

    @Option(help: ArgumentHelp("Pay this on every payment date, in the goal's currency.", valueName: "amount"))
    var monthly: String?

    @Option(help: ArgumentHelp("Pay this once, today, in the goal's currency.", valueName: "amount"))
    var once: String?

    @Option(help: ArgumentHelp("Another deadline.", valueName: "yyyy-mm-dd"))
    var deadline: String?

    @Option(help: ArgumentHelp("Another target, in the goal's currency.", valueName: "amount"))
    var target: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if [monthly, once, deadline, target].allSatisfy({ $0 == nil }) {
            throw ValidationError("Say what should be different: --monthly, --once, --deadline or --target.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let request = try context.planRequest()
        let whatIf = try await context.withServices { services in
            let original = try Lookup.goal(goal, in: try await services.store.read { try $0.all(Goal.self) })
            let (edited, monthly, once) = try changed(original)
            let preview = try await services.planning.preview(of: original, edited: edited, paying: once, request)
            return try WhatIf(preview, monthly: monthly, convention: request.convention)
        }
        return Answer(Document(whatIf: whatIf), lines: context.layout.lines(whatIf: whatIf))
    }

    /// The goal as it would be, and the payments.
    private func changed(_ original: Goal) throws -> (goal: Goal, monthly: Money?, once: Money?) {
        var goal = original
        var faults = ArgumentFaults()
        func amount(_ field: String, _ text: String?) -> Money? {
            text.flatMap { text in faults.read(field) { try Money(text, original.currency) } }
        }
        let (monthly, once) = (amount("monthly", monthly), amount("once", once))
        goal.target = amount("target", target) ?? goal.target
        if let deadline { goal.deadline = faults.read("deadline") { try CalendarDay(deadline) } ?? goal.deadline }
        faults.add(goal.faults)
        try faults.check()
        if let once, !once.isPositive || !once.isWholeMinorUnits { throw WhatIfError.badPayment(once) }
        return (goal, monthly, once)
    }
}
