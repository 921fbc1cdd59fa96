import Allocation
import BaseFeatures
import Blockchain
import CommandSupport
import ExchangeRates
import Forecast
import Foundation
import Models
import Persistence
import Planning
import PluginKit
import WebPages

/// The use cases that pages call: those of the commands.
struct Services: Sendable {
    /// What tells them from others that were made before or after, of the same database or of another one.
    let id: UUID
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
    let chains: TransactionService
    let history: HistoryService
    let rates: ExchangeRateService
    let display: DisplayCurrency
    /// Broken sources of balances stop nothing but reading them.
    private let chainProviders: Result<ChainProviderTable, any Error>
    private let funding: FundingSources
    private let settings: PlanningSettings
    private let chainSettings: ChainSettings
    private let guards: [UndoGuard]

    init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources, settings: PlanningSettings,
        display: DisplayCurrency, chainSettings: ChainSettings, chainProviders: Result<ChainProviderTable, any Error>,
        guards: [UndoGuard], id: UUID = UUID()
    ) {
        self.id = id
        self.store = store
        self.rates = rates
        self.display = display
        self.funding = funding
        self.settings = settings
        self.chainSettings = chainSettings
        self.chainProviders = chainProviders
        self.guards = guards
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
        history = HistoryService(store: store, guards: guards)
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
    func reading(_ snapshot: any Store) -> Services {
        Services(
            store: snapshot, rates: rates, funding: funding, settings: settings, display: display,
            chainSettings: chainSettings, chainProviders: chainProviders, guards: guards, id: id)
    }

    /// The same with another currency for totals; with nil the same.
    func displaying(_ currency: Currency?) -> Services {
        guard let currency else { return self }
        return Services(
            store: store, rates: rates, funding: funding, settings: settings.displaying(currency),
            display: DisplayCurrency(currency), chainSettings: chainSettings, chainProviders: chainProviders,
            guards: guards, id: id)
    }

    init(_ container: DIContainer) throws {
        self.init(
            store: try container.resolve(.store), rates: try container.resolve(.rates),
            funding: try container.resolve(.funding), settings: try container.resolve(.planningSettings),
            display: try container.resolve(.display), chainSettings: try container.resolve(.chainSettings),
            chainProviders: Result { try container.resolve(.chainProviders) },
            guards: try container.resolveAll(.undoGuards))
    }

    /// Sample goals at made-up rates, in memory.
    static func demo(_ context: CommandContext) async throws -> Services {
        let sample = try await context.sample()
        let (settings, display, chainSettings) = try await context.make(
            { ($0, $1, $2) }, .planningSettings, .display, .chainSettings)
        return Services(
            store: sample.store, rates: try ExchangeRateService(sample: sample.rates, on: context.today),
            funding: FundingSources(followers: [MonthStarts()]), settings: settings, display: display,
            chainSettings: chainSettings,
            chainProviders: .success(
                ChainProviderTable(Dictionary(uniqueKeysWithValues: Chain.known.map { ($0, [MockChain()]) }))),
            guards: [MonthService.undoGuard(grace: .seconds(86_400))])
    }
}
