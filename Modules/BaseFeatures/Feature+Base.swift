public import CommandSupport
import ExchangeRates
import HTTPNetworking
import Persistence
import PersistencePostgres
import PersistenceSQLite
import PluginKit
import Presentation
import ProgramSettings
import RateProviders
import RateViews
import TerminalUI
import Values

extension Feature {
    /// The stores and the network, with the problems and documents of every program.
    ///
    /// - Parameter isServer: whether the program answers many requests at once.
    public static func base(isServer: Bool = false) -> Feature {
        Feature(
            plugins: { clock in
                [
                    SQLitePlugin(
                        connections: isServer ? .several : .one, now: clock, target: PostgresPlugin.target),
                    MemoryPlugin(),
                    PostgresPlugin(archive: SQLiteArchive(now: clock)),
                    NetworkPlugin(),
                ]
            },
            documents: Document.ofPrograms,
            problems: [
                NumberError.examples, CalendarError.examples, ShareError.examples, CurrencyError.examples,
                MoneyError.examples, ValidationError.examples, RequestError.examples, SettingsError.examples,
                SettingsIssues.examples, SettingsEditError.examples, ContainerError.examples, LookupError.examples,
                StoreError.examples, HistoryError.examples, BackupError.examples, TerminalError.examples,
            ].flatMap { (examples: [any Problem]) in examples },
            commands: ProgramCommands.all)
    }

    /// Exchange rates of currencies, coins and tokens, and their sources.
    public static let rates = Feature(
        plugins: { _ in [ExchangeRatesPlugin(), RatesPlugin()] }, remedies: RemedyWords.rates,
        documents: Document.ofRates,
        problems: ([RateLookupError.examples, FixedRatesFileError.examples] as [[any Problem]]).flatMap { $0 })
}
