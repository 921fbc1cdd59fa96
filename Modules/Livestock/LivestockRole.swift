public import Persistence
import PluginKit
public import Values

/// The role of those who use a program, which prevents slips (H18).
public enum LivestockRole: String, ColumnChoice, CaseIterable, Comparable, Hashable {
    /// Reads.
    case viewer
    /// Enters events, weights, prices, musters and treatments.
    case manager
    /// Does everything.
    case owner

    /// Roles that may do less come first.
    public static func < (left: LivestockRole, right: LivestockRole) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .manager: 1
        case .owner: 2
        }
    }

    /// The role that the settings say.
    init(_ settings: any SettingsReader) throws {
        self = LivestockRole(rawValue: try settings.string(LivestockSettings.role)) ?? .viewer
    }

    /// The permission to undo, redo, import from archives and restore, by the same role as everything else: who may enter events and
    /// prices may undo that, and the rest is for owners.
    public var permission: ChangePermission {
        let entered = Set([EntityKind(HerdEvent.self), EntityKind(LivestockPrice.self)].map(\.description.kind))
        return ChangePermission(of: LivestockPlugin.kinds) { changed in
            try require(changed.isSubset(of: entered) ? .manager : .owner)
        }
    }

    /// Throws unless the role allows what another one does.
    ///
    /// - Throws: ``LivestockError/roleForbids(_:needed:)``.
    func require(_ needed: LivestockRole) throws(LivestockError) {
        if self < needed { throw .roleForbids(self, needed: needed) }
    }
}
