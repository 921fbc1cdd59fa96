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
            var (recorded, known) = (0, 0)
            var issues = RowIssues()
            var instruments: [String: Instrument] = [:]
            var hundredths: Set<String> = []
            for row in read {
                var line = 0
                do {
                    let row = try row.get()
                    line = row.line
                    let title = row[.priceInstrument] ?? name ?? ""
                    let instrument = try instruments[title] ?? writer.instrument(named: title)
                    instruments[title] = instrument
                    let code = try row.code(of: .pricePrice)
                    if let code, Currency.whole(ofSubunit: code) != nil { hundredths.insert(code) }
                    let price = try Self.price(row, instrument, call)
                    if let old = try writer.find(
                        InstrumentPrice.self, key: [.text(price.instrumentID.uuidString), .text("\(price.day)")])
                    {
                        guard old != price else {
                            known += 1
                            continue
                        }
                        guard replacing else {
                            throw PortfolioError.priceExists(
                                instrument: instrument.name, day: old.day, price: old.price)
                        }
                        try writer.update(old, to: price)
                    } else {
                        try writer.insert(price)
                    }
                    recorded += 1
                } catch { try issues.note(error, line: line) }
            }
            try issues.check()
            return Outcome(
                Imported(recorded: recorded, known: known),
                warnings: statement.warnings + [Warning(hundredths: hundredths)].compactMap(\.self))
        }
    }

    private static func price(
        _ row: ImportedRow, _ instrument: Instrument, _ call: Call
    ) throws -> InstrumentPrice {
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
