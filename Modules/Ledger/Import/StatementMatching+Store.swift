import Persistence
import Values

import struct Foundation.UUID

extension EntityReader {
    /// Postings of an account as rows of a file are compared with them.
    func known(_ postings: [Posting]) throws -> [StatementMatching.Known] {
        let payees = try payees(of: postings)
        return postings.map { posting in
            StatementMatching.Known(
                id: posting.transactionID, day: posting.day, amount: posting.importedAmount ?? posting.amount,
                payee: payees[posting.transactionID] ?? nil, importedDay: posting.importedDay,
                importedText: posting.importedWhole, number: posting.importedID)
        }
    }

    private func payees(of postings: [Posting]) throws -> [UUID: String?] {
        guard let first = postings.first?.day, let last = postings.last?.day else { return [:] }
        let range = Selection(by: "day", from: .text("\(first)"), through: .text("\(last)"))
        return Dictionary(try all(LedgerTransaction.self, range).map { ($0.id, $0.payee) }) { first, _ in first }
    }
}

extension StoreWriter {
    /// Gives what was entered by hand the bank's text, number and day, and clears it; everything else stays.
    func link(_ there: Posting, text: String?, note: String?, number: String?, day: CalendarDay) throws {
        var linked = there
        (linked.importedText, linked.importedNote) = (text ?? "", note)
        (linked.importedID, linked.importedDay) = (number, day)
        if linked.status == .uncleared { linked.status = .cleared }
        try update(there, to: linked)
    }
}
