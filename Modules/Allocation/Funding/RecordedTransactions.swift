import Models

import struct Foundation.UUID

/// The source that every asset has: transactions entered by hand.
struct RecordedTransactions: FundingSource {
    let name = "transactions"

    func answers(for asset: Asset) -> Bool { true }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        guard windows.contains(where: { $0.after < day }) else {
            return try reader.balances(on: [day]).compactMapValues { $0.first.map { SourceBalance($0) } }
        }
        return try storedBalances(of: assets, on: [day], windows: [windows], in: reader)?.first
    }

    func storedContributions(
        of assets: [Asset], in days: ClosedRange<CalendarDay>, in reader: any EntityReader
    ) throws -> [UUID: SourceContributions]? {
        let payments = try reader.transactions(in: days).filter { $0.kind == .manual }
        return Dictionary(grouping: payments, by: \.assetID).mapValues { payments in
            SourceContributions(payments.map { .init(day: $0.day, entered: $0.entered, amount: $0.amount) })
        }
    }

    /// One pass over the transactions of each asset, however many days there are.
    func storedBalances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]]? {
        guard days.count > 1 || windows.contains(where: { !$0.isEmpty }) else {
            return try days.map { try storedBalances(of: assets, on: $0, windows: [], in: reader) ?? [:] }
        }
        var balances = days.map { _ in [UUID: SourceBalance]() }
        for asset in assets {
            guard let history = try DatedSums(of: asset, on: days, windows, reader) else { continue }
            for (index, day) in days.enumerated() {
                balances[index][asset.id] = try history.balance(on: day, windows[index])
            }
        }
        return balances
    }
}

/// The sums that were entered by hand for an asset until each of many days.
private struct DatedSums {
    private let asset: Asset
    private let places: [CalendarDay: Int]
    private let totals: [Money]
    /// The sums of what counts as contributed; nothing when no window is asked for.
    private let payments: [Money]
    /// The amounts that an early closing has settled, by window.
    private let settled: [ContributionWindow: [Transaction]]

    /// Nil for an asset without transactions.
    init?(
        of asset: Asset, on days: [CalendarDay], _ windows: [Set<ContributionWindow>], _ reader: any EntityReader
    ) throws {
        let all = windows.reduce(into: Set()) { $0.formUnion($1) }
        let boundaries = Set(days + all.map(\.after)).sorted()
        func sums(_ kinds: Set<String>?) throws -> [Money]? {
            try reader.sums(Transaction.self, of: "amount", for: asset.id, among: kinds, upTo: boundaries)[asset.id]
        }
        guard let totals = try sums(nil) else { return nil }
        self.asset = asset
        self.totals = totals
        payments = all.isEmpty ? [] : try sums([Transaction.Kind.manual.rawValue]) ?? []
        var settled: [ContributionWindow: [Transaction]] = [:]
        for window in all {
            guard let closing = window.closing else { continue }
            settled[window] = try reader.transactions(of: asset.id, in: window.after...closing.end).filter {
                $0.kind == .manual && $0.day > window.after && !window.contains(day: $0.day, entered: $0.entered)
            }
        }
        self.settled = settled
        places = Dictionary(uniqueKeysWithValues: boundaries.enumerated().map { ($1, $0) })
    }

    /// The balance at the end of a day, with what was contributed in windows; those in which nothing was are left out.
    func balance(on day: CalendarDay, _ windows: Set<ContributionWindow>) throws(MoneyError) -> SourceBalance {
        guard let place = places[day] else { return SourceBalance(.zero(asset.currency)) }
        var contributed: [ContributionWindow: Money] = [:]
        for window in windows where window.after < day && !payments.isEmpty {
            guard let first = places[window.after] else { continue }
            var sum = try payments[place].subtracting(payments[first])
            for transaction in settled[window] ?? [] where transaction.day <= day {
                sum = try sum.subtracting(transaction.amount)
            }
            if !sum.isZero { contributed[window] = sum }
        }
        return SourceBalance(totals[place], contributed: contributed)
    }
}
