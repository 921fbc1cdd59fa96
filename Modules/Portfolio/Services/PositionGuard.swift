import Models
import Persistence

import struct Foundation.UUID

/// Compares the positions of instruments before and after a write: nothing short, no named lot that stops fitting (P4, P9).
struct PositionGuard {
    private let method: CostMethod
    private let before: [UUID: Money?]
    private let misfits: Set<UUID>

    init(_ instruments: Set<UUID>, _ method: CostMethod, in reader: any EntityReader) throws {
        self.method = method
        let transactions = try reader.transactions(touching: instruments)
        let book = try? LotBook(transactions, in: reader, method)
        misfits = Set(book?.misfits ?? [])
        before = book?.gainBySale ?? [:]
    }

    /// Checks what a write left, and returns the days of sales of past years whose gain is another one now.
    ///
    /// - Throws: ``PortfolioError/short(portfolio:instrument:day:held:taken:)``, ``PortfolioError/namedLotsChanged(day:)``.
    func check(_ instruments: Set<UUID>, in reader: any EntityReader, before today: CalendarDay) throws -> [CalendarDay]
    {
        let transactions = try reader.transactions(touching: instruments)
        do {
            let book = try LotBook(transactions, in: reader, method)
            if let id = book.misfits.first(where: { !misfits.contains($0) }),
                let transaction = transactions.first(where: { $0.id == id })
            {
                throw PortfolioError.namedLotsChanged(day: transaction.day)
            }
            let after = book.gainBySale
            let year = today.parts.year
            return transactions.filter { transaction in
                guard transaction.kind == .sell, transaction.day.parts.year < year,
                    let old = before[transaction.id], let new = after[transaction.id]
                else { return false }
                return old != new
            }.map(\.day).sorted()
        } catch let short as ShortPosition {
            let names = try ShortPosition.Names(short, in: reader)
            throw PortfolioError.short(
                portfolio: names.portfolio, instrument: names.instrument, day: short.transaction.day,
                held: UnitsText.text(short.held), taken: UnitsText.text(short.taken))
        }
    }
}

extension LotBook {
    /// The book of transactions without rates of days, with the portfolios and instruments of a store.
    init(_ transactions: [PortfolioTransaction], in reader: any EntityReader, _ method: CostMethod) throws {
        try self.init(
            transactions, portfolios: reader.all(InvestmentPortfolio.self), instruments: reader.all(Instrument.self),
            method: method)
    }

    /// The gain of each sale; nil where it is not known.
    var gainBySale: [UUID: Money?] {
        var sums: [UUID: Money?] = [:]
        for row in gains {
            guard let gain = row.gain, let sum = sums[row.saleID] ?? .zero(gain.currency) else {
                sums[row.saleID] = .some(nil)
                continue
            }
            sums[row.saleID] = .some(try? sum.adding(gain))
        }
        return sums
    }
}
