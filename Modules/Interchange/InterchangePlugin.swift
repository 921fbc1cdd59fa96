public import Models
public import PluginKit

/// Brings what imports keep: mappings of columns that people saved.
public struct InterchangePlugin: Plugin {
    /// A plugin.
    public init() {}

    /// The kind ``SavedMapping``.
    public let manifest = PluginManifest(
        id: "interchange", summary: "Mappings of columns, saved for files that are imported again.",
        provides: [], kinds: InterchangePlugin.kinds)

    /// The kinds of things that this module keeps.
    public static let kinds = [EntityKind(SavedMapping.self)]

    /// Registers nothing: what is kept needs no service.
    public func register(in builder: inout ContainerBuilder) {}
}
