import Persistence
import Values

import struct Foundation.UUID

extension EntityReader {
    /// The transactions that a filter lets through, the newest first: all of them, or more than are wanted. Days are read from the
    /// newest back, more of them each time, until there are enough: a page of many years of transactions needs few of them.
    ///
    /// - Parameters:
    ///   - id: the one after which they go on; nil from the beginning.
    ///   - wanted: how many are wanted; nil for all.
    /// - Throws: ``LedgerError/lostPage``, the store's error.
    func newest(
        _ filter: TransactionFilter, _ ledger: LedgerNames, after id: String?, atLeast wanted: Int?, _ call: Call
    ) throws -> [BookedTransaction] {
        var cursor = try id.map { id in
            guard let id = UUID(uuidString: id), let found = try find(LedgerTransaction.self, id) else {
                throw LedgerError.lostPage
            }
            return found
        }
        var last = [filter.lastDay(call), cursor?.day].compactMap(\.self).min()
        // No transaction is before its account was opened.
        let opened = ledger.accounts.map(\.openingDay).min() ?? call.today
        let earliest = max(opened, filter.first ?? opened)
        var found: [BookedTransaction] = []
        var length = wanted == nil ? Int.max : 31
        while true {
            let end = last ?? call.today
            let isRest = length > earliest.days(until: end)
            let first = isRest ? filter.first : end.adding(days: -length)
            for booked in try booked(from: first, through: last).reversed() where filter.matches(booked, ledger) {
                if let place = cursor {
                    if booked.transaction.id == place.id { cursor = nil }
                } else {
                    found.append(booked)
                }
            }
            guard cursor == nil else { throw LedgerError.lostPage }
            if isRest || found.count > wanted ?? .max { return found }
            last = end.adding(days: -length - 1)
            length *= 2
        }
    }

    /// The transactions that a filter lets through, the largest first.
    ///
    /// - Throws: ``LedgerError/lostPage``, the store's error.
    func largest(
        _ filter: TransactionFilter, _ ledger: LedgerNames, after id: String?, _ call: Call
    ) throws -> [BookedTransaction] {
        let found = try booked(from: filter.first, through: filter.lastDay(call)).filter { filter.matches($0, ledger) }
        let sizes = found.map { $0.postings[0].amount.size }
        var sorted = found.indices.sorted { (sizes[$1], $1) < (sizes[$0], $0) }.map { found[$0] }
        if let id {
            guard let id = UUID(uuidString: id),
                let position = sorted.firstIndex(where: { $0.transaction.id == id })
            else { throw LedgerError.lostPage }
            sorted.removeFirst(position + 1)
        }
        return sorted
    }
}

extension TransactionFilter {
    /// The last day of which transactions are wanted: later ones than the call's day are left out where that is not today.
    fileprivate func lastDay(_ call: Call) -> CalendarDay? {
        call.isForToday ? last : min(last ?? call.today, call.today)
    }
}
