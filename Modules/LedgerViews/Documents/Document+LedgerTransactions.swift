import Foundation
public import Ledger
public import Presentation
package import Values

extension BookedTransaction.Kind: DocumentChoice {}
extension Posting.Status: DocumentChoice {}

/// An exact number as text of at most 30 digits.
struct ExactText: DocumentValue {
    let ratio: Ratio

    static var schemaType: SchemaType {
        .shared("rateText", .pattern(#"^[0-9]+(\.[0-9]+)?$"#), note: "Decimal digits.")
    }
    var json: JSONValue { .string(ratio.significantString(digits: 30)) }
}

/// The origin of each field.
private struct Origins: DocumentValue {
    let settings: [LedgerTransaction.Setting]

    static var schemaType: SchemaType {
        .object(["category", "payee", "tags"].map { SchemaProperty($0, .plain("string"), isRequired: false) })
    }
    var json: JSONValue {
        .object(JSONValue.Object(Dictionary(settings.map { ($0.field, .string($0.origin)) }) { first, _ in first }))
    }
}

extension ListedTransaction {
    private static let line = Shape<Line>(
        .value("account", \.account), .value("accountId", \.posting.accountID), .value("amount", \.posting.amount),
        .value("status", \.posting.status), .value("balance", \.balance))
    private static let part = Shape<Part>(
        .value("category", \.category), .value("path", \.path), .value("kind", \.kind), .value("amount", \.amount))
    private static let imported = Shape<Posting>(
        .value("payee", \.importedText), .value("id", \.importedID), .value("day", \.importedDay))

    static let shape = Shape<ListedTransaction>(
        .value("id", \.transaction.id), .value("day", \.transaction.day), .value("type", \.kind),
        .value("payee", \.transaction.payee), .value("note", \.transaction.note),
        .value("amount", \.lines[0].posting.amount, note: "That of the first posting."),
        .value("account", \.lines[0].account, note: "That of the first posting."),
        .value("category", { $0.parts.count == 1 ? $0.parts[0].path : nil }, note: "The path of the only split."),
        .value("tags", \.transaction.tags), .list("postings", line, \.lines), .list("splits", part, \.parts),
        .value("impliedRate", { $0.booked.impliedRate.map(ExactText.init) }),
        .value("subscription", { _ in String?.none }), .value("occurrence", { _ in CalendarDay?.none }),
        .value("refundOf", \.transaction.refundOf),
        .value("possible", \.transaction.isPossible, note: "Whether an import found it possibly there already."),
        .nullable("imported", imported, { listed in listed.booked.postings.first { $0.importedDay != nil } }),
        .value("setBy", { Origins(settings: $0.transaction.settings) }))
}

extension Document {
    private static let one = DocumentShape<ListedTransaction>(
        "ledgerTransaction", "A transaction of the ledger.", main: "ledgerTransaction",
        Shape(.object("ledgerTransaction", ListedTransaction.shape, { $0 })))
    private static let page = DocumentShape<LedgerService.Page>(
        "ledgerTransactions", "A page of transactions of the ledger.", main: "transactions",
        Shape(
            .list("transactions", ListedTransaction.shape, \.transactions),
            .value("next", \.next, note: "What the next page begins after; null for the last one.")))

    static let ofLedgerTransactions = [one.description, page.description]

    /// A transaction that was entered, changed, deleted or looked up.
    package init(ledgerTransaction listed: ListedTransaction, warnings: [Warning] = [], asOf day: CalendarDay) {
        self.init(Self.one, listed, asOf: day, warnings: warnings)
    }

    /// A page of transactions.
    package init(ledgerTransactions page: LedgerService.Page, asOf day: CalendarDay) {
        self.init(Self.page, page, asOf: day)
    }

    /// Transactions that were changed together.
    package init(ledgerTransactions changed: [ListedTransaction], asOf day: CalendarDay) {
        self.init(ledgerTransactions: LedgerService.Page(transactions: changed, next: nil), asOf: day)
    }
}
