import Allocation
import Models
import Persistence
import Planning
import Presentation
import WebApplication

extension WebServices {
    /// The use cases of goals, assets and plans.
    ///
    /// - Throws: ``SectionMissing``.
    var savings: SavingsServices { get throws { try of(SavingsServices.self) } }
}

extension FigureSnapshot {
    /// The name of ``required()`` among the figures.
    nonisolated static var requiredName: String { "savings.required" }

    /// The required payments of all active goals.
    nonisolated func required() async throws -> MonthlyPlanReport {
        try await savings(Self.requiredName) { try await $0.planning.required($1).value }
    }

    /// All goals, whatever their lifecycle.
    nonisolated func goals() async throws -> MonthlyPlanReport {
        try await savings("savings.goals") {
            try await $0.planning.required($1, lifecycles: Set(Goal.Lifecycle.allCases)).value
        }
    }

    /// All assets with their values.
    nonisolated func valuation() async throws -> AssetValuationService.Valuation {
        try await savings("savings.valuation") { try await $0.valuations.list($1).value }
    }

    /// The value of the assets on past days, at the rates of the set; nil without assets.
    nonisolated func history(_ range: BalanceHistory.Range) async throws -> BalanceHistory? {
        let valuation = try await valuation()
        guard !valuation.report.rows.isEmpty else { return nil }
        return try await savings("savings.history.\(range.rawValue)") {
            try await $0.valuations.history(of: valuation, range, $1).condensed(most: LineChart.mostSeries - 1)
        }
    }

    /// The month in progress, or the one that comes next, with what it got.
    nonisolated func month() async throws -> MonthReport {
        try await savings("savings.month") { try await $0.months.status(of: nil, $0.months.request($1)) }
    }

    /// The payments as they are, to be changed on the same balances and rates.
    nonisolated func flex() async throws -> FlexService.Session {
        try await savings("savings.flex") { try await $0.flex.plan(FlexService.Fields(), $1).value }
    }

    private nonisolated func savings<Value: Sendable>(
        _ name: String, _ make: @escaping @Sendable (SavingsServices, Call) async throws -> Value
    ) async throws -> Value {
        try await figure(name) { try await make($0.savings, $1) }
    }
}
