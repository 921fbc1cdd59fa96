public import Models

import struct Foundation.UUID

/// The lots of a position in their order.
public struct LotPosition: Sendable {
    /// The currency of the instrument.
    public let quote: Currency
    /// The currency of the report.
    public let currency: Currency
    /// The lots, oldest first; those before `start` are used up.
    private var all: [Lot] = []
    private var start = 0
    /// The units of all lots.
    public private(set) var units = Ratio.zero
    private var arrivals = 0
    /// The lots by cost; nil until it is needed, and after costs changed.
    private var ranking: LotRanking?

    init(quote: Currency, currency: Currency) {
        self.quote = quote
        self.currency = currency
    }

    /// The lots that are left, oldest first.
    public var lots: [Lot] { Array(all[start...]) }

    /// The cost of all lots, with whether that of one is not known.
    ///
    /// - Throws: ``MoneyError``.
    public func cost() throws(MoneyError) -> (known: MoneyPair, isComplete: Bool, isInstrumentComplete: Bool) {
        var (quoted, based) = (Money.zero(quote), Money.zero(currency))
        var (isComplete, isInstrumentComplete) = (true, true)
        for lot in all[start...] {
            if let cost = lot.cost.instrument { quoted = try quoted.adding(cost) } else { isInstrumentComplete = false }
            if let cost = lot.cost.base { based = try based.adding(cost) } else { isComplete = false }
        }
        return (MoneyPair(instrument: quoted, base: based), isComplete, isInstrumentComplete)
    }

    /// Units that were taken out of a lot, with the cost that goes with them.
    struct Piece {
        /// The lot with these units alone.
        let lot: Lot
        var units: Ratio { lot.units }
        var cost: MoneyPair { lot.cost }
    }

    /// Adds a lot, or adds it to the pool (P4).
    mutating func add(_ lot: Lot, pooled: Bool) throws(MoneyError) {
        arrivals += 1
        units = (units + lot.units).reduced
        if pooled, start < all.count {
            let pool = all[start]
            all[start] = pool.with(units: pool.units + lot.units, cost: try pool.cost.adding(lot.cost))
            return
        }
        let added =
            pooled
            ? Lot(id: lot.id, acquired: nil, place: lot.place, arrival: arrivals, units: lot.units, cost: lot.cost)
            : lot.with(units: lot.units, cost: lot.cost, arrival: arrivals)
        var index = all.count
        while index > start, Lot.precedes(added, all[index - 1]) { index -= 1 }
        // Nearly every lot is the newest.
        if index == all.count { all.append(added) } else { all.insert(added, at: index) }
        ranking?.add(added)
    }

    /// Takes units out: of the named lots first, then by the method. The units are there.
    ///
    /// - Parameter misfit: called where a named lot does not hold what is named.
    mutating func take(
        _ wanted: Ratio, naming named: [NamedLot], _ method: CostMethod, misfit: () -> Void
    ) throws(MoneyError) -> [Piece] {
        var (left, pieces): (Ratio, [Piece]) = (wanted, [])
        if method != .average {
            for name in named {
                var missing = name.units < left ? name.units : left
                // A lot that is used up goes, and those behind it move: each piece of a lot is looked for anew.
                while missing.isPositive,
                    let index = all.indices.dropFirst(start).first(where: { all[$0].id == name.id })
                {
                    let taken = all[index].units <= missing ? all[index].units : missing
                    try pieces.add(try take(taken, at: index))
                    missing = (missing - taken).reduced
                    left = (left - taken).reduced
                }
            }
            let sum = named.reduce(Ratio.zero) { $0 + $1.units }
            if !named.isEmpty, left.isPositive || sum != wanted { misfit() }
        }
        while left.isPositive, start < all.count {
            let index = next(method)
            let taken = all[index].units <= left ? all[index].units : left
            let piece = try take(taken, at: index)
            if named.isEmpty { pieces.append(piece) } else { try pieces.add(piece) }
            left = (left - taken).reduced
        }
        units = (units - wanted).reduced
        return pieces
    }

    private mutating func next(_ method: CostMethod) -> Int {
        switch method {
        case .fifo, .average: return start
        case .lifo: return all.count - 1
        case .hifo:
            var ranking = self.ranking ?? LotRanking(all[start...])
            self.ranking = nil
            defer { self.ranking = ranking }
            while let lot = ranking.first {
                if let index = index(of: lot) { return index }
                ranking.removeFirst()
            }
            return start
        }
    }

    /// The place of a lot; nil where it is used up.
    private func index(of lot: Lot) -> Int? {
        var (low, high) = (start, all.count)
        while low < high {
            let middle = (low + high) / 2
            if Lot.precedes(all[middle], lot) { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].arrival == lot.arrival ? low : nil
    }

    private mutating func take(_ taken: Ratio, at index: Int) throws(MoneyError) -> Piece {
        let cost = try all[index].relieve(taken)
        let piece = Piece(lot: all[index].with(units: taken, cost: cost))
        guard all[index].units.isZero else { return piece }
        if index == start {
            start += 1
            if start > 64, start * 2 > all.count {
                all.removeFirst(start)
                start = 0
            }
        } else {
            all.remove(at: index)
        }
        return piece
    }

    /// Gives every lot other units and costs (P7).
    mutating func change(
        _ change: (Lot) throws(MoneyError) -> (units: Ratio, cost: MoneyPair)
    ) throws(MoneyError) {
        (units, ranking) = (.zero, nil)
        for index in all.indices.dropFirst(start) {
            let (count, cost) = try change(all[index])
            all[index] = all[index].with(units: count, cost: cost)
            units = units + all[index].units
        }
        units = units.reduced
    }
}

extension [LotPosition.Piece] {
    /// Adds units; those of a lot that was named and then taken by the method too are one piece.
    fileprivate mutating func add(_ piece: LotPosition.Piece) throws(MoneyError) {
        guard let index = firstIndex(where: { $0.lot.id == piece.lot.id && $0.lot.arrival == piece.lot.arrival }) else {
            return append(piece)
        }
        let lot = self[index].lot
        self[index] = LotPosition.Piece(
            lot: lot.with(units: lot.units + piece.units, cost: try lot.cost.adding(piece.cost)))
    }
}
