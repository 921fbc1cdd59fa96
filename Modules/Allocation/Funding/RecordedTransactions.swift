import Models

import struct Foundation.UUID

/// The source that every asset has: transactions entered by hand.
struct RecordedTransactions: FundingSource {
    let name = "transactions"

    func answers(for asset: Asset) -> Bool { true }

    func storedBalances(
        of assets: [Asset], on day: CalendarDay, since: CalendarDay, in reader: any EntityReader
    ) throws -> [UUID: SourceBalance]? {
        let sums = try reader.balances(on: [day, min(since, day)])
        var balances: [UUID: SourceBalance] = [:]
        for asset in assets {
            guard let sum = sums[asset.id] else { continue }
            balances[asset.id] = SourceBalance(sum[0], cameIn: try sum[0].subtracting(sum[1]))
        }
        return balances
    }
}
