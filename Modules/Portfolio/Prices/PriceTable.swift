import FileFormats
package import Models

/// A table of prices: instrument, price, currency, date, adjustedThrough.
package struct PriceTable {
    /// A row as it stands there.
    package struct Row: Sendable {
        /// The line, from 1.
        package let line: Int
        /// The name, symbol or ISIN; empty where there is none.
        package let instrument: String
        /// The day.
        package let day: CalendarDay
        /// The day through which the price was adjusted.
        package let adjustedThrough: CalendarDay?
        let digits: String
        let code: String?

        /// The price in the currency that the row names, else in a usual one: a hundredth for `GBX`.
        ///
        /// - Throws: `NumberError`, `CurrencyError`.
        package func price(in usual: Currency) throws -> Money {
            guard let code else { return try Money(digits, usual) }
            if let whole = Currency.whole(ofSubunit: code) { return try Money(digits, whole).hundredth() }
            return try Money(digits, try Currency(code: code))
        }
    }

    /// The rows of a file.
    ///
    /// - Throws: ``ImportError``, also with all rows that cannot be read.
    package static func rows(path: String, _ call: Call) throws -> [Row] {
        let statement = try Statement(path: path, for: .prices, call)
        var (rows, issues, count): ([Row], [ImportError.RowIssue], Int) = ([], [], 0)
        try statement.forEachRow { row in
            do {
                rows.append(try Row(try row.get()))
            } catch {
                count += 1
                let line = (error as? UnreadableRow)?.line ?? (try? row.get().line) ?? 0
                let reason = (error as? UnreadableRow)?.reason ?? "\(error)"
                if issues.count < 20 { issues.append(ImportError.RowIssue(line: line, message: reason)) }
            }
        }
        guard issues.isEmpty else { throw ImportError.rows(issues, count: count) }
        return rows
    }
}

extension PriceTable.Row {
    init(_ row: ImportedRow) throws {
        self.init(
            line: row.line, instrument: row[.priceInstrument] ?? "", day: row.day,
            adjustedThrough: try row[.priceAdjusted].map { try CalendarDay($0) }, digits: row[.pricePrice] ?? "",
            code: try row.code(of: .pricePrice))
    }
}

extension ColumnRole {
    static let pricePrice = ColumnRole(
        "price", .number, titles: ["price", "close", "kurs", "schlusskurs", "quote"], isRequired: true)
    static let priceInstrument = ColumnRole(
        "instrument", titles: ["instrument", "symbol", "isin", "security", "name"])
    static let priceAdjusted = ColumnRole(
        "adjusted", .day, titles: ["adjustedthrough", "adjusted through", "adjusted"])
    static let priceCurrency = ColumnRole("currency", titles: ["currency", "währung", "ccy"])
}

extension ImportTarget {
    /// The columns of a table of prices.
    static let prices = ImportTarget([.date, .priceInstrument, .pricePrice, .priceCurrency, .priceAdjusted])
}
