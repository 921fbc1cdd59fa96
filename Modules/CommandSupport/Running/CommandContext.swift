public import Foundation
public import PluginKit
public import Presentation
public import ProgramSettings
public import Values

/// Everything around a command: its settings, its instant, and how its answer is shown.
public struct CommandContext: Sendable {
    /// The program's settings: of a program that goes on, as they are now (``readSettingsAgain()``).
    public var settings: ProgramSettings { settingsInUse.current.settings }
    /// The instant of the command: the only one it knows, unless it goes on (``present``).
    public let now: Date
    /// The day of the answer: `--as-of`, else the day of ``now`` in the user's zone.
    public let today: CalendarDay
    /// The columns of the terminal; nil when nothing has to fit.
    public let width: Int?
    /// How text is set off.
    public let style: TextStyle
    /// The options of every command.
    public let options: GlobalOptions
    /// The settings file, for programs that go on and change it.
    public let settingsEditor: SettingsEditor

    let settingsInUse: SettingsInUse
    let clock: @Sendable () -> Date
    let remedies: RemedyWords
    let definitions: [SettingDefinition]
    package let features: [Feature]
    let files: Files
    let programName: String
    let output: OutputWriter
    let terminal: Terminal
    let commandLine: String
    /// Whether nothing is written.
    public let isDryRun: Bool
    let composition: Composition

    /// Where files are.
    struct Files: Sendable {
        let data: String
        let config: String
    }

    /// How answers are laid out for people.
    public var layout: TextLayout { TextLayout(width: width, style: style, today: today, zone: .current) }

    /// What comes in with each use case. The time that it may take outside runs from here.
    public var call: Call {
        // Read when the settings were loaded, where a plugin declares it.
        let budget = definitions[.networkBudget].flatMap { try? settings.duration($0) }
        return Call(
            now: now, today: today, zone: .current,
            deadline: budget.map { Deadline(in: $0, on: ContinuousClock()) } ?? .none, program: programName,
            command: commandLine, isDryRun: isDryRun)
    }

    /// The verb of an answer: `done`, or "Would" with the infinitive in a dry run.
    public func verb(_ done: String, _ infinitive: String) -> String { isDryRun ? "Would \(infinitive)" : done }

    /// Says something beside the answer, on standard error.
    public func note(_ line: String) { output.note(line) }

    /// Says something on standard error that is nowhere else, so that `--quiet` does not keep it back either.
    public func noteAlways(_ line: String) { output.noteAlways(line) }

    /// A use case's service with what it needs; what else is broken keeps nobody from it.
    ///
    /// ```swift
    /// let service = try await context.make(SubscriptionService.init, .store)
    /// ```
    ///
    /// - Parameters:
    ///   - make: the service's initialiser.
    ///   - keys: the services that it takes, in its order.
    /// - Throws: ``ContainerError`` with everything that is wrong with those services, or what `make` throws.
    public func make<each Service: Sendable, Result>(
        _ make: (repeat each Service) throws -> Result, _ keys: repeat ServiceKey<each Service>
    ) async throws -> Result {
        let container = try await composition.container(.required) { builder in
            repeat builder.require(each keys)
        }
        for degradation in container.degradations { note(degradation.description) }
        return try make(repeat try container.resolve(each keys))
    }

    /// All providers of a service of which every one counts; there may be none.
    ///
    /// - Throws: ``ContainerError`` with what is wrong with them.
    public func all<Service>(_ key: ServiceKey<Service>) async throws -> [Service] {
        try await composition.container(.required) { $0.use(key) }.resolveAll(key)
    }

    /// How everything that the settings choose is, also what cannot be made.
    ///
    /// - Throws: ``ContainerError`` when the program itself is put together wrongly, `CancellationError`.
    func health(limit: Duration) async throws -> HealthReport {
        try await composition.container(.whatWorks).health(limit: limit)
    }

    /// Asks whether to go on. Without a terminal nobody can answer, so the option has to say it.
    ///
    /// - Throws: ``CommandError`` when the answer is no or cannot be given.
    public func confirm(_ question: String, yes: Bool) throws {
        guard !yes else { return }
        guard terminal.isInputTerminal, terminal.isErrorTerminal else {
            throw CommandError(
                .usage, "needsYes", "This needs an answer, and there is no terminal to give it.",
                hint: "Add --yes.")
        }
        try OutputWriter.write("\(TextWidth.printable(question)) [y/N] ", to: 2)
        let reply = readLine(strippingNewline: true)?.lowercased()
        guard reply == "y" || reply == "yes" else {
            throw CommandError(.data, "declined", "Nothing was changed.")
        }
    }
}
