#if SQLite
import Models
import Persistence

import struct Foundation.UUID

/// A row with neither share nor earmark is the claim on the rest.
enum AllocationTable: RecordTable {
    static let name = "allocations"
    static let columns = ["assetID", "goalID", "share", "earmark", "currency"]
    static let keyColumns = 2
    static let order = "assetID, goalID"

    static func cells(of allocation: AssetAllocation) -> [Cell] {
        let claim: [Cell] =
            switch allocation.claim {
            case .share(let share): [.text("\(share)"), .null, .null]
            case .earmark(let amount): [.null, .text(amount.amountText), .text(amount.currency.encoded)]
            case .rest: [.null, .null, .null]
            }
        return [.text(allocation.assetID.uuidString), .text(allocation.goalID.uuidString)] + claim
    }

    static func record(of allocation: AssetAllocation) -> Record { .allocation(allocation) }

    static func value(in record: Record) -> AssetAllocation? {
        if case .allocation(let allocation) = record { allocation } else { nil }
    }

    static func value(of row: RowReader) throws -> AssetAllocation {
        let claim: AssetAllocation.Claim =
            if row.bytes(2) != nil {
                .share(try row.parsed(2) { (text) throws(ShareError) in try Share(text) })
            } else if let amount = try row.optionalMoney(3, 4) {
                .earmark(amount)
            } else {
                .rest
            }
        return AssetAllocation(assetID: try row.uuid(0), goalID: try row.uuid(1), claim: claim)
    }
}
#endif
