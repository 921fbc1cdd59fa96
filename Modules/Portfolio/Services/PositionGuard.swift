import Models
import Persistence

import struct Foundation.UUID

/// Compares the positions of instruments before and after a write: nothing short, no named lot that stops fitting (P4, P9).
struct PositionGuard {
    private let settings: PortfolioSettings
    private let before: [YearGain.Key: YearGain]
    private let misfits: Set<UUID>

    init(_ instruments: Set<UUID>, _ settings: PortfolioSettings, in reader: any EntityReader) throws {
        self.settings = settings
        let transactions = try reader.transactions(touching: instruments)
        do {
            let book = try LotBook(transactions, in: reader, settings.method)
            (misfits, before) = (Set(book.misfits), try YearGain.all(in: book, settings))
        } catch is ShortPosition {
            // A store that holds a position that is short, as none should, is judged by the result of the write.
            (misfits, before) = ([], [:])
        }
    }

    /// Checks what a write left, and warns of past years whose gain is another one now.
    ///
    /// - Parameter isEntry: whether all is new: the first gain of a year changes none then.
    /// - Throws: ``PortfolioError/short(portfolio:instrument:day:held:taken:)``, ``PortfolioError/namedLotsChanged(day:)``.
    func check(
        _ instruments: Set<UUID>, in reader: any EntityReader, _ call: Call, isEntry: Bool = false
    ) throws -> [Warning] {
        let transactions = try reader.transactions(touching: instruments)
        do {
            let book = try LotBook(transactions, in: reader, settings.method)
            if let id = book.misfits.first(where: { !misfits.contains($0) }),
                let transaction = transactions.first(where: { $0.id == id })
            {
                throw PortfolioError.namedLotsChanged(day: transaction.day)
            }
            let names = try PortfolioNames(in: reader)
            return warnings(try YearGain.all(in: book, settings), names, call.day, isEntry)
        } catch let short as ShortPosition {
            let names = try ShortPosition.Names(short, in: reader)
            throw PortfolioError.short(
                portfolio: names.portfolio, instrument: names.instrument, day: short.transaction.day,
                held: UnitsText.text(short.held), taken: UnitsText.text(short.taken))
        }
    }

    /// The most years that are named one by one.
    private static let mostYears = 3

    private func warnings(
        _ after: [YearGain.Key: YearGain], _ names: PortfolioNames, _ today: CalendarDay, _ isEntry: Bool
    ) -> [Warning] {
        let current = settings.year(of: today)
        let changed = Set(before.keys).union(after.keys).filter { $0.year < current && before[$0] != after[$0] }
        let keys = changed.filter { !isEntry || before[$0] != nil }.sorted {
            ($0.year, $0.portfolio.uuidString, $0.instrument.uuidString)
                < ($1.year, $1.portfolio.uuidString, $1.instrument.uuidString)
        }
        guard keys.count <= Self.mostYears else {
            let count = Set(keys.map(\.year)).count
            let first = settings.title(of: keys[0].year)
            let years = count == 1 ? "\(first) change" : "\(count) past years change, the first \(first)"
            return [Warning(code: "pastYearChanged", message: "The gains of \(years).")]
        }
        return keys.map { key in
            let (old, new) = (before[key]?.text ?? "nothing", after[key]?.text ?? "nothing")
            return Warning(
                code: "pastYearChanged",
                message:
                    "The gain of '\(names.instrument(key.instrument))' in '\(names.portfolio(key.portfolio))' in "
                    + "\(settings.title(of: key.year)) changes from \(old) to \(new).")
        }
    }
}

/// The gains of a position in a year.
private struct YearGain: Equatable {
    struct Key: Hashable {
        let portfolio: UUID
        let instrument: UUID
        let year: Int
    }

    var known: Money
    var isComplete = true

    var text: String { isComplete ? "\(known)" : "an unknown amount" }

    static func all(in book: LotBook, _ settings: PortfolioSettings) throws -> [Key: YearGain] {
        var sums: [Key: YearGain] = [:]
        for row in book.gains {
            let key = Key(
                portfolio: row.position.portfolioID, instrument: row.position.instrumentID,
                year: settings.year(of: row.day))
            guard let gain = row.gain else {
                sums[key, default: YearGain(known: .zero(.usd))].isComplete = false
                continue
            }
            guard let sum = sums[key] else {
                sums[key] = YearGain(known: gain)
                continue
            }
            guard sum.isComplete else { continue }
            sums[key]?.known = try sum.known.adding(gain)
        }
        return sums
    }
}

extension LotBook {
    /// The book of transactions without rates of days, with the portfolios and instruments of a store.
    init(_ transactions: [PortfolioTransaction], in reader: any EntityReader, _ method: CostMethod) throws {
        try self.init(
            transactions, portfolios: reader.all(InvestmentPortfolio.self), instruments: reader.all(Instrument.self),
            method: method)
    }
}
