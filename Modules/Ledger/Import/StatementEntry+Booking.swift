import Persistence
import Values

import struct Foundation.UUID

extension StatementEntry {
    /// The transaction of a row.
    func booked(_ one: Ready, _ id: UUID, isPossible: Bool) throws -> BookedTransaction {
        var transaction = LedgerTransaction(
            id: id, day: one.row.day, entered: call.now, payee: one.payee, note: one.note, isPossible: isPossible)
        if one.categoryID != nil { transaction.set("category", by: LedgerTransaction.file) }
        let account = accounts[one.place]
        let isEarly = one.row.day < account.openingDay
        let statement = isEarly ? try firstStatement(of: account) : nil
        return BookedTransaction(
            transaction,
            postings: [
                Posting(
                    transactionID: id, position: 0, accountID: account.id, day: one.row.day, entered: call.now,
                    amount: one.row.amount, status: statement == nil ? .cleared : .reconciled, statementID: statement,
                    importedText: one.payee ?? "", importedNote: importedNote(one), importedID: one.row.number,
                    importedDay: one.row.day)
            ],
            splits: [
                CategorySplit(
                    transactionID: id, position: 0, categoryID: one.categoryID, day: one.row.day,
                    amount: one.row.amount)
            ])
    }

    /// All of a row's text, where that is more than its payee.
    func importedNote(_ one: Ready) -> String? {
        one.row.text == one.payee ?? "" ? nil : one.row.text.orNothing
    }

    private func firstStatement(of account: Account) throws -> UUID? {
        let first = Selection(where: "accountID", is: .text(account.id.uuidString), by: "day", limit: 1)
        return try store.all(KeptStatement.self, first).first?.id
    }
}
