import Allocation
import CommandSupport
import ExchangeRates
import Forecast
import Foundation
import Models
import Persistence
import Planning
import PluginKit
import SavingsViews

/// The use cases that pages call: those of the commands.
struct Services: Sendable {
    let store: any Store
    let planning: MonthlyPlanningService
    let flex: FlexService
    let budgets: BudgetService
    let months: MonthService
    let forecasts: ForecastService
    let valuations: AssetValuationService
    let assets: AssetService
    let allocations: AllocationService
    let history: HistoryService
    let rates: ExchangeRateService
    let display: DisplayCurrency

    init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources, settings: PlanningSettings,
        display: DisplayCurrency
    ) {
        self.store = store
        self.rates = rates
        self.display = display
        planning = MonthlyPlanningService(store: store, rates: rates, funding: funding, settings: settings)
        flex = FlexService(store: store, rates: rates, funding: funding, settings: settings)
        budgets = BudgetService(store: store, rates: rates, funding: funding, settings: settings)
        months = MonthService(store: store, rates: rates, funding: funding, settings: settings)
        forecasts = ForecastService(store: store, rates: rates, funding: funding, settings: settings)
        valuations = AssetValuationService(store: store, rates: rates, display: display, funding: funding)
        assets = AssetService(store: store, funding: funding)
        allocations = AllocationService(store: store, funding: funding, rates: rates)
        // Nothing is undone here, so there is nothing to guard.
        history = HistoryService(store: store, guards: [])
    }

    init(_ container: DIContainer) throws {
        self.init(
            store: try container.resolve(.store), rates: try container.resolve(.rates),
            funding: try container.resolve(.funding), settings: try container.resolve(.planningSettings),
            display: try container.resolve(.display))
    }

    /// Sample goals at made-up rates, in memory.
    static func demo(_ context: CommandContext) async throws -> Services {
        let store = MemoryStore()
        let now = context.presentInstant
        let household = try SampleHousehold(today: context.today, now: now)
        try await store.write(ChangeOrigin(instant: now, program: "cst-web", command: "demo")) { writer in
            try household.write(to: writer)
        }
        let rates = FixedRates(
            try FixedRateTable(csv: SampleHousehold.rates, fileTime: context.today.startInUTC), name: "sample")
        let (settings, display) = try await context.make({ ($0, $1) }, .planningSettings, .display)
        return Services(
            store: store, rates: ExchangeRateService(providers: [rates]), funding: FundingSources(), settings: settings,
            display: display)
    }
}
