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
        /// The day after which they are all known; nil when they do not explain the balance.
        var knownAfter: CalendarDay?
        /// Why they are not all known; nil when they are.
        var doubt: Doubt?
    }

    /// Why a list of transactions is not relied on.
    enum Doubt: Equatable {
        /// They do not add up to the balance.
        case mismatch
        /// Without them the balance would have been below zero at the end of a day.
        case negative(CalendarDay)
        /// The list was too long to be read as a whole.
        case cutOff
    }

    /// The transactions that are known with an answer to what happened since an instant.
    ///
    /// Where the answer reaches, it replaces what was known: a chain may have been reorganised. An empty answer replaces
    /// something only if what remains explains the balance and what was known does not. What is known then has to add up to
    /// the balance: to all of it, where all transactions are known, else to its change since it was read before.
    ///
    /// - Parameters:
    ///   - since: the instant that was asked for; nil when all were.
    ///   - amount: the balance now.
    /// - Throws: ``MoneyError``.
    func merged(
        with history: ChainHistory, since: Date?, _ amount: Money, _ call: Call
    ) throws(MoneyError) -> Merged {
        let known = Dictionary(rows.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        let start = [since, history.start].compactMap { $0 }.max()
        var replaced = known.filter { start.map($0.value.isBefore) ?? false }
        for transfer in history.transfers where !transfer.amount.isZero {
            let place = ChainTransaction.Place(hash: transfer.hash, index: transfer.index)
            let read = known[place]?.read ?? call.now.wholeMilliseconds
            replaced[place] = ChainTransaction(transfer, of: asset, read: read, call)
        }
        let answer = try explained(Array(replaced.values), by: history, since: since, amount, call)
        guard history.transfers.isEmpty, !rows.isEmpty else { return answer }
        let kept = try explained(rows, by: history, since: since, amount, call)
        let isWhole = since != nil || history.start == nil
        return kept.knownAfter == nil && answer.knownAfter != nil && isWhole ? answer : kept
    }

    /// Some transactions in order, and whether they explain a balance.
    private func explained(
        _ transactions: [ChainTransaction], by history: ChainHistory, since: Date?, _ amount: Money, _ call: Call
    ) throws(MoneyError) -> Merged {
        let all = transactions.sorted { ($0.time, $0.hash, $0.index) < ($1.time, $1.hash, $1.index) }
        var merged = Merged(rows: all, knownAfter: nil, doubt: .mismatch)
        let sum = try Money.sum(all.map(\.amount), in: asset.currency)
        if since != nil, let balance, let before = balance.knownAfter {
            // What lies before the transactions that are known stays what it was.
            let base = try balance.amount.subtracting(Money.sum(rows.map(\.amount), in: asset.currency))
            guard try base.adding(sum) == amount else { return merged }
            (merged.knownAfter, merged.doubt) = (before, nil)
        } else if let start = history.start {
            merged.knownAfter = CalendarDay(utc: start, secondsFromUTC: call.zone.secondsFromGMT(for: start))
            merged.doubt = nil
        } else if sum == amount {
            (merged.knownAfter, merged.doubt) = (.beforeAllChains, nil)
        }
        return merged
    }

    /// The same, as far as it can be relied on (V7). Of a list that was cut off nothing is: what is known begins with the
    /// balance of the call. Nor is a list by which the balance would have been below zero on a day.
    ///
    /// - Throws: ``MoneyError``.
    func reliable(
        with history: ChainHistory, since: Date?, _ amount: Money, _ call: Call
    ) throws(MoneyError) -> Merged {
        var merged = try self.merged(with: history, since: since, amount, call)
        guard let known = merged.knownAfter else { return merged }
        let isCutOff = since == nil && history.start != nil && history.isCutOff
        if let day = try Self.negativeDay(merged.rows, amount, after: isCutOff ? .beforeAllChains : known) {
            (merged.knownAfter, merged.doubt) = (nil, .negative(day))
        } else if isCutOff {
            (merged.knownAfter, merged.doubt) = (call.day, .cutOff)
        }
        return merged
    }

    /// The latest day at whose end the balance would have been less than nothing; nil when it never was after a day.
    private static func negativeDay(
        _ transactions: [ChainTransaction], _ amount: Money, after day: CalendarDay
    ) throws(MoneyError) -> CalendarDay? {
        var balance = amount
        for (date, rows) in Dictionary(grouping: transactions, by: \.day).sorted(by: { $0.key > $1.key })
        where date > day {
            balance = try balance.subtracting(Money.sum(rows.map(\.amount), in: amount.currency))
            if balance.isNegative { return date.adding(days: -1) }
        }
        return nil
    }
}

extension ChainTransaction {
    fileprivate func isBefore(_ instant: Date) -> Bool { time < instant }
}

extension CalendarDay {
    /// A day on which no chain held anything.
    static let beforeAllChains = CalendarDay(utc: Date(timeIntervalSince1970: 0), secondsFromUTC: 0)
}
