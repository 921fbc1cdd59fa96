import Models

import struct Foundation.UUID

/// The source that every asset has: transactions entered by hand.
struct RecordedTransactions: FundingSource {
    let name = "transactions"

    func answers(for asset: Asset) -> Bool { true }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, windows: Set<ContributionWindow>, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        let totals = try reader.balances(on: [day])
        let windows = windows.filter { $0.after < day }
        guard !windows.isEmpty else { return totals.compactMapValues { $0.first.map { SourceBalance($0) } } }
        let payments = try Payments(windows, until: day, reader)
        var balances: [UUID: SourceBalance] = [:]
        for asset in assets {
            guard let total = totals[asset.id]?.first else { continue }
            balances[asset.id] = SourceBalance(total, contributed: try payments.contributed(to: asset))
        }
        return balances
    }

    /// One pass over the transactions of each asset, however many days there are.
    func storedBalances(
        of assets: [Asset], on days: [CalendarDay], windows: [Set<ContributionWindow>], in reader: any EntityReader
    ) throws -> [[UUID: SourceBalance]]? {
        guard days.count > 1 else {
            return try zip(days, windows).map { day, windows in
                try storedBalances(of: assets, on: day, windows: windows, in: reader) ?? [:]
            }
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

/// What was contributed by hand until a day, window by window.
private struct Payments {
    private let windows: [ContributionWindow]
    private let sums: [UUID: [Money]]
    /// What an early closing has settled, by window and asset.
    private var settled: [ContributionWindow: [UUID: [Money]]] = [:]

    init(_ windows: Set<ContributionWindow>, until day: CalendarDay, _ reader: any EntityReader) throws {
        self.windows = Array(windows)
        let kinds: Set = [Transaction.Kind.manual.rawValue]
        sums = try reader.sums(
            Transaction.self, of: "amount", for: nil, among: kinds, upTo: [day] + self.windows.map(\.after))
        let closed = windows.filter { $0.closing != nil }
        guard !closed.isEmpty else { return }
        for transaction in try reader.transactions(of: nil) where transaction.kind == .manual && transaction.day <= day
        {
            for window in closed where transaction.day > window.after {
                guard !window.contains(day: transaction.day, entered: transaction.entered) else { continue }
                settled[window, default: [:]][transaction.assetID, default: []].append(transaction.amount)
            }
        }
    }

    func contributed(to asset: Asset) throws -> [ContributionWindow: Money] {
        guard let sums = sums[asset.id], let now = sums.first else { return [:] }
        var contributed: [ContributionWindow: Money] = [:]
        for (window, before) in zip(windows, sums.dropFirst()) {
            let settled = try Money.sum(settled[window]?[asset.id] ?? [], in: asset.currency)
            contributed[window] = try now.subtracting(before).subtracting(settled)
        }
        return contributed
    }
}
