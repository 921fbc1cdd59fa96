import FileFormats
public import Models
import Persistence

import struct Foundation.UUID

extension ColumnRole {
    fileprivate static let pricePrice = ColumnRole(
        "price", .number, titles: ["price", "close", "kurs", "schlusskurs", "quote"], isRequired: true)
    fileprivate static let priceInstrument = ColumnRole(
        "instrument", titles: ["instrument", "symbol", "isin", "security", "name"])
    fileprivate static let priceAdjusted = ColumnRole(
        "adjusted", .day, titles: ["adjustedthrough", "adjusted through", "adjusted"])
    fileprivate static let priceCurrency = ColumnRole("currency", titles: ["currency", "währung", "ccy"])
}

extension PriceService {
    /// Prices that were read from a file.
    public struct Imported: Sendable {
        /// How many were recorded.
        public let recorded: Int
        /// How many were there already.
        public let known: Int
    }

    /// Records the prices of a table with the columns instrument, price, currency, date and adjustedThrough: all, or none.
    ///
    /// - Parameters:
    ///   - name: the instrument of rows that name none.
    ///   - replacing: whether prices take the place of others of their day.
    /// - Throws: ``ImportError`` with the rows that cannot be recorded, ``StoreError``.
    public func importPrices(
        path: String, of name: String? = nil, replacing: Bool = false, _ call: Call
    ) async throws -> Outcome<Imported> {
        let target = ImportTarget([.date, .priceInstrument, .pricePrice, .priceCurrency, .priceAdjusted])
        let statement = try Statement(path: path, for: target, call)
        var rows: [ReadRow] = []
        try statement.forEachRow { rows.append($0) }
        guard !rows.isEmpty else { throw ImportError.nothing }
        let read = rows
        return try await store.write(call) { writer in
            var (recorded, known, count) = (0, 0, 0)
            var issues: [ImportError.RowIssue] = []
            for row in read {
                var line = 0
                do {
                    let row = try row.get()
                    line = row.line
                    let price = try Self.price(row, name, call, in: writer)
                    if let old = try writer.find(
                        InstrumentPrice.self, key: [.text(price.instrumentID.uuidString), .text("\(price.day)")])
                    {
                        guard old != price else {
                            known += 1
                            continue
                        }
                        let instrument = try writer.find(Instrument.self, price.instrumentID)?.name ?? ""
                        guard replacing else {
                            throw PortfolioError.priceExists(instrument: instrument, day: old.day, price: old.price)
                        }
                        try writer.update(old, to: price)
                    } else {
                        try writer.insert(price)
                    }
                    recorded += 1
                } catch let row as UnreadableRow {
                    count += 1
                    if issues.count < 20 { issues.append(ImportError.RowIssue(line: row.line, message: row.reason)) }
                } catch let problem as any Problem {
                    count += 1
                    if issues.count < 20 {
                        issues.append(ImportError.RowIssue(line: line, message: problem.description))
                    }
                }
            }
            guard issues.isEmpty else { throw ImportError.rows(issues, count: count) }
            return Outcome(Imported(recorded: recorded, known: known), warnings: statement.warnings)
        }
    }

    private static func price(
        _ row: ImportedRow, _ name: String?, _ call: Call, in reader: any StoreReader
    ) throws -> InstrumentPrice {
        let instrument = try reader.instrument(named: row[.priceInstrument] ?? name ?? "")
        if instrument.type == .cash { throw PortfolioError.cashHasNoPrice(instrument.name) }
        guard row.day <= call.day else { throw PortfolioError.futureDay(row.day) }
        var price = row[.pricePrice] ?? ""
        var currency = instrument.currency
        if let code = row[.priceCurrency] ?? row.currency {
            if let whole = Currency.whole(ofSubunit: code) {
                (currency, price) = (whole, try Money(price, whole).hundredth().amountText)
            } else {
                currency = try Currency(code: code)
            }
        }
        let adjusted = try row[.priceAdjusted].map { try CalendarDay($0) }
        if let adjusted, adjusted < row.day { throw PortfolioError.daysReversed(from: row.day, to: adjusted) }
        return InstrumentPrice(
            instrumentID: instrument.id, day: row.day, price: try Money(price, currency), adjustedThrough: adjusted)
    }
}
