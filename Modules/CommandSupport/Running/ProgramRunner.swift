public import ArgumentParser
import Foundation
import Logging
import Persistence
import PluginKit
import Presentation
import ProgramSettings
import Values

extension Program {
    /// Runs the command that the arguments name and ends the process with its status.
    public func run(_ root: any ParsableCommand.Type, arguments: [String]) async -> Never {
        StandardDescriptors.occupyClosed()
        // Writes into a closed pipe report an error instead of killing the process halfway.
        signal(SIGPIPE, SIG_IGN)
        // So does a file that is not allowed to grow further.
        signal(SIGXFSZ, SIG_IGN)
        let work = Task { await status(root, arguments: arguments) }
        Interruption.watch { work.cancel() }
        let result = await work.value
        // A signal ended the work. Who watches for it ends the program, in the way that the sender of the signal can see.
        while work.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        exit(result)
    }

    private func status(_ root: any ParsableCommand.Type, arguments: [String]) async -> Int32 {
        let arguments = ArgumentOrder.normalized(arguments, root: root)
        let isScript = arguments.contains { $0.hasPrefix("--generate-completion-script") }
        let root = isScript ? root.completionRoot : root
        let environment = ProcessInfo.processInfo.environment
        if arguments == ["help", "options"] { return show(HelpText.everyOption) }
        let command: any ParsableCommand
        do {
            command = try await parse(arguments, root)
        } catch {
            // A script that belongs to another version may name what is not there: the shell then offers nothing.
            if arguments.first == "---completion", root.exitCode(for: error) != .success { return 1 }
            return fail(parsing: error, root: root, arguments: arguments)
        }
        guard let command = command as? any ProgramCommand else {
            // A group without a command of its own, or a request for help or completions.
            do {
                var command = command
                try command.run()
                return 0
            } catch {
                return fail(parsing: error, root: root, arguments: arguments)
            }
        }
        let output = OutputWriter(options: command.global, program: name)
        Self.startLogging(isVerbose: command.global.verbose)
        var context: CommandContext?
        do {
            let writing = (command as? any WritingCommand).flatMap { $0.writes ? $0 : nil }
            let made = try self.context(
                command.global, readsSettingsFile: type(of: command).readsSettingsFile, writing: writing,
                environment: environment, arguments: arguments, output: output)
            context = made
            try made.checkOutput(besides: command.ownFiles)
            var answer = try await command.answer(in: made)
            // Closed before the answer is written: what could not be finished is no success.
            answer = answer.adding(try await made.composition.close()).worded(by: remedies)
            if made.isDryRun { output.note("Dry run: nothing was written.") }
            output.note(answer.document.warnings)
            try output.write(answer, made.style)
            guard command.global.strict, !answer.document.isComplete else { return answer.status?.rawValue ?? 0 }
            output.note("The answer is incomplete.")
            return CommandError.Status.incomplete.rawValue
        } catch {
            // The program is about to be ended, and who does that knows why.
            if Task.isCancelled { return CommandError.Status.interrupted.rawValue }
            // The error that comes first is the one that is shown.
            output.note((try? await context?.composition.close()) ?? [])
            let error = CommandError(error).worded(by: remedies)
            output.report(error)
            return error.status.rawValue
        }
    }

    /// Writes the help or version that was requested, or says what is wrong with the arguments.
    private func fail(parsing error: any Error, root: any ParsableCommand.Type, arguments: [String]) -> Int32 {
        guard root.exitCode(for: error) != .success else {
            return show(HelpText.ownOptions(of: root.fullMessage(for: error), program: name))
        }
        return report(
            CommandError(usage: error, root: root, arguments: arguments, others: features.flatMap(\.commands)),
            arguments)
    }

    /// Writes help, or anything else that was asked of the parser.
    private func show(_ text: String) -> Int32 {
        do {
            try OutputWriter.write(text.hasSuffix("\n") ? text : text + "\n", to: 1)
            return 0
        } catch {
            return report(CommandError(error), [])
        }
    }

    private func report(_ failure: CommandError, _ arguments: [String]) -> Int32 {
        var options = GlobalOptions()
        // The arguments could not be read as a whole, so the wanted format is looked for among them.
        let wantsJSON = zip(arguments, arguments.dropFirst()).contains { $0 == "--format" && $1 == "json" }
        options.format = wantsJSON || arguments.contains("--format=json") ? .json : .text
        OutputWriter(options: options, program: name).report(failure)
        return failure.status.rawValue
    }

    /// The command that the arguments name.
    private func parse(
        _ arguments: [String], _ root: any ParsableCommand.Type
    ) async throws -> any ParsableCommand {
        // A command that is named is read alone: on the way to it the parser would examine every group with the command that the group has
        // by default. Whatever is not right, or a request for help, is answered with the names on the way.
        if let (command, rest) = ArgumentOrder.named(in: arguments, root: root),
            let read = try? await read(rest, as: command), type(of: read) == command
        {
            return read
        }
        return try await read(arguments, as: root)
    }

    private func read(
        _ arguments: [String], as command: any ParsableCommand.Type
    ) async throws -> any ParsableCommand {
        guard let command = command as? any AsyncParsableCommand.Type else { return try command.parseAsRoot(arguments) }
        return try await NameCompletion.$program.withValue(self) { try await command.asyncParseAsRoot(arguments) }
    }

    /// Everything around a command with these options; `writing` is the command if it writes.
    func context(
        _ options: GlobalOptions, readsSettingsFile: Bool = true, writing: (any WritingCommand)? = nil,
        environment: [String: String], arguments: [String], output: OutputWriter
    ) throws -> CommandContext {
        let clock = try runningClock(environment)
        let now = clock()
        let paths = FilePaths(environment: environment)
        let terminal = Terminal(environment: environment)
        let plugins = features.flatMap { $0.plugins(clock: clock) }
        // An empty variable counts as not set.
        let configVariable = environment["CST_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let files = CommandContext.Files(
            data: paths.data, config: options.config ?? configVariable ?? paths.config)
        let data = options.data ?? environment["CST_DATA"].flatMap { $0.isEmpty ? nil : $0 } ?? paths.data
        let definitions = definitions(plugins, paths, cache: data + ".cache")
        let editor = settingsEditor(
            options, definitions, environment, readsSettingsFile ? files.config : nil, isReading: writing == nil)
        let settings = try editor.current().settings
        for warning in settings.warnings { output.note("Warning: \(warning)") }
        try LocalZone.take(environment["TZ"], now: now)
        let zone = TimeZone.current.secondsFromGMT(for: now)
        let inUse = SettingsInUse(settings, editor)
        var builder = ContainerBuilder(
            settings: settings, time: TimeSource(now: clock, clock: ContinuousClock()))
        builder.add(plugins)
        let present = CalendarDay(utc: now, secondsFromUTC: zone)
        let today = try options.asOf.map { try CalendarDay($0) } ?? present
        guard writing == nil || today <= present else {
            throw CommandError(
                .usage, "futureDay", "\(today) has not come yet, and nothing is written as of such a day.",
                hint: "Leave --as-of out; a transaction may have a --date of its own.")
        }
        return CommandContext(
            now: now, today: today,
            width: options.output == nil ? terminal.width : nil,
            style: TextStyle(
                isColored: terminal.usesColor(options.color, toFile: options.output != nil),
                grouping: DigitGrouping(rawValue: try settings.string(CoreSettings.grouping)) ?? .space),
            options: options, settingsEditor: editor, settingsInUse: inUse, clock: clock, remedies: remedies,
            definitions: definitions, features: features, files: files, programName: name, output: output,
            terminal: terminal, commandLine: arguments.map(\.asTyped).joined(separator: " "),
            isDryRun: writing?.dryRun ?? false, composition: Composition(builder, inUse))
    }

    /// Logs go to standard error: warnings, and with `--verbose` what was asked of whom.
    private static func startLogging(isVerbose: Bool) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = isVerbose ? .debug : .warning
            return handler
        }
    }

    /// The program's clock, or one that stands still at `CST_NOW`.
    private func runningClock(_ environment: [String: String]) throws -> @Sendable () -> Date {
        guard let pinned = environment["CST_NOW"], !pinned.isEmpty else { return clock }
        guard let date = InstantText.written(pinned) else {
            throw CommandError(
                .usage, "badInstant", "CST_NOW is '\(pinned)', which is not an instant.",
                hint: "Write it as in 2026-05-20T09:00:00Z.")
        }
        return { date }
    }

    /// Every setting there is, with the defaults that depend on the machine.
    private func definitions(
        _ plugins: [any Plugin], _ paths: FilePaths, cache: String
    ) -> [SettingDefinition] {
        let manifests = plugins.map(\.manifest)
        let declared = [CoreSettings.grouping] + PluginManifest.settings(of: manifests)
        let defaults: [SettingRole: String] = [.storeLocation: paths.data, .cacheFolder: cache]
        return declared.map { setting in
            setting.role.flatMap { defaults[$0] }.map(setting.withDefault) ?? setting
        }
    }

    private func settingsEditor(
        _ options: GlobalOptions, _ definitions: [SettingDefinition], _ environment: [String: String],
        _ path: String?, isReading: Bool
    ) -> SettingsEditor {
        var chosen: [String: String] = [:]
        if let display = options.display, let setting = definitions[.displayCurrency] {
            chosen[setting.key] = display
        }
        if isReading, let setting = definitions[.storeCreation] { chosen[setting.key] = "false" }
        if options.offline, let setting = definitions[.offline] { chosen[setting.key] = "true" }
        var environment = environment
        if let store = definitions[.storeLocation] {
            if let data = options.data { chosen[store.key] = data }
            // The short name comes before the long one.
            if let data = environment["CST_DATA"], !data.isEmpty { environment[store.environmentName] = data }
        }
        let isNamed = options.config != nil || environment["CST_CONFIG"]?.isEmpty == false
        let (given, variables) = (chosen, environment)
        // The usual way to say that there is none.
        return SettingsEditor(path: path == "/dev/null" ? nil : path, isRequired: isNamed) {
            file throws(SettingsIssues) in
            try ProgramSettings.load(
                definitions: definitions, options: given, environment: variables,
                ignoring: ["CST_DATA", "CST_CONFIG", "CST_NOW", "CST_FIXTURES", "CST_PASSPHRASE", "CST_TEST_*"],
                file: file)
        }
    }
}

extension String {
    /// A word of a command line as it can be typed again: quoted where a shell would read it otherwise.
    fileprivate var asTyped: String {
        isEmpty || contains { $0.isWhitespace || "\"'$`\\!*?[]{}()<>|&;#~".contains($0) } ? shellWord : self
    }
}

extension SettingDefinition {
    /// The same setting with a default that depends on the machine; one of its own comes first.
    fileprivate func withDefault(_ text: String) -> SettingDefinition {
        guard defaultText == nil else { return self }
        return SettingDefinition(
            key, kind, default: text, secret: isSecret, reach: reach, role: role, isReadAtStart: isReadAtStart, summary,
            refusal: refusal)
    }
}
