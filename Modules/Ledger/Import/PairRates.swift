import ExchangeRates
import Persistence
import Values

import struct Foundation.UUID

/// The rates between the currencies of all accounts on some days.
struct PairRates: Sendable {
    private let rates: [CalendarDay: FrozenRates]

    init(_ store: any Store, _ service: ExchangeRateService?, days: Set<CalendarDay>, _ call: Call) async throws {
        let currencies = Set(try await store.read { try $0.all(Account.self).map(\.currency) })
        guard let service, currencies.count > 1, !days.isEmpty else {
            rates = [:]
            return
        }
        let wanted = Set(
            currencies.flatMap { from in
                currencies.filter { $0 != from }.map { ExchangeRateService.WantedRate(from: from, to: $0) }
            })
        let sorted = days.sorted()
        let found = try await service.rates(for: wanted, on: sorted.map { $0 < call.day ? $0 : nil }, call)
        rates = Dictionary(zip(sorted, found).map { ($0, $1) }) { first, _ in first }
    }

    /// Units of the second currency for one of the first on a day; nil where there is none.
    func rate(_ from: Currency, _ to: Currency, _ day: CalendarDay) -> Ratio? {
        (try? rates[day]?.conversion(from: from, to: to))?.factor
    }
}

extension EntityReader {
    /// The transfers among uncategorised transactions of one posting.
    ///
    /// - Parameter ids: those of which one has to be part of each; nil for all.
    func pairs(_ rates: PairRates, only ids: Set<UUID>?) throws -> (
        pairs: [TransferPairs.Pair], others: [TransferPairs.Pair]
    ) {
        // Nearly everything has a category, so that the rest is looked for first.
        let open = try all(CategorySplit.self, Selection(where: "categoryID", is: .null, by: "day"))
        let others = try all(CategorySplit.self, Selection(by: "position", from: .integer(1)))
        let partly = Set(others.filter { $0.categoryID != nil }.map(\.transactionID))
        var sides: [TransferPairs.Side] = []
        for split in open where split.position == 0 && !partly.contains(split.transactionID) {
            guard let one = try onlyPosting(of: split.transactionID) else { continue }
            sides.append(.init(id: one.transactionID, accountID: one.accountID, day: one.day, amount: one.amount))
        }
        let found = TransferPairs.find(among: sides, rate: rates.rate)
        func isWanted(_ pair: TransferPairs.Pair) -> Bool {
            ids.map { $0.contains(pair.from) || $0.contains(pair.to) } ?? true
        }
        // Two statements that have their postings on different days allow no common one.
        func canJoin(_ pair: TransferPairs.Pair) throws -> Bool {
            guard let from = try onlyPosting(of: pair.from), let to = try onlyPosting(of: pair.to) else { return false }
            return from.day == to.day || from.status != .reconciled || to.status != .reconciled
        }
        let wanted = try found.pairs.filter(isWanted).map { (pair: $0, canJoin: try canJoin($0)) }
        return (
            wanted.filter { $0.canJoin }.map { $0.pair },
            found.others.filter(isWanted) + wanted.filter { !$0.canJoin }.map { $0.pair }
        )
    }

    /// The posting of a transaction; nil where it has two.
    private func onlyPosting(of id: UUID) throws -> Posting? {
        let postings = try all(Posting.self, where: "transactionID", is: id)
        return postings.count == 1 ? postings[0] : nil
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
        let opened = try find(Account.self, source.accountID)?.openingDay ?? from.day
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
        // A statement keeps its day, and no account has a day before it was opened.
        if from.day < opened || (source.status == .reconciled && left.postings[0].status != .reconciled) {
            joined.move(to: to.day)
        }
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
