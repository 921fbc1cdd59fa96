public import ArgumentParser
import CommandSupport
import Foundation
import Models
import Presentation
import SavingsViews

/// Lets the computer tell reminders by itself.
struct RemindInstall: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Let the computer run 'remind send' every quarter of an hour.",
        discussion: """
            Writes the files of a timer and says how it is switched on; for cron it says the line to add.
              cst-plan remind install
              cst-plan remind install --timer cron
            """)

    @Option(help: "What runs the program; that of this computer if not given.")
    var timer: ReminderTimer.Kind?

    @Flag(help: "Show the files and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let settings = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let timer = ReminderTimer(
            timer ?? Self.usual, running: [program, "remind", "send", "--quiet"] + context.fileOptions, home: home,
            settings: settings)
        for file in timer.files where !dryRun {
            try FileManager.default.createDirectory(
                atPath: (file.path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try context.write(file.content, to: file.path)
        }
        return Answer(Document(timer: timer, asOf: context.today), lines: lines(timer, context))
    }

    private func lines(_ timer: ReminderTimer, _ context: CommandContext) -> [String] {
        let next = timer.kind == .cron ? "Add this line with 'crontab -e':" : "Switch it on:"
        let files = timer.files.flatMap { file in
            ["\(context.verb("Wrote", "write")) \(file.path)."]
                + (dryRun ? file.content.split(separator: "\n").map { "  \($0)" } : [])
        }
        return files + [next, "  \(timer.next)"]
    }

    /// systemd where it runs, launchd on macOS, else cron.
    private static var usual: ReminderTimer.Kind {
        if FileManager.default.fileExists(atPath: "/Library/LaunchAgents") { return .launchd }
        return FileManager.default.fileExists(atPath: "/run/systemd/system") ? .systemd : .cron
    }
}

extension ReminderTimer.Kind: ExpressibleByArgument {}
