import Models

import struct Foundation.Date
import struct Foundation.UUID

/// Halves of transfers that earlier files brought alone, which halves of this file complete: together they are one transfer, which keeps
/// cost and day of acquisition (P8).
struct StoredHalves {
    private var transactions: [PortfolioTransaction]
    /// The lots that are named by sales, gifts and transfers.
    private let named: Set<UUID>

    init(_ transactions: [PortfolioTransaction]) {
        self.transactions = transactions
        named = Set(transactions.lazy.flatMap(\.lots).map(\.id))
    }

    /// The stored half that a half of the file completes, and the transfer that takes its place; nil where there is none.
    ///
    /// - Parameter others: the other transactions of the file.
    mutating func complete(
        _ half: PortfolioTransaction, goesOut: Bool, beside others: [PortfolioTransaction]
    ) -> (old: PortfolioTransaction, new: PortfolioTransaction)? {
        func distance(_ index: Int) -> Int { abs(transactions[index].day.days(until: half.day)) }
        let fitting = transactions.indices.filter { index in
            let other = transactions[index]
            return other.kind == (goesOut ? .receive : .give) && other.instrumentID == half.instrumentID
                && other.portfolioID != half.portfolioID && other.units == half.units
                && distance(index) <= TransferHalves.nearDays && isUntouched(other)
        }
        for index in fitting.sorted(by: { distance($0) < distance($1) }) {
            let old = transactions[index]
            guard let new = transfer(old, half, goesOut, beside: others) else { continue }
            transactions[index] = new
            return (old, new)
        }
        return nil
    }

    /// Whether it is as its file brought it: what a person said of it since counts more than another file.
    private func isUntouched(_ half: PortfolioTransaction) -> Bool {
        guard RowContent.isHalf(half), !named.contains(half.id) else { return false }
        let content = RowContent(half)
        let isPlain = half.kind == .give || half.gross == nil && half.acquired == nil
        return isPlain && content.day == half.day && content.units == half.units
    }

    /// One transfer of both halves with the id of the stored one: on the first of their days, or on the other one where that would take
    /// units that are not there.
    private func transfer(
        _ old: PortfolioTransaction, _ half: PortfolioTransaction, _ goesOut: Bool,
        beside others: [PortfolioTransaction]
    ) -> PortfolioTransaction? {
        let (out, back) = goesOut ? (half, old) : (old, half)
        let rest = (transactions.filter { $0.id != old.id } + others).filter { touches($0, old.instrumentID) }
        let missing = UnitBook(rest + [out, back]).missing()
        let places = old.day <= half.day ? [old, half] : [half, old]
        for place in places {
            var transfer = PortfolioTransaction(
                id: old.id, kind: .transfer, portfolioID: out.portfolioID, instrumentID: out.instrumentID,
                toPortfolioID: back.portfolioID, day: place.day, entered: place.entered, units: out.units,
                fees: out.fees, rate: out.rate, lots: out.lots, note: out.note ?? back.note,
                imported: out.imported ?? back.imported)
            transfer.importedRow = RowContent(transfer).text
            let short = UnitBook(rest + [transfer]).missing()
            let isNew = short.contains { gap in
                !missing.contains { $0.position == gap.position && $0.day == gap.day && $0.units >= gap.units }
            }
            if !isNew { return transfer }
        }
        return nil
    }

    private func touches(_ transaction: PortfolioTransaction, _ instrument: UUID?) -> Bool {
        transaction.kind.isCorporateAction || transaction.instrumentID == instrument
    }
}
