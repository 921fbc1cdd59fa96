import Persistence
import Values

import struct Foundation.UUID

/// Transfers that were found among transactions of one account each.
struct FoundPairs {
    /// The transfers (G11).
    var pairs: [TransferPairs.Pair] = []
    /// The transactions that fit several others, or whose statements allow no common day.
    var others: [TransferPairs.Pair] = []
    /// Those of the transfers whose payees have nothing in common.
    var unlike: Set<TransferPairs.Pair> = []
    /// The amounts that could not be compared, and why.
    var unavailable: [Unavailable] = []

    /// The transfers that an import joins unasked.
    var alike: [TransferPairs.Pair] { pairs.filter { !unlike.contains($0) } }
}

extension EntityReader {
    /// The transfers among uncategorised transactions of one posting.
    ///
    /// - Parameters:
    ///   - ids: those of which one has to be part of each; nil for all.
    ///   - days: the days of the rows that they are, or are linked with; nil for all.
    func pairs(_ rates: PairRates, only ids: Set<UUID>?, near days: ClosedRange<CalendarDay>? = nil) throws
        -> FoundPairs
    {
        if let ids, ids.isEmpty { return FoundPairs() }
        // A row is linked with what is near, which may be paired with what is near, which may have others near it.
        let far = 3 * StatementMatching.mostDays
        // Nearly everything has a category, so that the rest is looked for first.
        let open = try all(
            CategorySplit.self,
            Selection(
                where: "categoryID", is: .null, by: "day",
                from: (days?.lowerBound.adding(days: -far)).map { .text("\($0)") },
                through: (days?.upperBound.adding(days: far)).map { .text("\($0)") }))
        let further = try all(CategorySplit.self, Selection(by: "position", from: .integer(1)))
        let partly = Set(further.filter { $0.categoryID != nil }.map(\.transactionID))
        let whole = open.filter { !partly.contains($0.transactionID) }
        let likely = try TransferPairs.likely(whole, rate: rates.rate)
        var sides: [Posting] = []
        for split in whole where split.position == 0 && likely.contains(split.transactionID) {
            let postings = try all(Posting.self, where: "transactionID", is: split.transactionID)
            if postings.count == 1 { sides.append(postings[0]) }
        }
        let compared = TransferPairs.find(
            among: sides.map { .init(id: $0.transactionID, accountID: $0.accountID, day: $0.day, amount: $0.amount) },
            rate: rates.rate)
        func isWanted(_ pair: TransferPairs.Pair) -> Bool {
            ids.map { $0.contains(pair.from) || $0.contains(pair.to) } ?? true
        }
        let places = Dictionary(sides.map { ($0.transactionID, $0) }) { first, _ in first }
        var found = FoundPairs()
        let likeness = PayeeLikeness(try all(Account.self).map(\.name))
        for pair in compared.pairs where isWanted(pair) {
            guard let from = places[pair.from], let to = places[pair.to] else { continue }
            guard try transferDay(from, to) != nil else {
                found.others.append(pair)
                continue
            }
            found.pairs.append(pair)
            let names = try [from, to].map { posting in
                try find(LedgerTransaction.self, posting.transactionID)?.payee ?? posting.importedText
            }
            if !likeness.isAlike(names[0], names[1]) { found.unlike.insert(pair) }
        }
        found.others = compared.others.filter(isWanted) + found.others
        for pair in compared.notCompared where isWanted(pair) {
            guard let from = places[pair.from], let to = places[pair.to] else { continue }
            let item = "\(from.amount) and \(to.amount) on \(from.day)"
            let reason = rates.gap(from.amount.currency, to.amount.currency, from.day) ?? "no rate"
            found.unavailable.append(Unavailable(item: item, reason: reason))
        }
        return found
    }

    /// The day of a transfer of two postings: the first one's, or the second one's where only that keeps the statements and opening
    /// days of both accounts; nil where neither does.
    func transferDay(_ from: Posting, _ to: Posting) throws -> CalendarDay? {
        if from.day == to.day { return from.day }
        if try canMove(to, to: from.day) { return from.day }
        return try canMove(from, to: to.day) ? to.day : nil
    }

    /// Whether a posting can be of another day: its account is open then, and no statement of it is of a day in between.
    private func canMove(_ posting: Posting, to day: CalendarDay) throws -> Bool {
        guard posting.status != .reconciled, let account = try find(Account.self, posting.accountID),
            account.openingDay <= day
        else { return false }
        let between = try all(
            KeptStatement.self,
            Selection(
                where: "accountID", is: .text(account.id.uuidString), by: "day",
                from: .text("\(min(posting.day, day))"),
                through: .text("\(max(posting.day, day).adding(days: -1))"), limit: 1))
        return between.isEmpty
    }
}

extension StoreWriter {
    /// Makes one transfer of what left and what arrived. Both keep what their banks gave them.
    func join(_ pair: TransferPairs.Pair) throws {
        guard let from = try find(LedgerTransaction.self, pair.from), let to = try find(LedgerTransaction.self, pair.to)
        else { return }
        let (left, arrived) = (try BookedTransaction(from, in: self), try BookedTransaction(to, in: self))
        guard left.postings.count == 1, arrived.postings.count == 1 else { return }
        let source = arrived.postings[0]
        guard let day = try transferDay(left.postings[0], source) else { return }
        var joined = left
        joined.transaction.isPossible = from.isPossible || to.isPossible
        let notes = [from.note, to.note].compactMap(\.self)
        joined.transaction.note = Set(notes).count > 1 ? notes.joined(separator: "; ") : notes.first
        joined.transaction.payee = from.payee ?? to.payee
        joined.transaction.tags = LedgerTransaction.normalized(from.tags + to.tags)
        joined.transaction.refundOf = from.refundOf ?? to.refundOf
        joined.splits = []
        joined.postings.append(
            Posting(
                transactionID: from.id, position: 1, accountID: source.accountID, day: from.day, entered: from.entered,
                amount: source.amount, status: source.status, statementID: source.statementID,
                importedText: source.importedText, importedNote: source.importedNote, importedID: source.importedID,
                importedDay: source.importedDay, importedAmount: source.importedAmount))
        if day != from.day { joined.move(to: day) }
        for refund in try all(LedgerTransaction.self, where: "refundOf", is: to.id) where refund.id != from.id {
            var moved = refund
            moved.refundOf = from.id
            try update(refund, to: moved)
        }
        if joined.transaction.refundOf == from.id { joined.transaction.refundOf = nil }
        try remove(arrived)
        try update(left, to: joined)
    }
}
