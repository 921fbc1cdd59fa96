import Allocation
import BaseFeatures
import Blockchain
import CommandSupport
import ExchangeRates
import Forecast
import Foundation
import Interchange
import Models
import Persistence
import Planning
import PluginKit
import WebApplication
import WebPages

/// The use cases of goals, assets and plans.
struct SavingsServices: SectionServices {
    let store: any Store
    let planning: MonthlyPlanningService
    let flex: FlexService
    let budgets: BudgetService
    let months: MonthService
    let forecasts: ForecastService
    let goals: GoalService
    let valuations: AssetValuationService
    let assets: AssetService
    let allocations: AllocationService
    let imports: ImportService
    let archives: ArchiveService
    let chains: TransactionService
    let rates: ExchangeRateService
    let display: DisplayCurrency
    /// Broken sources of balances stop nothing but reading them.
    private let chainProviders: Result<ChainProviderTable, any Error>
    private let funding: FundingSources
    private let settings: PlanningSettings
    private let chainSettings: ChainSettings
    /// Reminders are of the store as it is, also in services on an earlier state of it; nil for sample data.
    let reminders: Result<ReminderServices?, any Error>
    /// Backups of the whole store; nil for sample data.
    let backups: Result<(any BackupService)?, any Error>

    /// Whether there are backups.
    var hasBackups: Bool { if case .success(nil) = backups { false } else { true } }

    init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources, settings: PlanningSettings,
        display: DisplayCurrency, chainSettings: ChainSettings, archives: ArchiveService,
        chainProviders: Result<ChainProviderTable, any Error>, reminders: Result<ReminderServices?, any Error>,
        backups: Result<(any BackupService)?, any Error>
    ) {
        self.store = store
        self.rates = rates
        self.display = display
        self.funding = funding
        self.settings = settings
        self.chainSettings = chainSettings
        self.chainProviders = chainProviders
        imports = ImportService(store: store, funding: funding)
        self.archives = archives
        self.reminders = reminders
        self.backups = backups
        goals = GoalService(store: store, display: display, funding: funding)
        planning = MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
        flex = FlexService(store: store, rates: rates, funding: funding, settings: settings)
        budgets = BudgetService(store: store, rates: rates, funding: funding, settings: settings)
        months = MonthService(store: store, rates: rates, funding: funding, settings: settings)
        forecasts = ForecastService(store: store, rates: rates, funding: funding, settings: settings)
        valuations = AssetValuationService(store: store, rates: rates, display: display, funding: funding)
        assets = AssetService(store: store, funding: funding)
        chains = TransactionService(store: store, settings: chainSettings)
        allocations = AllocationService(store: store, funding: funding, rates: rates)
    }

    /// Balances on chains.
    ///
    /// - Throws: what is wrong with the sources that the settings choose.
    func balances() throws -> BalanceService {
        BalanceService(store: store, providers: try chainProviders.get(), settings: chainSettings)
    }

    /// Refuses fields of an asset by which a source would read a file of this machine that somebody elsewhere chose.
    ///
    /// - Parameter asset: the asset that the fields change; nil for a new one.
    /// - Throws: ``WebProblem/reach(source:)``.
    func checkReach(_ fields: AssetFields, of asset: Asset? = nil) throws {
        let source = fields.source ?? asset?.source ?? ""
        let isSame = source == asset?.source && fields.reference ?? asset?.reference == asset?.reference
        guard !isSame, fields.source != nil || fields.reference != nil, funding.namesFiles(source) else { return }
        throw WebProblem.reach(source: source)
    }

    /// The same on a state of the store.
    func reading(_ snapshot: any Store) -> SavingsServices {
        SavingsServices(
            store: snapshot, rates: rates, funding: funding, settings: settings, display: display,
            chainSettings: chainSettings, archives: archives.on(snapshot), chainProviders: chainProviders,
            reminders: reminders, backups: backups)
    }

    /// The same with another currency for totals.
    func displaying(_ currency: Currency) -> SavingsServices {
        SavingsServices(
            store: store, rates: rates, funding: funding, settings: settings.displaying(currency),
            display: DisplayCurrency(currency), chainSettings: chainSettings, archives: archives,
            chainProviders: chainProviders, reminders: reminders, backups: backups)
    }

    init(_ container: DIContainer) throws {
        self.init(
            store: try container.resolve(.store), rates: try container.resolve(.rates),
            funding: try container.resolve(.funding), settings: try container.resolve(.planningSettings),
            display: try container.resolve(.display), chainSettings: try container.resolve(.chainSettings),
            archives: try container.resolve(.archives),
            chainProviders: Result { try container.resolve(.chainProviders) },
            reminders: Result { try ReminderServices(container) }, backups: Result { try container.resolve(.backup) })
    }

    /// Those of sample goals, at made-up rates.
    init(_ context: CommandContext, sample store: MemoryStore, rates: [String]) async throws {
        let (settings, display, chainSettings) = try await context.make(
            { ($0, $1, $2) }, .planningSettings, .display, .chainSettings)
        self.init(
            store: store, rates: try ExchangeRateService(sample: rates, on: context.today),
            funding: FundingSources(followers: [MonthStarts()]), settings: settings, display: display,
            chainSettings: chainSettings, archives: ArchiveService(store: store, kinds: []),
            chainProviders: .success(
                ChainProviderTable(Dictionary(uniqueKeysWithValues: Chain.known.map { ($0, [MockChain()]) }))),
            reminders: .success(nil), backups: .success(nil))
    }
}
