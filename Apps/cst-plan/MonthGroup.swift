import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation
import SavingsViews

/// Everything about months: draft, in progress, closed.
struct MonthGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "month", abstract: "Fix what you pay this month, see what was contributed, and close the month.",
        discussion: """
            Starting a month freezes required payments and rates, so that they do
            not follow daily prices. Contributions are counted from deposits,
            withdrawals and allocations; nothing is typed twice.
              cst-plan month              what would be started, or how far the month is
              cst-plan month start
              cst-plan month close
              cst-plan month undo         undo the last start or closing
              cst-plan month history
            """,
        subcommands: [MonthStart.self, MonthStatus.self, MonthClose.self, MonthUndo.self, MonthHistory.self],
        defaultSubcommand: MonthStatus.self)
}

/// The month that a command is about.
struct MonthOption: ParsableArguments {
    @Option(help: ArgumentHelp("The month, if not the current or next one.", valueName: "yyyy-mm"))
    var month: String?

    func parsed() throws -> CalendarMonth? { try month.map { try CalendarMonth($0) } }
}

/// What the commands that write take.
struct MonthStepOptions: ParsableArguments {
    @OptionGroup var month: MonthOption

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
}

/// A step of a month that is written.
protocol MonthStepCommand: ProgramCommand, WritingCommand {
    static var step: MonthService.Step { get }
    var options: MonthStepOptions { get }
}

extension MonthStepCommand {
    var dryRun: Bool { options.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        let months = try await context.months()
        // What is not fully known would be frozen, so a strict start writes nothing then.
        let report = try await months.take(
            Self.step, of: try options.month.parsed(), months.request(context.call),
            onlyComplete: context.options.strict)
        return Answer(Document(month: report), lines: context.layout.lines(month: report))
    }
}

/// Starts the current month.
struct MonthStart: MonthStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Freeze what every goal gets this month, and the rates.",
        discussion: "  cst-plan month start")
    static let step = MonthService.Step.start
    @OptionGroup var options: MonthStepOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Closes the month in progress.
struct MonthClose: MonthStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Keep what every goal got; a closed month never changes.",
        discussion: "  cst-plan month close")
    static let step = MonthService.Step.close
    @OptionGroup var options: MonthStepOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Undoes the latest step.
struct MonthUndo: MonthStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the start or the closing of the newest month.",
        discussion: """
            Possible for a day, or for as long as the setting planning.month.undoGrace says.
              cst-plan month undo
            """)
    static let step = MonthService.Step.undo
    @OptionGroup var options: MonthStepOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Shows a month.
struct MonthStatus: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "How far the month is: planned, come in, left.",
        discussion: """
              cst-plan month status
              cst-plan month status --month 2026-05
            """)

    @OptionGroup var month: MonthOption
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let months = try await context.months()
        let report = try await months.status(of: try month.parsed(), months.request(context.call))
        return Answer(Document(month: report), lines: context.layout.lines(month: report))
    }
}

/// Shows all months.
struct MonthHistory: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "All months that were started, newest first.",
        discussion: "  cst-plan month history")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let months = try await context.months()
        let reports = try await months.history(months.request(context.call))
        return Answer(
            Document(months: reports, asOf: context.today), lines: context.layout.lines(months: reports))
    }
}
