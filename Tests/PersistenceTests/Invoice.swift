import Models

import struct Foundation.UUID

/// A bill with a total, which its lines have to sum up to.
struct Invoice: Entity, Identifiable {
    let id: UUID
    var number: String
    var total: Int

    static let declaration = Declaration<Invoice>(
        "invoice", table: "invoices", since: "1.0.0", order: ["number"], title: "number",
        fields: Fields(.key("id", \.id), .value("number", \.number), .value("total", \.total)) {
            Invoice(id: $0, number: $1, total: $2)
        },
        whole: { invoice, reader in
            checks.add()
            let sum = try reader.all(InvoiceLine.self, where: "invoiceID", is: invoice.id).reduce(0) { $0 + $1.amount }
            guard sum != invoice.total else { return [] }
            return [ValidationIssue(code: "sum", field: "total", message: "The lines sum up to \(sum).")]
        })

    /// How often wholes were checked by the task.
    @TaskLocal static var checks = Counter()

    /// The kinds of invoices, their lines and marks.
    static let kinds = [EntityKind(LineMark.self), EntityKind(InvoiceLine.self), EntityKind(Invoice.self)]

    var summary: String { "invoice \(number)" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// A line of an invoice.
struct InvoiceLine: Entity, Identifiable {
    let id: UUID
    let invoiceID: UUID
    var day: CalendarDay?
    var amount: Int

    static let declaration = Declaration<InvoiceLine>(
        "invoiceLine", table: "invoiceLines", since: "1.0.0", order: ["amount"],
        indexes: [.index("invoiceID", "day")],
        fields: Fields(
            .key("id", \.id), .value("invoiceID", \.invoiceID, partOf: "invoice"), .value("day", \.day),
            .value("amount", \.amount)
        ) { InvoiceLine(id: $0, invoiceID: $1, day: $2, amount: $3) })

    var summary: String { "line of \(amount)" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

/// A mark at a line, kept without a journal.
struct LineMark: Entity {
    let id: UUID
    let lineID: UUID

    static let declaration = Declaration<LineMark>(
        "lineMark", table: "lineMarks", since: "1.0.0", order: ["id"], isJournalled: false,
        fields: Fields(.key("id", \.id), .value("lineID", \.lineID, partOf: "invoiceLine")) {
            LineMark(id: $0, lineID: $1)
        })

    var summary: String { "mark" }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
