#if SQLite
    import Models
    import Persistence

    import struct Foundation.UUID

    /// Shares are in ten-thousandths of a percent. A row with neither share nor earmark is the claim on the rest.
    enum AllocationTable: RecordTable {
        static let layout = TableLayout(
            "allocations", columns: ["assetID", "goalID", "share", "earmark", "currency"],
            keyColumns: 2, order: "assetID, goalID")

        static func cells(of allocation: AssetAllocation) -> [Cell] {
            let claim: [Cell] =
                switch allocation.claim {
                case .share(let share): [.integer(share.units), .null, .null]
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
                if !row.isNull(2) {
                    .share(try share(row))
                } else if let amount = try row.optionalMoney(3, 4) {
                    .earmark(amount)
                } else {
                    .rest
                }
            return AssetAllocation(assetID: try row.uuid(0), goalID: try row.uuid(1), claim: claim)
        }

        private static func share(_ row: RowReader) throws(RowFault) -> Share {
            do { return try Share(units: row.integer(2)) } catch { throw row.fault(2) }
        }
    }
#endif
