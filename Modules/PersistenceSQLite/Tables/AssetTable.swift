#if SQLite
    import Models
    import Persistence

    import struct Foundation.UUID

    enum AssetTable: RecordTable {
        static let layout = TableLayout(
            "assets", columns: ["id", "name", "currency", "chain", "address"],
            keyColumns: 1, order: "name, id")

        static func cells(of asset: Asset) -> [Cell] {
            [
                .text(asset.id.uuidString), .text(asset.name), .text(asset.currency.encoded), Cell(asset.chain),
                Cell(asset.address),
            ]
        }

        static func record(of asset: Asset) -> Record { .asset(asset) }

        static func value(in record: Record) -> Asset? {
            if case .asset(let asset) = record { asset } else { nil }
        }

        static func value(of row: RowReader) throws -> Asset {
            Asset(
                id: try row.uuid(0), name: try row.text(1), currency: try row.currency(2),
                chain: try row.optionalText(3),
                address: try row.optionalText(4))
        }
    }
#endif
