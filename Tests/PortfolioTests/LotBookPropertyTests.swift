import Foundation
import Models
import Portfolio
import TestSupport
import Testing

/// Random years of two instruments in two portfolios.
struct LotBookPropertyTests {
    /// The same random transactions, for the book and for the slow one.
    private struct RandomYear {
        var sample = BookSample(.eur, base: .eur)
        var slow: UnitByUnitBook
        var held: [PositionKey: Int] = [:]
        private var random: SeededGenerator
        private var date: CalendarDay
        private var entered = 0

        init(seed: UInt64, method: CostMethod, count: Int) throws {
            random = SeededGenerator(seed: seed)
            slow = UnitByUnitBook(method)
            date = try day("2020-01-01")
            for _ in 0..<count { try step() }
        }

        private mutating func transaction(
            _ kind: PortfolioTransaction.Kind, _ portfolio: InvestmentPortfolio?, _ instrument: Instrument,
            _ units: Int,
            cents: Int? = nil, to: UUID? = nil, next: UUID? = nil, share: Ratio? = nil, received: Int? = nil,
            lots: [NamedLot] = []
        ) throws {
            entered += 1
            sample.transactions.append(
                PortfolioTransaction(
                    id: random.uuid(), kind: kind, portfolioID: portfolio?.id, instrumentID: instrument.id,
                    toPortfolioID: to, toInstrumentID: next, day: date,
                    entered: Date(timeIntervalSince1970: Double(entered)), units: Ratio(Int128(units)),
                    received: received.map { Ratio(Int128($0)) },
                    gross: try cents.map { try Money(minorUnits: Int128($0), .eur) }, lots: lots, share: share))
        }

        /// Some of the lots of a position, which may hold less than is named.
        private mutating func named(_ key: PositionKey, _ units: Int) -> (lots: [NamedLot], slow: [(Date, Int)]) {
            guard slow.method != .average, random.chance(1, in: 3) else { return ([], []) }
            let open = (slow.lots[key] ?? []).filter { $0.left > 0 }.map(\.entered)
            var (lots, names, left) = ([NamedLot](), [(Date, Int)](), units)
            for _ in 0..<2 where left > 0 {
                guard let entered = open.randomElement(using: &random), !names.contains(where: { $0.0 == entered }),
                    let lot = sample.transactions.first(where: { $0.entered == entered })
                else { continue }
                let count = random.int(1...left)
                lots.append(NamedLot(id: lot.id, units: Ratio(Int128(count))))
                names.append((entered, count))
                left -= count
            }
            return (lots, names)
        }

        private mutating func step() throws {
            // Several on one day, so that ties are common.
            if random.chance(2, in: 3) { date = date.adding(days: random.int(1...40)) }
            let (first, second) = (sample.instrument, sample.next)
            let portfolio = random.chance(2, in: 3) ? sample.portfolio : sample.other
            let instrument = random.chance(2, in: 3) ? first : second
            let key = PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id)
            let count = held[key] ?? 0
            switch random.int(0...20) {
            case 0...8:
                let (units, cents) = (random.int(1...30), random.int(0...100_000))
                try transaction(.buy, portfolio, instrument, units, cents: cents)
                slow.add(key, units, cents, date, Date(timeIntervalSince1970: Double(entered)))
                held[key] = count + units
            case 9...13 where count > 0:
                let units = random.int(1...count)
                let named = named(key, units)
                try transaction(
                    .sell, portfolio, instrument, units, cents: random.int(0...100_000), lots: named.lots)
                slow.relieved += slow.take(key, units, naming: named.slow).reduce(0) { $0 + $1.cost }
                held[key] = count - units
            case 14 where count > 0:
                let units = random.int(1...count)
                try transaction(.give, portfolio, instrument, units)
                slow.removed += slow.take(key, units).reduce(0) { $0 + $1.cost }
                held[key] = count - units
            case 15...17 where count > 0:
                let target = portfolio == sample.portfolio ? sample.other : sample.portfolio
                let units = random.int(1...count)
                let named = named(key, units)
                try transaction(.transfer, portfolio, instrument, units, to: target.id, lots: named.lots)
                let other = PositionKey(portfolioID: target.id, instrumentID: instrument.id)
                for piece in slow.take(key, units, naming: named.slow) {
                    slow.add(other, piece.count, piece.cost, piece.lot.acquired, piece.lot.entered)
                }
                held[key] = count - units
                held[other, default: 0] += units
            case 18 where held.values.allSatisfy { $0 < 400 }:
                // Corporate actions come before what else happens on a day: they get one of their own.
                date = date.adding(days: 1)
                try transaction(.split, nil, instrument, 2)
                slow.split(instrument.id, 2)
                for key in held.keys where key.instrumentID == instrument.id { held[key] = (held[key] ?? 0) * 2 }
            case 19:
                date = date.adding(days: 1)
                let percent = random.int(0...100)
                try transaction(
                    .spinOff, nil, first, 1, next: second.id, share: Ratio(Int128(percent), over: 100))
                slow.spinOff(first.id, second.id, percent: percent, keepsUnits: true)
                for key in held.keys where key.instrumentID == first.id {
                    held[PositionKey(portfolioID: key.portfolioID, instrumentID: second.id), default: 0] +=
                        held[key] ?? 0
                }
            case 20 where random.chance(1, in: 3):
                date = date.adding(days: 1)
                try transaction(.merger, nil, first, 1, next: second.id)
                slow.spinOff(first.id, second.id, percent: 100, keepsUnits: false)
                for key in held.keys where key.instrumentID == first.id {
                    held[PositionKey(portfolioID: key.portfolioID, instrumentID: second.id), default: 0] +=
                        held[key] ?? 0
                    held[key] = 0
                }
            default: break
            }
        }
    }

    private static func cents(_ amounts: [Money?]) throws -> Int {
        Int(try Money.sum(amounts.compactMap(\.self), in: .eur).minorUnits(.down))
    }

    @Test(arguments: SeededGenerator.seeds, CostMethod.allCases)
    func `paid is relieved, removed and left, as a book of single units says (P3, P4, P7, P8)`(
        seed: UInt64, method: CostMethod
    ) throws {
        for round in 0..<UInt64(12) {
            let year = try RandomYear(seed: seed &* 1000 &+ round, method: method, count: 60)
            let book = try year.sample.book(method)
            let lots = try year.sample.book(method, lotsAlone: true)
            #expect(lots.positions.mapValues(\.lots) == book.positions.mapValues(\.lots))
            #expect(lots.gains.isEmpty && lots.acquired.isEmpty && lots.misfits == book.misfits)
            let left = book.positions.values.flatMap(\.lots).map(\.cost.base)
            let paid = try Self.cents(book.acquired.map(\.cost.base))
            let relieved = try Self.cents(book.gains.map(\.cost.base))
            let removed = try Self.cents(book.removals.map(\.cost.base))
            #expect(try paid == relieved + removed + Self.cents(left))
            #expect(relieved == year.slow.relieved)
            #expect(removed == year.slow.removed)
            for (key, count) in year.held {
                let position = book.positions[key]
                #expect((position?.units ?? .zero) == Ratio(Int128(count)))
                let slow = (year.slow.lots[key] ?? []).filter { $0.left > 0 }
                #expect((position?.lots ?? []).reduce(Ratio.zero) { $0 + $1.units } == Ratio(Int128(count)))
                #expect(try Self.cents((position?.lots ?? []).map(\.cost.base)) == slow.reduce(0) { $0 + $1.leftCost })
            }
            #expect(
                try UnitBook(year.sample.transactions).units()
                    == book.positions.mapValues(\.units).filter {
                        !$0.value.isZero
                    })
        }
    }

    @Test(arguments: SeededGenerator.seeds, CostMethod.allCases)
    func `selling in pieces changes nothing about what is left (P3)`(seed: UInt64, method: CostMethod) throws {
        for round in 0..<UInt64(20) {
            let year = try RandomYear(seed: seed &* 77 &+ round, method: method, count: 30)
            guard let (key, count) = year.held.first(where: { $0.value > 1 && $0.key == year.sample.key }) else {
                continue
            }
            var (whole, pieces) = (year.sample, year.sample)
            let units = Int(count / 2) + 1
            try whole.add(.sell, "\(units)", "500 EUR", on: "2035-01-01")
            for _ in 0..<units { try pieces.add(.sell, "1", "3 EUR", on: "2035-01-01") }
            let (left, other) = (try whole.book(method), try pieces.book(method))
            #expect(left.positions[key]?.lots.map(\.units) == other.positions[key]?.lots.map(\.units))
            #expect(left.positions[key]?.lots.map(\.cost) == other.positions[key]?.lots.map(\.cost))
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `amounts in one currency are what they are when nothing is converted at 1`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            func amount() throws -> Money? {
                random.chance(1, in: 3) ? nil : try Money("\(random.int(0...99)).\(random.int(10...999))", .eur)
            }
            var plain = PortfolioTransaction(
                id: random.uuid(), kind: random.pick(PortfolioTransaction.Kind.allCases), day: try day("2024-05-06"),
                entered: Date(timeIntervalSince1970: 0), gross: try amount(), fees: try amount())
            var other = plain
            // No amount of another currency converts nothing, but is looked at as one that does.
            other.taxes = .zero(.usd)
            plain.taxes = random.chance(1, in: 2) ? nil : .zero(.eur)
            let (left, right) = (try Self.amounts(plain), try Self.amounts(other))
            #expect(left.rate == right.rate && left.gross == right.gross && left.fees == right.fees)
            #expect(left.taxes == right.taxes && left.cost == right.cost)
            #expect(left.proceeds == right.proceeds && left.net == right.net)
        }
    }

    private static func amounts(_ transaction: PortfolioTransaction) throws -> TransactionAmounts {
        try TransactionAmounts(
            transaction, gross: transaction.gross, quote: .eur, currency: .eur, base: .eur, rates: .none)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `price and currency effects are the gain, and proceeds are split to the last cent (P6)`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var sample = BookSample(.usd, base: .eur)
            for index in 1...6 {
                try sample.add(
                    .buy, "\(random.int(1...9)).\(random.int(0...99))",
                    "\(random.int(1...9999)).\(random.int(10...99)) USD",
                    on: "2024-01-0\(index)", rate: "0.\(random.int(50...99))")
            }
            let units = try #require(try sample.book().positions[sample.key]?.units)
            let sold = units * (try #require(Ratio(Int128(random.int(1...9)), over: 10)))
            try sample.add(
                .sell, UnitsText.text(sold), "\(random.int(1...99999)).07 USD", on: "2024-06-01", fees: "1.03 USD",
                taxes: "2 USD", rate: "0.\(random.int(50...99))")
            for method in CostMethod.allCases {
                let rows = try sample.book(method).gains
                for row in rows {
                    let (price, currency) = (try #require(row.priceEffect), try #require(row.currencyEffect))
                    #expect(try price.adding(currency) == row.gain)
                }
                let proceeds = try Money.sum(rows.compactMap(\.proceeds.instrument), in: .usd)
                let gross = try #require(sample.transactions.last?.gross)
                #expect(try proceeds == gross.subtracting(Money("1.03", .usd)))
            }
        }
    }
}
