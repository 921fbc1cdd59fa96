import FileFormats
import Models
import Persistence

import struct Foundation.UUID

extension StoreWriter {
    /// Records the prices that an export has beside its activities, for instruments that are there: what a person recorded of the same day
    /// stays.
    ///
    /// - Returns: how many were recorded.
    /// - Throws: What the store throws.
    func record(
        _ quotes: [GhostfolioActivities.Quote], of instruments: TradeInstruments, _ call: Call
    ) throws -> Int {
        var (recorded, instruments) = (0, instruments)
        for quote in quotes where quote.day <= call.day {
            var row = ImportedTrade(line: 0, day: quote.day)
            (row.symbol, row.instrument, row.isin) = (quote.symbol, quote.name?.orNothing, quote.isin?.orNothing)
            guard let currency = try? Currency(code: quote.currency),
                let instrument = try? instruments.find(row, currency), instrument.type != .cash,
                instrument.currency == currency, let price = try? Money(quote.price, currency), !price.isNegative
            else { continue }
            let key: [Cell] = [.text(instrument.id.uuidString), .text("\(quote.day)")]
            guard try find(InstrumentPrice.self, key: key) == nil else { continue }
            try insert(InstrumentPrice(instrumentID: instrument.id, day: quote.day, price: price))
            recorded += 1
        }
        return recorded
    }
}
