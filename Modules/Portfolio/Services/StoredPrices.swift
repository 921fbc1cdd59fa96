import Models

import struct Foundation.UUID

/// The prices that a store holds, read one by one: valuing never reads a list.
struct StoredPrices {
    private let reader: any EntityReader

    init(_ reader: any EntityReader) { self.reader = reader }

    /// The newest recorded and the newest fetched price on or before a day.
    func points(of instrument: Instrument, on day: CalendarDay) throws -> [PricePoint] {
        let newest = Selection(
            where: "instrumentID", is: .text(instrument.id.uuidString), by: "day", through: .text("\(day)"),
            isDescending: true, limit: 1)
        let recorded = try reader.all(InstrumentPrice.self, newest).map {
            PricePoint(
                day: $0.day, value: $0.price.ratio, state: .recorded, adjustedThrough: $0.adjustedThrough)
        }
        return recorded
            + (try reader.all(FetchedPrice.self, newest).map {
                PricePoint(
                    day: $0.day, value: $0.price.ratio, state: $0.isFallback ? .fallback : .fetched,
                    adjustedThrough: $0.adjustedThrough)
            })
    }

    /// All recorded and fetched prices of an instrument.
    private func allPoints(of instrument: Instrument) throws -> [PricePoint] {
        let recorded = try reader.all(InstrumentPrice.self, where: "instrumentID", is: instrument.id).map {
            PricePoint(day: $0.day, value: $0.price.ratio, state: .recorded, adjustedThrough: $0.adjustedThrough)
        }
        return recorded
            + (try reader.all(FetchedPrice.self, where: "instrumentID", is: instrument.id).map {
                PricePoint(
                    day: $0.day, value: $0.price.ratio, state: $0.isFallback ? .fallback : .fetched,
                    adjustedThrough: $0.adjustedThrough)
            })
    }

    /// The prices of an instrument from which that of any day is found, with those of its trades.
    func allPrices(of instrument: Instrument, among transactions: [PortfolioTransaction]) throws -> InstrumentPrices {
        prices(of: instrument, points: try allPoints(of: instrument), among: transactions)
    }

    /// The prices of an instrument from which that of a day is found, with those of its trades.
    func prices(
        of instrument: Instrument, on day: CalendarDay, among transactions: [PortfolioTransaction]
    ) throws -> InstrumentPrices {
        // Trades of later days are no prices yet, but prices may be adjusted for later splits.
        prices(
            of: instrument, points: try points(of: instrument, on: day),
            among: transactions.filter { $0.day <= day || $0.kind == .split })
    }

    private func prices(
        of instrument: Instrument, points: [PricePoint], among transactions: [PortfolioTransaction]
    ) -> InstrumentPrices {
        InstrumentPrices(
            type: instrument.type, currency: instrument.currency,
            points: points + transactions.inOrder.compactMap(PricePoint.init(trade:)),
            splits: transactions.filter { $0.kind == .split }.compactMap { split in
                split.units.map { InstrumentPrices.Split(day: split.day, factor: $0) }
            })
    }
}
