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

    /// Throws unless the role allows what another one does.
    ///
    /// - Throws: ``LivestockError/roleForbids(_:needed:)``.
    func require(_ needed: LivestockRole) throws(LivestockError) {
        if self < needed { throw .roleForbids(self, needed: needed) }
    }
}
