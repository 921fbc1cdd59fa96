import FileFormats
public import Models
import Persistence

import struct Foundation.UUID

/// Transactions as a table that the import reads back without loss: ids, order, kept rates and named lots among them.
public struct TransactionTable: Sendable {
    /// The lines of the table as RFC 4180 says, the titles first.
    public let lines: [String]
    /// The transactions in the order in which they act.
    public let transactions: [PortfolioTransaction]
    /// The names of portfolios and instruments.
    public let names: PortfolioNames

    /// The table of transactions.
    init(_ transactions: [PortfolioTransaction], _ names: PortfolioNames) {
        (self.transactions, self.names) = (transactions.inOrder, names)
        let columns = TransactionColumn.allCases
        let rows = self.transactions.map { transaction in
            let cells = Self.cells(of: transaction, names)
            return columns.map { CSVCell.quoted(cells[$0] ?? "") }.joined(separator: ",")
        }
        lines = [columns.map(\.rawValue).joined(separator: ",")] + rows
    }

    /// Whether the titles of a file are those of such a table.
    static func matches(_ titles: Set<String>) -> Bool {
        titles.isSuperset(of: ["transaction", "instrumentType", "toPortfolio", "swap", "row"])
    }

    private static func cells(
        of transaction: PortfolioTransaction, _ names: PortfolioNames
    ) -> [TransactionColumn: String] {
        var cells: [TransactionColumn: String] = [
            .transaction: transaction.id.uuidString, .date: "\(transaction.day)",
            .time: InstantText.text(transaction.entered), .type: transaction.kind.rawValue,
            .portfolio: guarded(names.portfolio(transaction.portfolioID)),
            .toPortfolio: guarded(names.portfolio(transaction.toPortfolioID)),
        ]
        if let instrument = transaction.instrumentID.flatMap({ names.instruments[$0] }) {
            (cells[.instrument], cells[.symbol]) = (guarded(instrument.name), instrument.symbol.map(guarded))
            (cells[.isin], cells[.instrumentType]) = (instrument.isin, instrument.type.rawValue)
            cells[.instrumentCurrency] = instrument.currency.encoded
        }
        if let instrument = transaction.toInstrumentID.flatMap({ names.instruments[$0] }) {
            (cells[.toInstrument], cells[.toSymbol]) = (guarded(instrument.name), instrument.symbol.map(guarded))
            (cells[.toIsin], cells[.toInstrumentType]) = (instrument.isin, instrument.type.rawValue)
            cells[.toInstrumentCurrency] = instrument.currency.encoded
        }
        for (amount, digits, currency) in amounts {
            guard let money = transaction[keyPath: amount] else { continue }
            (cells[digits], cells[currency]) = (money.amountText, money.currency.encoded)
        }
        (cells[.units], cells[.received]) = (transaction.units.map(exact), transaction.received.map(exact))
        (cells[.share], cells[.acquired]) = (transaction.share.map(exact), transaction.acquired.map { "\($0)" })
        if let rate = transaction.rate {
            (cells[.rate], cells[.rateState]) = (exact(rate.rate), rate.state)
            (cells[.rateSources], cells[.rateTime]) = (rate.sources, rate.time.map(InstantText.text))
        }
        cells[.lots] = transaction.lots.map { "\($0.id.uuidString)=\(exact($0.units))" }.joined(separator: " ")
        cells[.swap] = transaction.swapID?.uuidString
        (cells[.note], cells[.id]) = (transaction.note.map(guarded), transaction.imported.map(guarded))
        cells[.row] = transaction.importedRow
        return cells
    }

    /// The amounts of a transaction with the columns of their digits and currencies.
    static var amounts:
        [(
            amount: WritableKeyPath<PortfolioTransaction, Money?>, digits: TransactionColumn,
            currency: TransactionColumn
        )]
    {
        [
            (\.gross, .amount, .currency), (\.fees, .fees, .feesCurrency), (\.taxes, .taxes, .taxesCurrency),
            (\.settled, .settled, .settledCurrency),
        ]
    }

    /// All digits where they end, else a fraction.
    private static func exact(_ number: Ratio) -> String { UnitsText.exactText(number) ?? UnitsText.text(number) }

    /// The number of ``exact(_:)``; nil for any other text.
    static func number(_ text: String) -> Ratio? {
        text.contains("/") ? Ratio(encoded: text) : try? Ratio(decimal: text)
    }

    private static let marks: Set<Character> = ["=", "+", "-", "@", "\t", "\r", "'"]

    /// A text that no spreadsheet runs as a formula.
    private static func guarded(_ text: String) -> String {
        text.first.map(marks.contains) ?? false ? "'" + text : text
    }

    /// The text that was guarded.
    static func plain(_ text: String) -> String { text.first == "'" ? String(text.dropFirst()) : text }
}

extension PortfolioService {
    /// All transactions as a table that ``importTrades(_:_:)`` reads back.
    ///
    /// - Throws: ``StoreError``.
    public func transactionTable(_ call: Call) async throws -> TransactionTable {
        try await store.read { reader in
            TransactionTable(try reader.all(PortfolioTransaction.self), try PortfolioNames(in: reader))
        }
    }
}
