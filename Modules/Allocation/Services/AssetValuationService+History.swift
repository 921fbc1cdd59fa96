import ExchangeRates
public import Models
import Persistence

import struct Foundation.UUID

extension AssetValuationService {
    /// On how many days balances from outside are looked up where the store keeps them: those of 53 weeks.
    private static let mostDays = 371
    /// The same where each has to be asked for.
    private static let mostAskedDays = 53
    /// How many values of an asset on a day are worked out; where there would be more, there are fewer days.
    private static let mostValues = 100_000

    /// What the assets of a valuation had on past days, at the rates of the valuation.
    ///
    /// Balances that are kept by hand are rolled back by their transactions. A balance from outside is reported by its source; one whose past
    /// is not known is left out and named. Of one that is known only in part, the known part counts, as in the valuation.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func history(
        of valuation: Valuation, _ range: BalanceHistory.Range, _ call: Call
    ) async throws -> BalanceHistory {
        let rows = valuation.report.rows
        let display = valuation.display
        let found = try await funding.answering(call, keeping: valuation.rates) { answers in
            try await store.read { try Past(rows.map(\.balance.asset), range, call.today, answers, $0) }
        }
        return try BalanceHistory(
            range, days: found.days,
            balances: rows.map { row in (row.balance.asset, found.amounts[row.balance.asset.id] ?? []) },
            factors: rows.map { row in
                row.balance.asset.currency == display ? .one : row.rate?.rate
            }, gaps: rows.map { $0.unavailable.last?.reason }, totalBound: valuation.report.totalBound,
            display: display,
            isSampled: found.isSampled)
    }

    /// The balances of assets on past days.
    private struct Past {
        let days: [CalendarDay]
        let amounts: [UUID: [BalanceHistory.PastBalance]]
        let isSampled: Bool

        init(
            _ assets: [Asset], _ range: BalanceHistory.Range, _ today: CalendarDay, _ answers: FundingAnswers,
            _ reader: any StoreReader
        ) throws {
            let byAsset = Dictionary(
                grouping: try reader.transactions(of: nil).filter { $0.day <= today }, by: \.assetID)
            let asked = answers.assetsFromOutside(assets)
            let outside = Set(asked.map(\.id))
            let earliest = byAsset.values.joined().map(\.day).min()
            let start = range.months.map { today.adding(months: -$0) }
            // Before its first transaction a household is not there yet; what comes from outside may be older.
            let known = asked.isEmpty ? earliest : start ?? earliest
            let from = min(today, [start, known].compactMap { $0 }.max() ?? today)
            var found: Set<CalendarDay> = [from, today]
            for (id, transactions) in byAsset where !outside.contains(id) {
                found.formUnion(transactions.lazy.map(\.day).filter { $0 >= from })
            }
            let length = from.days(until: today) + 1
            let most =
                try answers.isStored(asked, in: reader)
                ? AssetValuationService.mostDays : AssetValuationService.mostAskedDays
            let isStretched = !asked.isEmpty && length > most
            if isStretched {
                found = Set((0..<most).map { from.adding(days: $0 * (length - 1) / (most - 1)) })
            } else if !asked.isEmpty {
                found = Set((0..<length).map { from.adding(days: $0) })
            }
            var days = found.sorted()
            let affordable = max(12, AssetValuationService.mostValues / max(1, assets.count))
            isSampled = isStretched || days.count > affordable
            if days.count > affordable {
                days = (0..<affordable).map { days[$0 * (days.count - 1) / (affordable - 1)] }
            }
            var amounts: [UUID: [BalanceHistory.PastBalance]] = [:]
            for asset in assets where !outside.contains(asset.id) {
                amounts[asset.id] = try Self.rolled(byAsset[asset.id] ?? [], days, asset.currency)
            }
            if !asked.isEmpty {
                for balance in try answers.balances(of: asked, on: days, in: reader).joined() {
                    let known = balance.isOfNow ? balance.manual : balance.known
                    amounts[balance.asset.id, default: []].append(
                        BalanceHistory.PastBalance(known: known, gap: balance.ofItsDay.gap))
                }
            }
            self.days = days
            self.amounts = amounts
        }

        /// The sum of the transactions up to each of the days.
        private static func rolled(
            _ transactions: [Transaction], _ days: [CalendarDay], _ currency: Currency
        ) throws(MoneyError) -> [BalanceHistory.PastBalance] {
            let sorted = transactions.sorted { $0.day < $1.day }
            var (sum, next) = (Money.zero(currency), 0)
            var result: [BalanceHistory.PastBalance] = []
            for day in days {
                while next < sorted.count, sorted[next].day <= day {
                    sum = try sum.adding(sorted[next].amount)
                    next += 1
                }
                result.append(BalanceHistory.PastBalance(known: sum, gap: nil))
            }
            return result
        }
    }
}
