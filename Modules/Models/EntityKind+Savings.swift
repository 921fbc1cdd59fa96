extension EntityKind {
    /// The kinds of this module and the currency for totals: what every household has.
    public static let shared = savings + [EntityKind(Household.self)]

    /// Goals, assets, allocations and transactions, with what upgrades those of released versions.
    package static let savings = [
        EntityKind(Goal.self, upgrades: Goal.upgrades),
        EntityKind(Asset.self), EntityKind(AssetAllocation.self),
        EntityKind(Transaction.self, upgrades: [1: Transaction.upgradedToImportedLines]),
    ]
}
