#if SQLite
    import Models
    import Persistence

    import struct Foundation.UUID

    enum TransactionTable: RecordTable {
        static let layout = TableLayout(
            "transactions", columns: ["id", "assetID", "day", "amount", "currency", "note", "hash"],
            keyColumns: 1, order: "day, id")

        static func cells(of transaction: Transaction) -> [Cell] {
            [
                .text(transaction.id.uuidString), .text(transaction.assetID.uuidString), .text("\(transaction.day)"),
                .text(transaction.amount.amountText), .text(transaction.amount.currency.encoded),
                Cell(transaction.note),
                Cell(transaction.hash),
            ]
        }

        static func record(of transaction: Transaction) -> Record { .transaction(transaction) }

        static func value(in record: Record) -> Transaction? {
            if case .transaction(let transaction) = record { transaction } else { nil }
        }

        static func value(of row: RowReader) throws -> Transaction {
            Transaction(
                id: try row.uuid(0), assetID: try row.uuid(1), amount: try row.money(3, 4), day: try row.day(2),
                note: try row.optionalText(5), hash: try row.optionalText(6))
        }

        // MARK: - Balances

        /// The total of the index that balances are read from: asset, day, amount and currency of every transaction.
        private static let balanceTotal = "balances"

        static var index: (total: String, checksum: (Transaction) -> UInt64)? {
            (balanceTotal, { Checksum.of(cells(of: $0)[1...4]) })
        }

        /// One pass over the index, which holds all that is needed and lies in the order of the assets.
        static func balances(on days: [CalendarDay], in unit: SQLiteUnitOfWork) throws -> [UUID: [Money]] {
            var balances: [UUID: [Money]] = [:]
            var found = TableTotal()
            var current = AssetBalance()
            try unit.connection.forEachRow(
                """
                SELECT assetID, day, amount, currency FROM transactions INDEXED BY transactionsByAsset
                ORDER BY assetID, day
                """
            ) { row in
                found.add(Checksum.of(row, columns: 0..<4))
                if !current.isOf(row) {
                    current.store(in: &balances)
                    current = try AssetBalance(row, days: days)
                }
                try current.add(try row.money(2, 3), dated: try row.day(1))
            }
            current.store(in: &balances)
            try unit.totals.check(found, of: balanceTotal, in: unit.connection)
            return balances
        }
    }

    /// What one asset's transactions come to, while its part of the index is passed.
    private struct AssetBalance {
        private var id: UUID?
        private var text: [UInt8] = []
        private var days: [CalendarDay] = []
        private var amounts: [Money] = []

        init() {}

        init(_ row: RowReader, days: [CalendarDay]) throws {
            id = try row.uuid(0)
            text = row.bytes(0).map(Array.init) ?? []
            self.days = days
            let currency = try row.currency(3)
            amounts = days.map { _ in Money.zero(currency) }
        }

        func isOf(_ row: RowReader) -> Bool { row.holds(text, in: 0) }

        mutating func add(_ amount: Money, dated day: CalendarDay) throws(MoneyError) {
            for index in days.indices where day <= days[index] { amounts[index] = try amounts[index].adding(amount) }
        }

        func store(in balances: inout [UUID: [Money]]) {
            if let id { balances[id] = amounts }
        }
    }
#endif
