import Allocation
import ArgumentParser
import CommandSupport
import FlexAdjustment
import Foundation
import Models
import Persistence
import Planning
import Presentation

/// Changes how much is paid this month, and shows what that does to every goal.
struct Flex: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "flex", abstract: "Pay more or less this month, and see what that does to every goal.",
        discussion: """
            Nothing is written without --save; goals that are protected get what they ask for.
              cst-plan flex --factor 0.8
              cst-plan flex --budget 900 --strategy minimizeRisk --protect Rent --skip Trip
              cst-plan flex --budget 900 --save
              cst-plan flex --reset
            With -i it is tried out with keys on the whole terminal; Enter saves, Esc leaves all as it was:
              cst-plan flex -i --budget 900
            """)

    @Option(help: ArgumentHelp("Multiply all flexible payments together by this.", valueName: "number"))
    var factor: String?

    @Option(help: ArgumentHelp("Pay this much in all, in the display currency.", valueName: "amount"))
    var budget: String?

    @Option(help: "Whom the next cent goes to.")
    var strategy: FlexStrategy = .balanced

    @Option(help: ArgumentHelp("The least part of what is required, from 0 to 1.", valueName: "number"))
    var lower = "0.5"

    @Option(help: ArgumentHelp("The largest part of what is required, from 1 to 2.", valueName: "number"))
    var upper = "1.5"

    @Option(help: ArgumentHelp("Pay this goal in full; may be repeated.", valueName: "goal"))
    var protect: [String] = []

    @Option(help: ArgumentHelp("Leave this goal out; may be repeated.", valueName: "goal"))
    var skip: [String] = []

    @Flag(help: "Give what skipped goals would have asked for to the others.")
    var redistributeSkipped = false

    @Flag(help: "Keep the adjusted payments for this month.")
    var save = false

    @Flag(help: "Forget the adjusted payments of this month.")
    var reset = false

    @Flag(name: [.customShort("i"), .customLong("interactive")], help: "Try it out with keys, on a terminal.")
    var isInteractive = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if factor != nil, budget != nil { throw ValidationError("Give either --factor or --budget, not both.") }
        if let name = protect.first(where: skip.contains) {
            throw ValidationError("'\(name)' cannot be protected and skipped at once: name it in one of the options.")
        }
        if redistributeSkipped, budget != nil {
            throw ValidationError("--redistribute-skipped adds to a factor; a budget is already a sum for all.")
        }
        if isInteractive, save || reset {
            throw ValidationError("With -i a key decides whether to save: leave out --save and --reset.")
        }
        if isInteractive, global.format != .text || global.output != nil {
            throw ValidationError("-i shows a screen for people: leave it out to get --format or --output.")
        }
        if reset, save || factor != nil || budget != nil || !protect.isEmpty || !skip.isEmpty || redistributeSkipped {
            throw ValidationError("--reset stands alone: it takes back what was saved.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        if isInteractive {
            try context.requireTerminal(for: "flex -i", instead: "Use --factor or --budget, and --save.")
        }
        let bounds = try FlexBounds(lower: Ratio(decimal: lower), upper: Ratio(decimal: upper))
        let factor = try factor.map { try Ratio(decimal: $0) } ?? .one
        let request = try context.planRequest()
        return try await context.withServices { services in
            let (month, isInteractive) = (context.today.month, isInteractive)
            let mark = try await services.store.read { reader in
                if isInteractive { try AdjustedPayments.checkOpen(month, reader) }
                return try RevisionGuard(reader)
            }
            let report = try await services.planning.plan(request)
            let target: FlexRequest.Target =
                try budget.map { .budget(try Money($0, report.displayCurrency)) }
                ?? .factor(factor, redistributingSkipped: redistributeSkipped)
            let service = FlexAdjustmentService(report)
            let wish = FlexRequest(
                target: target, strategy: strategy, bounds: bounds, states: try states(in: report))
            var plan = try service.plan(wish)
            var isSaved = save
            if isInteractive, !plan.rows.isEmpty {
                var editor = try FlexEditor(service, wish, style: context.style)
                isSaved = try context.interact(&editor, frame: { $0.frame($1) }, press: { $0.press($1) }) == .save
                plan = editor.plan
            }
            let document = Document(flex: plan, report: report)
            guard isSaved || !isInteractive || plan.rows.isEmpty else {
                return Answer(document, lines: ["Nothing was saved."])
            }
            let remark = try await write(plan, isSaved: isSaved, mark, services, context)
            return Answer(
                document,
                lines: context.layout.lines(flex: plan, report: report) + (remark.map { ["", $0] } ?? []))
        }
    }

    /// The states to try out, by goal.
    private func states(in report: MonthlyPlanReport) throws -> [UUID: FlexState] {
        let goals = report.rows.map(\.plan.goal)
        var states: [UUID: FlexState] = [:]
        for (names, state) in [(protect, FlexState.protected), (skip, .skipped)] {
            for name in names {
                let goal = try Lookup.goal(name, in: goals)
                if let other = states.updateValue(state, forKey: goal.id), other != state {
                    throw CommandError(
                        .data, "plan", "'\(goal.name)' cannot be protected and skipped at once.",
                        hint: "Name it in one of the options only.")
                }
            }
        }
        return states
    }

    /// Does what was asked with the adjusted payments, and says so.
    private func write(
        _ plan: FlexPlan, isSaved: Bool, _ mark: RevisionGuard, _ services: Services, _ context: CommandContext
    ) async throws -> String? {
        let month = context.today.month
        if reset {
            let count = try await context.write(to: services.store, dryRun: dryRun) { writer in
                try AdjustedPayments.reset(in: month, writer: writer)
            }
            return count == 0
                ? "There were no adjusted payments in \(month)."
                : "Forgot the adjusted payments of \(count) \(count == 1 ? "goal" : "goals") in \(month)."
        }
        guard isSaved, !plan.rows.isEmpty else { return nil }
        let payments = Dictionary(uniqueKeysWithValues: plan.rows.map { ($0.plan.goal.id, $0.payment) })
        try await context.write(to: services.store, dryRun: dryRun) { writer in
            // On a screen much time may have passed since the goals were read.
            try mark.checkNothingChanged(in: writer)
            try AdjustedPayments.save(payments, in: month, writer: writer)
        }
        return "Saved for \(month)."
    }
}
