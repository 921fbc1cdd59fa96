import FileFormats
import Models

import struct Foundation.Date
import struct Foundation.UUID

/// A row of a ``TransactionTable``.
struct TransactionRow: Sendable {
    let line: Int
    private let cells: [TransactionColumn: String]

    subscript(column: TransactionColumn) -> String? { cells[column] }

    /// The rows of a file.
    ///
    /// - Throws: `ImportError`.
    static func all(in file: TextFile) throws -> [TransactionRow] {
        var (columns, rows): ([TransactionColumn?], [TransactionRow]) = ([], [])
        try file.forEachRow(delimiter: UInt8(ascii: ",")) { row in
            guard !columns.isEmpty else {
                columns = row.cells.map(TransactionColumn.init(rawValue:))
                return
            }
            var cells: [TransactionColumn: String] = [:]
            for (column, cell) in zip(columns, row.cells) where !cell.isEmpty {
                if let column { cells[column] = cell }
            }
            rows.append(TransactionRow(line: row.line, cells: cells))
        }
        return rows
    }

    /// The id of its transaction.
    ///
    /// - Throws: ``RowRefusal``.
    func id() throws -> UUID { try needed(.transaction, UUID.init(uuidString:)) }

    /// A text; nil for an empty cell.
    func text(_ column: TransactionColumn) -> String? { cells[column].map(TransactionTable.plain) }

    /// The value of a cell; nil for an empty one.
    ///
    /// - Throws: ``RowRefusal``.
    func value<Value>(_ column: TransactionColumn, _ read: (String) throws -> Value?) throws -> Value? {
        guard let text = cells[column] else { return nil }
        guard let value = try? read(text) else {
            throw RowRefusal("'\(text.printable)' in the column \(column.rawValue) cannot be read.")
        }
        return value
    }

    /// The value of a cell that may not be empty.
    ///
    /// - Throws: ``RowRefusal``.
    func needed<Value>(_ column: TransactionColumn, _ read: (String) throws -> Value?) throws -> Value {
        guard let value = try value(column, read) else { throw RowRefusal("The column \(column.rawValue) is empty.") }
        return value
    }

    /// The transaction of the row.
    ///
    /// - Throws: ``RowRefusal``, ``PortfolioError``.
    func transaction(
        portfolio: UUID?, instrument: UUID?, toPortfolio: UUID?, toInstrument: UUID?, _ call: Call
    ) throws -> PortfolioTransaction {
        let day = try needed(.date) { try CalendarDay($0) }
        if day > call.day { throw PortfolioError.futureDay(day) }
        var transaction = PortfolioTransaction(
            id: try id(), kind: try needed(.type, PortfolioTransaction.Kind.init(rawValue:)), portfolioID: portfolio,
            instrumentID: instrument, toPortfolioID: toPortfolio, toInstrumentID: toInstrument, day: day,
            entered: try needed(.time) { try InstantText.instant($0) })
        for (amount, digits, code) in TransactionTable.amounts {
            let currency = try value(code) { try Currency(encoded: $0) }
            transaction[keyPath: amount] = try value(digits) { text in try currency.map { try Money(text, $0) } }
        }
        transaction.units = try value(.units, TransactionTable.number)
        transaction.received = try value(.received, TransactionTable.number)
        transaction.share = try value(.share, TransactionTable.number)
        transaction.acquired = try value(.acquired) { try CalendarDay($0) }
        if let acquired = transaction.acquired, acquired > day { throw PortfolioError.futureDay(acquired) }
        if let rate = try value(.rate, TransactionTable.number) {
            transaction.rate = KeptRate(
                rate: rate, state: self[.rateState] ?? "given", sources: self[.rateSources],
                time: try value(.rateTime) { try InstantText.instant($0) })
        }
        transaction.lots = try value(.lots, Self.lots) ?? []
        transaction.swapID = try value(.swap, UUID.init(uuidString:))
        (transaction.note, transaction.imported, transaction.importedRow) = (text(.note), text(.id), self[.row])
        return transaction
    }

    private static func lots(_ text: String) -> [NamedLot]? {
        let lots = text.split(separator: " ").map { part -> NamedLot? in
            let parts = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let id = UUID(uuidString: parts[0]), let units = TransactionTable.number(parts[1]),
                units.isPositive
            else { return nil }
            return NamedLot(id: id, units: units)
        }
        return lots.contains(nil) ? nil : lots.compactMap(\.self)
    }
}
