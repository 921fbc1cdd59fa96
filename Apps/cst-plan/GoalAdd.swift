public import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import Presentation

/// Adds a goal.
struct GoalAdd: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a goal.",
        discussion: """
              cst-plan goal add Car --target 12000 --deadline 2027-06-30 --emoji 🚗
              cst-plan goal add Japan --target 900000 --currency JPY --deadline 2027-04-01
              cst-plan goal add Roof --target 8500 --deadline 2028-09-30 --remind monthly
            A template brings name, emoji, description and deadline, each of which may be given instead; see goal templates:
              cst-plan goal add --template vacation --target 2400
            'goal new' asks for everything one after the other.
            """)

    @Argument(help: "The name; that of the template if not given.")
    var name: String?

    @Option(help: "What many people save for: see 'goal templates'.")
    var template: GoalTemplate?

    @Option(help: ArgumentHelp("How much is wanted, in digits: 12000 or 1234.50.", valueName: "amount"))
    var target: String

    @Option(help: ArgumentHelp("The currency of the goal; the one of totals if not given.", valueName: "code"))
    var currency: String?

    @Option(
        help: ArgumentHelp(
            "The day the amount has to be there; that of the template if not given.", valueName: "yyyy-mm-dd"))
    var deadline: String?

    @Option(help: ArgumentHelp("The day saving begins; today if not given.", valueName: "yyyy-mm-dd"))
    var start: String?

    @OptionGroup var details: GoalDetails

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        guard template == nil else { return }
        if name == nil { throw ValidationError("Missing expected argument '<name>'") }
        if deadline == nil { throw ValidationError("Missing expected argument '--deadline <yyyy-mm-dd>'") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let added = try newGoal(in: context)
        return try await context.withStore { try await $0.add(added, dryRun: dryRun, context) }
    }

    /// The goal, or everything that is wrong with it.
    private func newGoal(in context: CommandContext) throws -> Goal {
        var faults = ArgumentFaults()
        let standard = try Currency(code: "USD")
        let unit = faults.read("currency") {
            try currency.map { try Currency(code: $0) } ?? context.displayCurrency() ?? standard
        }
        let wanted = faults.read("target") { try Money(target, unit ?? standard) }
        let first = faults.read("start") { try start.map { try CalendarDay($0) } ?? context.today }
        let last = faults.read("deadline") {
            try deadline.map { try CalendarDay($0) } ?? template?.deadline(from: first ?? context.today)
        }?.flatMap(\.self)
        // What could not be read is stood in for by something valid, so that the rest is judged too.
        var goal = Goal(
            id: UUID(), name: name ?? template?.title ?? "", emoji: template?.emoji, details: template?.details,
            target: try wanted ?? Money("1", unit ?? standard),
            start: first ?? last ?? context.today, deadline: last ?? first ?? context.today)
        details.apply(to: &goal)
        faults.add(unit == nil ? goal.faults.filter { $0.field != "target" } : goal.faults)
        try faults.check()
        return goal
    }
}

/// What may be said of a goal besides its amount and days.
struct GoalDetails: ParsableArguments {
    @Option(help: ArgumentHelp("One emoji.", valueName: "emoji"))
    var emoji: String?

    @Option(help: ArgumentHelp("A description.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("A web address.", valueName: "url"))
    var link: String?

    @Option(help: "How often to remind.")
    var remind: ReminderFrequency?

    /// Puts what was given into a goal; an empty text takes the old one away.
    func apply(to goal: inout Goal) {
        if let emoji { goal.emoji = emoji.isEmpty ? nil : emoji }
        if let description { goal.details = description.isEmpty ? nil : description }
        if let link { goal.link = link.isEmpty ? nil : link }
        if let remind { goal.reminder = remind }
    }
}

extension ReminderFrequency: ExpressibleByArgument {}
extension GoalTemplate: ExpressibleByArgument {}
