public import Models

import struct Foundation.UUID

/// A position that would be below 0 (P9).
public struct ShortPosition: Error, Sendable, Hashable {
    /// The position.
    public let position: PositionKey
    /// The transaction that takes more than is held.
    public let transaction: PortfolioTransaction
    /// The units that are held before it.
    public let held: Ratio
    /// The units that it takes.
    public let taken: Ratio

    /// The names of what it is about.
    struct Names {
        let portfolio: String
        let instrument: String

        init(_ short: ShortPosition, in reader: any EntityReader) throws {
            portfolio = try reader.find(InvestmentPortfolio.self, short.position.portfolioID)?.name ?? "the portfolio"
            instrument = try reader.find(Instrument.self, short.position.instrumentID)?.name ?? "the instrument"
        }
    }

    /// The position, the day, and the units that are held and wanted, as a sentence.
    func message(_ names: Names) -> String {
        "'\(names.portfolio)' holds \(UnitsText.text(held)) units of '\(names.instrument)' on \(transaction.day), "
            + "and \(UnitsText.text(taken)) would go with the \(transaction.kind.rawValue) of that day."
    }
}
