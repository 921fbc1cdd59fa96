import Values

import struct Foundation.UUID

/// Rules on whole transactions: what a person or a file decided stays, and transfers are left alone.
struct RuleApplication {
    /// A field that changes.
    struct Change {
        let field: String
        let before: String?
        let after: String?
        let ruleID: UUID?
    }

    private let engine: RuleEngine
    private let accounts: [UUID: String]
    /// The paths of all categories.
    let paths: [UUID: String]
    /// The names of all rules.
    let names: [UUID: String]

    init(_ rules: [CategoryRule], _ ledger: LedgerNames) {
        engine = RuleEngine(rules)
        accounts = ledger.accounts.names
        paths = ledger.tree.byID.mapValues { ledger.tree.path(of: $0.id) }
        names = Dictionary(rules.map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// A transaction after the rules, and the fields in which it differs.
    func applied(to old: BookedTransaction) -> (BookedTransaction, [Change]) {
        guard !old.isTransfer, let posting = old.postings.first else { return (old, []) }
        var new = old
        let transaction = old.transaction
        let decided = [LedgerTransaction.hand, LedgerTransaction.file]
        func isDecided(_ field: String) -> Bool { transaction.origin(of: field).map(decided.contains) ?? false }
        /// Whether a field has something that neither a file nor a rule gave it.
        func isOwn(_ field: String, _ isFilled: Bool) -> Bool {
            isDecided(field) || (isFilled && transaction.origin(of: field) == nil)
        }
        let imported = posting.importedText?.trimmedName.orNothing
        let isNamed = isOwn("payee", transaction.payee != nil && imported == nil)
        let result = engine.result(
            of: .init(
                payee: isNamed ? transaction.payee : imported, importedPayee: imported,
                account: accounts[posting.accountID] ?? "", amount: posting.amount, isPayeeFinal: isNamed))
        var changes: [Change] = []
        if !isNamed {
            new.transaction.payee = result.payee
            new.transaction.set("payee", by: result.payeeRule?.lowercaseText)
            if result.payee != transaction.payee {
                changes.append(
                    Change(field: "payee", before: transaction.payee, after: result.payee, ruleID: result.payeeRule))
            }
        }
        // Several splits are of a person's making.
        if !isOwn("category", old.splits.contains { $0.categoryID != nil }), old.splits.count == 1 {
            let before = old.splits[0].categoryID
            new.splits[0].categoryID = result.categoryID
            new.transaction.set("category", by: result.categoryRule?.lowercaseText)
            if before != result.categoryID {
                changes.append(
                    Change(
                        field: "category", before: before.map { paths[$0] ?? "" },
                        after: result.categoryID.map { paths[$0] ?? "" }, ruleID: result.categoryRule))
            }
        }
        if !isOwn("tags", !transaction.tags.isEmpty) {
            new.transaction.tags = result.tags
            new.transaction.set("tags", by: result.tagRule?.lowercaseText)
            if result.tags != transaction.tags {
                changes.append(
                    Change(
                        field: "tags", before: transaction.tags.joined(separator: ", ").orNothing,
                        after: result.tags.joined(separator: ", ").orNothing, ruleID: result.tagRule))
            }
        }
        return (changes.isEmpty ? old : new, changes)
    }
}
