import Models

import struct Foundation.Date

/// What is known of an asset's transactions on its chain, and what becomes of that with another answer.
struct KnownTransactions: Sendable {
    /// How long a chain may still be reorganised after it has confirmed something: longer than any reorganisation was.
    private static let revocable: Double = 24 * 3600

    let asset: Asset
    let chain: Chain?
    /// What was last read; nil when nothing about the asset as it is now.
    let balance: ChainBalance?
    let rows: [ChainTransaction]

    /// From when on transactions have to be asked for again; nil for all that there are.
    var since: Date? {
        guard balance?.knownAfter != nil, let read = balance?.transactionsRead else { return nil }
        return read.addingTimeInterval(-Self.revocable)
    }

    /// All transactions, and from which day on they explain the balance.
    struct Merged {
        var rows: [ChainTransaction]
        /// The day after which they are all known; nil when they do not add up to the balance.
        var knownAfter: CalendarDay?
    }

    /// What is known with an answer to what happened since an instant.
    ///
    /// Where the answer reaches, it replaces what was known: a chain may have been reorganised. An empty answer replaces
    /// nothing. What is known then has to add up to the balance: to all of it, where all transactions are known, else to its
    /// change since it was read before.
    ///
    /// - Parameters:
    ///   - since: the instant that was asked for; nil when all were.
    ///   - amount: the balance now.
    /// - Throws: ``MoneyError``.
    func merged(
        with history: ChainHistory, since: Date?, _ amount: Money, _ call: Call
    ) throws(MoneyError) -> Merged {
        let known = Dictionary(rows.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        var merged = known
        if !history.transfers.isEmpty {
            let start = [since, history.start].compactMap { $0 }.max()
            merged = merged.filter { start.map($0.value.isBefore) ?? false }
        }
        for transfer in history.transfers where !transfer.amount.isZero {
            let place = ChainTransaction.Place(hash: transfer.hash, index: transfer.index)
            let read = known[place]?.read ?? call.now.wholeMilliseconds
            merged[place] = ChainTransaction(transfer, of: asset, read: read, call)
        }
        let all = merged.values.sorted { ($0.time, $0.hash, $0.index) < ($1.time, $1.hash, $1.index) }
        let sum = try Money.sum(all.map(\.amount), in: asset.currency)
        var knownAfter: CalendarDay?
        if since != nil, let balance, let before = balance.knownAfter {
            // What lies before the transactions that are known stays what it was.
            let base = try balance.amount.subtracting(Money.sum(rows.map(\.amount), in: asset.currency))
            if try base.adding(sum) == amount { knownAfter = before }
        } else if let start = history.start {
            knownAfter = CalendarDay(utc: start, secondsFromUTC: call.zone.secondsFromGMT(for: start))
        } else if sum == amount {
            knownAfter = .beforeAllChains
        }
        return Merged(rows: all, knownAfter: knownAfter)
    }
}

extension ChainTransaction {
    fileprivate func isBefore(_ instant: Date) -> Bool { time < instant }
}

extension CalendarDay {
    /// A day on which no chain held anything.
    static let beforeAllChains = CalendarDay(utc: Date(timeIntervalSince1970: 0), secondsFromUTC: 0)
}
