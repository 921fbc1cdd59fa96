import FileFormats
public import PluginKit
import Values

/// Brings the kinds of things of the ledger to programs.
public struct LedgerPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Accounts, categories, transactions, rules and statements.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "ledger", summary: "Accounts, transactions and categories of a household.", provides: [],
            kinds: [
                EntityKind(Account.self), EntityKind(Category.self), EntityKind(LedgerTransaction.self),
                EntityKind(Posting.self), EntityKind(CategorySplit.self), EntityKind(CategoryRule.self),
                EntityKind(KeptStatement.self, upgrades: [1: KeptStatement.upgradedToEntered]),
            ])
    }

    /// Registers nothing: the services need the store and rates alone.
    public func register(in builder: inout ContainerBuilder) {}
}
