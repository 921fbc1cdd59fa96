import FileFormats
public import Models
import Persistence

import struct Foundation.UUID

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
        let statement = try Statement(path: path, for: .prices, call)
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
        let entry = try PriceTable.Row(row)
        let adjusted = entry.adjustedThrough
        if let adjusted, adjusted < row.day { throw PortfolioError.daysReversed(from: row.day, to: adjusted) }
        return InstrumentPrice(
            instrumentID: instrument.id, day: row.day, price: try entry.price(in: instrument.currency),
            adjustedThrough: adjusted)
    }
}
