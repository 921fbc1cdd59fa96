import Models
import Persistence
public import PluginKit

/// Brings the kinds of things that plans and months are kept as, their rules of undo, and their settings.
public struct PlanningPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/planningSettings`` and the guard of months.
    public let manifest = PluginManifest(
        id: "planning", summary: "Plans of months, and months that were started.",
        provides: [
            PluginManifest.Provision(.planningSettings, providers: ["settings"]),
            PluginManifest.Provision(.undoGuards, providers: ["months"]),
        ],
        settings: [PlanningSettings.paymentDay, PlanningSettings.convention, PlanningSettings.monthUndoGrace],
        kinds: [EntityKind(MonthlyPlan.self), EntityKind(MonthExecution.self)])

    /// Registers both.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.planningSettings, name: "settings") { try PlanningSettings($0.settings) }
        builder.register(.undoGuards, name: "months") {
            MonthService.undoGuard(grace: try $0.settings.duration(PlanningSettings.monthUndoGrace))
        }
    }
}
