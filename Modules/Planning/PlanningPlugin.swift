import Allocation
public import Models
import Persistence
public import PluginKit

/// Brings the kinds of things that plans and months are kept as, their rules of undo, and their settings.
public struct PlanningPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/planningSettings`` the guard of months, and what follows changes in them.
    public let manifest = PluginManifest(
        id: "planning", summary: "Plans of months, and months that were started.",
        provides: [
            PluginManifest.Provision(.planningSettings, providers: ["settings"]),
            PluginManifest.Provision(.undoGuards, providers: ["months"]),
            PluginManifest.Provision(.fundingFollowers, providers: ["months"]),
        ],
        settings: [PlanningSettings.paymentDay, PlanningSettings.convention, PlanningSettings.monthUndoGrace],
        kinds: PlanningPlugin.kinds)

    /// The kinds of things that this module keeps, with the way from their older layouts.
    public static let kinds = [
        EntityKind(MonthlyPlan.self, upgrades: [1: { MonthUpgrade.plan($0) }]),
        EntityKind(
            MonthExecution.self,
            upgrades: [
                1: MonthUpgrade.month, 2: MonthUpgrade.monthWithOffsets, 3: MonthUpgrade.monthWithoutAdjustments,
                4: MonthUpgrade.monthWithoutAdjustedStarts,
            ]),
    ]

    /// Registers them.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingFollowers, name: "months") {
            MonthStarts(grace: try $0.settings.duration(PlanningSettings.monthUndoGrace))
        }
        builder.register(.planningSettings, name: "settings") { try PlanningSettings($0.settings) }
        builder.register(.undoGuards, name: "months") {
            MonthService.undoGuard(grace: try $0.settings.duration(PlanningSettings.monthUndoGrace))
        }
    }
}
