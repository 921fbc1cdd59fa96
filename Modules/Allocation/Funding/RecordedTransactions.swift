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
