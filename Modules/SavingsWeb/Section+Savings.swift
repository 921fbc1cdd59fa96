import Allocation
import Blockchain
import CommandSupport
import ExchangeRates
import Foundation
import Interchange
import Models
import Persistence
import Planning
import PluginKit
import Presentation
import SavingsPages
import SavingsViews
import WebAccess
package import WebApplication
import WebPages

extension Section {
    /// Goals, assets, months and budgets.
    package static func savings() -> Section {
        let sync = ChainSync()
        var section = Section(
            "savings", title: "Savings",
            entries: [
                Frame.Entry("Goals", "/goals", sign: "⚑"), Frame.Entry("Assets", "/assets", sign: "▭"),
                Frame.Entry("Month", "/month", sign: "▦"), Frame.Entry("Budget", "/budget", sign: "≡"),
            ],
            footer: [
                Frame.Entry("Transactions", "/transactions", sign: "⇅"), Frame.Entry("Rates", "/rates", sign: "⇄"),
                Frame.Entry("Reminders", "/reminders", sign: "◷"),
            ],
            actions: [
                Frame.Entry("Add money", "/money/add", sign: "n"), Frame.Entry("New goal", "/goals/new", sign: "g"),
            ],
            routes: pageRoutes + moneyRoutes + transactionRoutes + sampleRoutes + dataRoutes + tryRoutes + goalSaves
                + assetSaves + adjustRoutes
                + restoreRoutes + rateRoutes + rateWrites
                + importRoutes + syncRoutes(sync) + paymentSaves
                + reminderRoutes + reminderSetupRoutes + apiRoutes
                + previewRoutes + goalWrites + assetWrites + importWrites + paymentWrites,
            things: [.goal, .asset, .transaction, .allocations],
            numbers: [
                "amount", "balance", "custom", "fee", "monthly", "once", "percent", "rate", "received", "size",
                "target",
            ],
            words: SavingsWords.all,
            remedies: RemedyWords.savingsPages,
            services: ServiceFactory(
                require: { builder in
                    builder.require(.rates)
                    builder.require(.funding)
                    builder.require(.planningSettings)
                    builder.require(.display)
                    builder.require(.chainSettings)
                    builder.require(.archives)
                    builder.use(.chainProviders)
                    builder.use(.backup)
                    ReminderServices.use(in: &builder)
                },
                make: { try SavingsServices($0) },
                sample: { context, store, rates in
                    (
                        try await SavingsServices(context, sample: store, rates: rates),
                        [MonthService.undoGuard(grace: .seconds(86_400))]
                    )
                }),
            check: { _ = try AllocationSnapshot(from: $0, today: $1.today) },
            overview: { try await overview($0, $1, $2) },
            search: { try await $1.transactions(noted: $0) },
            sideList: SideList("Goals") { try await sideList($0, $1, waits: $2) },
            guestPage: { link, set, style in
                let plans = try await set.required().rows.map(\.plan)
                return Page.shared(plans.filter { link.goal == nil || $0.goal.id == link.goal }, style)
            },
            sentence: PageStyle.savingsSentence,
            gauges: { sets, now in
                let known = await sets.newest(FigureSnapshot.requiredName, as: MonthlyPlanReport.self)
                return [
                    Metrics.Gauge(
                        "cst_rates", "Rates of the newest figures, by state.", by: "state",
                        RateState.allCases.map { state in
                            (state.rawValue, known?.rates.count { $0.state == state } ?? 0)
                        }),
                    .init(
                        "cst_rate_age_seconds", "Age of the oldest rate of the newest figures.",
                        known?.rates.map { Int(now.timeIntervalSince($0.time)) }.max() ?? 0),
                    .init(
                        "cst_gaps", "What the newest figures could not count.",
                        known?.rows.reduce(0) { $0 + $1.unavailable.count } ?? 0),
                ]
            },
            stop: { await sync.stop() })
        section.guestLinkGoals = { reader in
            try reader.all(Goal.self).filter { $0.lifecycle == .active }.map { ($0.id, $0.name) }.sorted { $0.1 < $1.1 }
        }
        section.backgroundWork = { await sendReminders($0) }
        return section
    }

    /// The amount to set aside, with goals, assets and the next payments.
    private static func overview(
        _ context: RequestContext, _ set: FigureSnapshot, _ style: PageStyle
    ) async throws -> Page.Overview {
        let range = context.query["range"].flatMap(BalanceHistory.Range.init) ?? .year
        // These are worked out at the same time; a failure is that of the first which is waited for.
        async let flex = set.flex()
        async let history = set.history(range)
        let report = try await set.required()
        async let changes = set.changes()
        return Page.overview(
            report, flex: report.rows.isEmpty ? nil : try await flex.plan, assets: try await set.valuation().report,
            history: try await history, changes: try await changes,
            month: report.month == nil ? nil : try await set.month(), style
        ) { "/?range=\($0.rawValue)#history-title" }
    }

    /// The most pressing goals, with how far they are where that is known.
    private static func sideList(
        _ set: FigureSnapshot, _ style: PageStyle, waits: Bool
    ) async throws -> [Frame.SideEntry] {
        let known = await set.known(FigureSnapshot.requiredName, as: MonthlyPlanReport.self)
        if let report = waits ? try await set.required() : known {
            return report.rows.least(15) { $0.plan.daysRemaining < $1.plan.daysRemaining }.map(\.plan).map {
                Frame.SideEntry(GoalRow.title(of: $0.goal), note: style.percent($0), path: style.path($0.goal))
            }
        }
        let goals = try await set.reading.store.read { try $0.all(Goal.self) }.filter { $0.lifecycle == .active }
        return goals.least(15) { $0.deadline < $1.deadline }.map {
            Frame.SideEntry(GoalRow.title(of: $0), note: "", path: style.path($0))
        }
    }
}
