#if CommandLine
    public import ExchangeRates
    public import Foundation
    public import Models
    public import Persistence
    public import Planning
    public import PluginKit
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

        /// Where files are.
        struct Files: Sendable {
            let data: String
            let config: String
        }

        /// How answers are laid out for people.
        public var layout: TextLayout { TextLayout(width: width, style: style, today: today) }

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
                today: today, convention: try self.convention(convention), displayCurrency: try displayCurrency(),
                lifecycles: lifecycles)
        }

        /// The services of the program, closed again in any case.
        ///
        /// - Throws: ``ContainerError`` with everything that is wrong, or what `body` throws.
        public func withServices<Result>(_ body: (Services) async throws -> Result) async throws -> Result {
            let instant = now
            var builder = ContainerBuilder(
                settings: settings, time: TimeSource(now: { instant }, clock: ContinuousClock()))
            builder.add(plugins)
            builder.require(.store)
            builder.require(.exchangeRates)
            let container = try await builder.build()
            for degradation in container.degradations { note(degradation.description) }
            let result: Result
            do {
                result = try await body(try Services(container, pegs: try PegRates(settings, now: now)))
            } catch {
                try? await container.shutdown()
                throw error
            }
            try await container.shutdown()
            return result
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
        /// All services, for health checks.
        public let container: DIContainer

        init(_ container: DIContainer, pegs: PegRates) throws {
            self.container = container
            store = try container.resolve(.store)
            rates = ExchangeRateService(providers: [pegs] + (try container.resolveAll(.exchangeRates)))
        }

        /// What every active goal asks for.
        public var planning: MonthlyPlanningService { MonthlyPlanningService(store: store, rates: rates) }
    }
#endif
