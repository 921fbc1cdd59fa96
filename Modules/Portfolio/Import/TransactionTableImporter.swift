import FileFormats
import Models
import Persistence

import struct Foundation.UUID

/// Enters the rows of a ``TransactionTable`` as they were, inside a write: those whose transactions are there already are left out.
struct TransactionTableImporter {
    private let request: PortfolioImportRequest
    private let call: Call
    private let writer: any StoreWriter
    private let portfolios: [InvestmentPortfolio]
    private(set) var instruments: TradeInstruments
    /// The number of rows that were known.
    private(set) var known = 0

    init(_ request: PortfolioImportRequest, _ call: Call, _ writer: any StoreWriter) throws {
        (self.request, self.call, self.writer) = (request, call, writer)
        portfolios = try writer.all(InvestmentPortfolio.self)
        instruments = try TradeInstruments(writer)
    }

    /// The new transactions.
    ///
    /// - Throws: ``ImportError/rows(_:count:)`` with all that cannot be entered.
    mutating func transactions(_ rows: [TransactionRow]) throws -> [PortfolioTransaction] {
        var (found, issues, seen) = ([PortfolioTransaction](), RowIssues(), Set<UUID>())
        for row in rows {
            do {
                let id = try row.id()
                guard seen.insert(id).inserted else {
                    throw RowRefusal("Another row of the file has the same transaction.")
                }
                if try writer.find(PortfolioTransaction.self, id) != nil {
                    known += 1
                    continue
                }
                found.append(
                    try row.transaction(
                        portfolio: try portfolio(request.portfolio ?? row.text(.portfolio), row),
                        instrument: try instrument(
                            row, .instrument, .symbol, .isin, .instrumentType, .instrumentCurrency),
                        toPortfolio: try portfolio(row.text(.toPortfolio), row),
                        toInstrument: try instrument(
                            row, .toInstrument, .toSymbol, .toIsin, .toInstrumentType, .toInstrumentCurrency), call))
            } catch { try issues.note(error, line: row.line) }
        }
        try issues.check()
        return found
    }

    private func portfolio(_ name: String?, _ row: TransactionRow) throws -> UUID? {
        guard let name, row[.portfolio] != nil else { return nil }
        if let found = portfolios.first(where: { $0.name.foldedName == name.foldedName }) { return found.id }
        throw RowRefusal("There is no portfolio '\(name.printable)'. Add it, or name one portfolio for all rows.")
    }

    private mutating func instrument(
        _ row: TransactionRow, _ name: TransactionColumn, _ symbol: TransactionColumn, _ isin: TransactionColumn,
        _ type: TransactionColumn, _ currency: TransactionColumn
    ) throws -> UUID? {
        guard let title = row.text(name) else { return nil }
        return try instruments.named(
            title, symbol: row.text(symbol), isin: row[isin],
            type: try row.needed(type, InstrumentType.init(rawValue:)),
            currency: try row.needed(currency) { try Currency(encoded: $0) }
        ).id
    }
}
