#if CommandLine
    public import ExchangeRates
    public import Foundation
    public import Models
    public import Persistence
    public import Planning
    import PluginKit
    public import Presentation
    public import ProgramSettings

    /// Everything around a command: its settings, its instant, and how its answer is shown.
    public struct CommandContext: Sendable {
        /// The program's settings.
        public let settings: ProgramSettings
        /// The instant of the command: the only one it knows.
        public let now: Date
        /// The day of the answer: `--as-of`, else the day of ``now`` in the user's zone.
        public let today: CalendarDay
        /// The columns of the terminal; nil when nothing has to fit.
        public let width: Int?
        /// How text is set off.
        public let style: TextStyle
        /// The options of every command.
        public let options: GlobalOptions

        let definitions: [SettingDefinition]
        let files: Files
        let programName: String
        let plugins: [any Plugin]
        let output: OutputWriter
        let terminal: Terminal
        let commandLine: String
        let storeWarnings = NotedWarnings()

        /// Where files are.
        struct Files: Sendable {
            let data: String
            let config: String
        }

        /// How answers are laid out for people.
        public var layout: TextLayout { TextLayout(width: width, style: style, today: today) }

        /// What comes in with each use case. The time that it may take outside runs from here.
        public var call: Call {
            // Every program declares the setting, and it was read when the settings were loaded.
            let budget = try? settings.duration(CoreSettings.networkBudget)
            return Call(
                now: now, today: today, zone: .current,
                deadline: budget.map { Deadline(in: $0, on: ContinuousClock()) } ?? .none, program: programName,
                command: commandLine)
        }

        /// Who changes the store, for the journal.
        var origin: ChangeOrigin { ChangeOrigin(instant: now, program: programName, command: commandLine) }

        /// Says something beside the answer, on standard error.
        public func note(_ line: String) { output.note(line) }

        /// The currency of totals, or nil when neither option nor setting names one.
        ///
        /// - Throws: ``CurrencyError``.
        public func displayCurrency() throws -> Currency? {
            try settings.optionalString(CoreSettings.displayCurrency).map { try Currency(code: $0) }
        }

        /// How payment dates are found, by option or setting.
        ///
        /// - Throws: ``SettingsError``.
        public func convention(_ option: String? = nil) throws -> PaymentConvention {
            let name = try option ?? settings.string(CoreSettings.convention)
            guard name == "payments", let day = PaymentDay(try settings.string(CoreSettings.paymentDay)) else {
                return .calendarMonths
            }
            return .payments(day)
        }

        /// For how long a step of a month can be taken back.
        ///
        /// - Throws: ``SettingsError``.
        public func monthUndoGrace() throws -> Duration { try settings.duration(CoreSettings.monthUndoGrace) }

        /// What a plan is asked for.
        ///
        /// - Throws: ``CurrencyError``, ``SettingsError``.
        public func planRequest(
            convention: String? = nil, lifecycles: Set<Goal.Lifecycle> = [.active]
        ) throws -> MonthlyPlanningService.Request {
            MonthlyPlanningService.Request(
                call: call, convention: try self.convention(convention), displayCurrency: try displayCurrency(),
                lifecycles: lifecycles)
        }

        /// The store alone: what else is broken keeps nobody from it.
        ///
        /// - Throws: ``ContainerError`` with what is wrong with the store, or what `body` throws.
        public func withStore<Result>(_ body: (any Store) async throws -> Result) async throws -> Result {
            var builder = containerBuilder
            builder.require(.store)
            return try await with(builder) { try await body(try $0.resolve(.store)) }
        }

        /// The rates alone, for commands that need no data.
        ///
        /// - Throws: ``ContainerError`` with what is wrong with the rates, or what `body` throws.
        public func withRates<Result>(_ body: (ExchangeRateService) async throws -> Result) async throws -> Result {
            var builder = containerBuilder
            builder.require(.exchangeRates)
            return try await with(builder) { try await body(try rates($0)) }
        }

        /// The store and the rates.
        ///
        /// - Throws: ``ContainerError`` with everything that is wrong, or what `body` throws.
        public func withServices<Result>(_ body: (Services) async throws -> Result) async throws -> Result {
            var builder = containerBuilder
            builder.require(.store)
            builder.require(.exchangeRates)
            return try await with(builder) {
                try await body(Services(store: try $0.resolve(.store), rates: try rates($0)))
            }
        }

        /// What the builder requires, made with what that needs in turn, and closed again in any case.
        private func with<Result>(
            _ builder: ContainerBuilder, _ body: (DIContainer) async throws -> Result
        ) async throws -> Result {
            let container = try await builder.build(.required)
            for degradation in container.degradations { note(degradation.description) }
            let result: Result
            do {
                // Asked afterwards, for what came of the work belongs to it.
                defer { noteWarnings(of: container) }
                result = try await body(container)
            } catch {
                try? await container.shutdown()
                throw error
            }
            try await container.shutdown()
            return result
        }

        private func rates(_ container: DIContainer) throws -> ExchangeRateService {
            let pegs = try PegRates(settings)
            return ExchangeRateService(providers: [pegs] + (try container.resolveAll(.exchangeRates)))
        }

        private func noteWarnings(of container: DIContainer) {
            if let store = try? container.resolve(.store) { storeWarnings.note(store.warnings()) }
        }

        /// How everything that the settings choose is, also what cannot be made.
        ///
        /// - Throws: ``ContainerError`` when the program itself is put together wrongly, `CancellationError`.
        func health(limit: Duration) async throws -> HealthReport {
            let container = try await containerBuilder.build(.whatWorks)
            let report = await container.health(limit: limit)
            noteWarnings(of: container)
            try await container.shutdown()
            return report
        }

        private var containerBuilder: ContainerBuilder {
            let instant = now
            var builder = ContainerBuilder(
                settings: settings, time: TimeSource(now: { instant }, clock: ContinuousClock()))
            builder.add(plugins)
            return builder
        }

        /// Changes the store in one transaction. A dry run does everything and then takes it back.
        ///
        /// - Throws: ``StoreError``, or what `body` throws.
        public func write<Result: Sendable>(
            to store: any Store, dryRun: Bool, _ body: @Sendable (any StoreWriter) throws -> Result
        ) async throws -> Result {
            do {
                return try await store.write(origin) { writer in
                    let result = try body(writer)
                    if dryRun { throw DryRun(result: result) }
                    return result
                }
            } catch let dryRun as DryRun<Result> {
                note("Dry run: nothing was written.")
                return dryRun.result
            }
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
            try OutputWriter.write("\(question) [y/N] ", to: 2)
            let reply = readLine(strippingNewline: true)?.lowercased()
            guard reply == "y" || reply == "yes" else {
                throw CommandError(.data, "declined", "Nothing was changed.")
            }
        }
    }

    /// Carries the result of a write out of the transaction that it ends.
    private struct DryRun<Result: Sendable>: Error {
        let result: Result
    }

    /// The services that commands use.
    public struct Services: Sendable {
        /// Where everything is kept.
        public let store: any Store
        /// Rates from the chosen providers.
        public let rates: ExchangeRateService

        /// What every active goal asks for.
        public var planning: MonthlyPlanningService { MonthlyPlanningService(store: store, rates: rates) }
    }
#endif
