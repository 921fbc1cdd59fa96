import Foundation
package import Ledger
package import Presentation
package import Values

/// Groups of ids.
private struct IDGroups: DocumentValue {
    let groups: [[UUID]]

    static var schemaType: SchemaType { .list(.list(UUID.schemaType)) }
    var json: JSONValue { .array(groups.map { .array($0.map(\.json)) }) }
}

extension Document {
    private static let reconciliationShape = DocumentShape<ReconciliationService.Result>(
        "reconciliation", "An account against a statement.", main: "reconciliation",
        Shape(
            .object(
                "reconciliation",
                Shape<ReconciliationService.Result>(
                    .value("account", \.account.name), .value("on", \.statement.day),
                    .value("statement", \.statement.balance), .value("cleared", \.cleared),
                    .value("difference", \.difference, note: "The difference that was booked."),
                    .value("reconciled", \.count, note: "How many postings the statement has."),
                    .value("explains", { IDGroups(groups: $0.explains) })), { $0 })))

    private typealias Issue = (code: String, item: String, message: String)
    private static let issue = Shape<Issue>(
        .value("code", \.code), .value("item", \.item), .value("message", \.message))
    private typealias Later = (listed: ListedTransaction, account: Account)
    private static let later = Shape<Later>(
        .value("id", \.listed.transaction.id), .value("day", \.listed.transaction.day),
        .value("payee", \.listed.transaction.payee), .value("amount", { $0.listed.amount(in: $0.account) }))
    private static let statement = Shape<ReconciliationService.Checked>(
        .value("account", \.account.name), .value("on", \.statement.day), .value("statement", \.statement.balance),
        .value("holds", \.holds, note: "Whether what it reconciled still sums to its balance."),
        .value("ledger", \.balance, note: "The balance of the ledger, with what came later and no statement has."),
        .value("difference", \.difference, note: "What was entered for its time after it was kept, and is cleared."),
        .list(
            "later", later, { one in one.later.map { ($0, one.account) } },
            note: "The transactions of the difference; not those that an earlier statement names."))
    private static let checkShape = DocumentShape<[ReconciliationService.Checked]>(
        "check", "Kept statements against the ledger.", main: "statements",
        Shape(
            .list("issues", issue, { checked in checked.filter { !$0.holds }.map(\.issue) }),
            .list("statements", statement, { $0 })))

    static let ofReconciliation = [reconciliationShape.description, checkShape.description]

    /// An account that agrees with a statement.
    package init(
        reconciliation result: ReconciliationService.Result, warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(Self.reconciliationShape, result, asOf: day, warnings: warnings)
    }

    /// Kept statements against the ledger.
    package init(checked: [ReconciliationService.Checked], asOf day: CalendarDay) {
        self.init(Self.checkShape, checked, asOf: day, warnings: checked.compactMap(\.warning))
    }
}

extension ReconciliationService.Checked {
    /// That the statement does not hold.
    package var issue: (code: String, item: String, message: String) {
        (
            "ledger.statementBroken", account.name,
            "The statement of '\(account.name)' on \(statement.day) has \(statement.balance), the ledger \(found)."
        )
    }

    /// That the ledger has more for the statement's time than the statement; nil where it has not, or an earlier statement says so.
    var warning: Warning? {
        guard !later.isEmpty else { return nil }
        let ids = later.prefix(5).map { listed in
            "\(listed.transaction.id.uuidString.lowercased().prefix(8)) of \(listed.transaction.day)"
        }
        return Warning(
            code: "laterThanStatement",
            message: "The statement of '\(account.name.printable)' on \(statement.day) has \(statement.balance), the "
                + "ledger \(balance): \(later.count == 1 ? "a transaction" : "\(later.count) transactions") of its time "
                + "came later: \(ids.joined(separator: ", "))\(later.count > 5 ? " and others" : "").")
    }
}
