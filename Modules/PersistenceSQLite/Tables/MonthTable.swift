#if SQLite
    import Models
    import Persistence

    /// A month is kept whole: it is written twice in its life and always read as one.
    enum MonthTable: RecordTable {
        static let layout = TableLayout("months", columns: ["month", "content"], keyColumns: 1, order: "month")

        static func cells(of execution: MonthExecution) throws -> [Cell] {
            [.text("\(execution.month)"), .text(try JSONText.encode(execution))]
        }

        static func record(of execution: MonthExecution) -> Record { .month(execution) }

        static func value(in record: Record) -> MonthExecution? {
            if case .month(let execution) = record { execution } else { nil }
        }

        static func value(of row: RowReader) throws -> MonthExecution { try row.parsed(1, JSONText.decode) }
    }
#endif
