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
    private static let statement = Shape<ReconciliationService.Checked>(
        .value("account", \.account.name), .value("on", \.statement.day), .value("statement", \.statement.balance),
        .value("holds", \.holds))
    private static let checkShape = DocumentShape<[ReconciliationService.Checked]>(
        "check", "Kept statements against the ledger.", main: "statements",
        Shape(
            .list("issues", issue, { checked in checked.filter { !$0.holds }.map(\.issue) }),
            .list("statements", statement, { $0 })))

    static let ofReconciliation = [reconciliationShape.description, checkShape.description]

    /// An account that agrees with a statement.
    package init(reconciliation result: ReconciliationService.Result, asOf day: CalendarDay) {
        self.init(Self.reconciliationShape, result, asOf: day)
    }

    /// Kept statements against the ledger.
    package init(checked: [ReconciliationService.Checked], asOf day: CalendarDay) {
        self.init(Self.checkShape, checked, asOf: day)
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
}
