import Models
public import PluginKit

/// Brings the kinds of things that plans and months are kept as.
public struct PlanningPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides no service, only kinds.
    public let manifest = PluginManifest(
        id: "planning", summary: "Plans of months, and months that were started.", provides: [],
        kinds: [EntityKind(MonthlyPlan.self), EntityKind(MonthExecution.self)])

    /// Registers nothing.
    public func register(in builder: inout ContainerBuilder) {}
}
