import Foundation
import Models
import Portfolio
import TestSupport

/// A slow book that takes every unit by itself, written from the text of P3, P4, P7 and P8 alone: whole units, costs in cents of
/// one currency.
struct UnitByUnitBook {
    final class SlowLot {
        let acquired: CalendarDay
        let entered: Date
        var arrival: Int
        var cost: Int
        var count: Int
        var left: Int
        var leftCost: Int

        init(_ acquired: CalendarDay, _ entered: Date, _ arrival: Int, _ cost: Int, _ count: Int) {
            (self.acquired, self.entered, self.arrival) = (acquired, entered, arrival)
            (self.cost, self.count, left, leftCost) = (cost, count, count, cost)
        }

        /// Removes one unit: what is left costs C × n ÷ u, half to the even cent.
        func removeOne() {
            left -= 1
            leftCost = left == count ? cost : SlowBookNumbers.share(cost, left, count)
        }
    }

    let method: CostMethod
    var lots: [PositionKey: [SlowLot]] = [:]
    var relieved = 0
    var removed = 0
    private var arrivals = 0

    init(_ method: CostMethod) { self.method = method }

    private func precedes(_ left: SlowLot, _ right: SlowLot) -> Bool {
        if left.acquired != right.acquired { return left.acquired < right.acquired }
        if left.entered != right.entered { return left.entered < right.entered }
        return left.arrival < right.arrival
    }

    /// The lot that the next unit is taken of.
    private func next(_ key: PositionKey) -> SlowLot? {
        let open = (lots[key] ?? []).filter { $0.left > 0 }.sorted(by: precedes)
        switch method {
        case .fifo, .average: return open.first
        case .lifo: return open.last
        case .hifo:
            return open.enumerated().min { left, right in
                // C ÷ u, the highest first.
                let (a, b) = (left.element.cost * right.element.count, right.element.cost * left.element.count)
                return a == b ? left.offset < right.offset : a > b
            }?.element
        }
    }

    mutating func add(
        _ key: PositionKey, _ count: Int, _ cost: Int, _ acquired: CalendarDay, _ entered: Date
    ) {
        arrivals += 1
        if method == .average, let pool = lots[key]?.first(where: { $0.left > 0 }) {
            (pool.cost, pool.count) = (pool.leftCost + cost, pool.left + count)
            (pool.left, pool.leftCost) = (pool.count, pool.cost)
            return
        }
        lots[key, default: []].append(SlowLot(acquired, entered, arrivals, cost, count))
    }

    /// Takes units one by one, those of named lots first (by the instant of their entry); the cost that goes with each lot's.
    mutating func take(
        _ key: PositionKey, _ count: Int, naming named: [(entered: Date, count: Int)] = []
    ) -> [(lot: SlowLot, count: Int, cost: Int)] {
        var taken: [(lot: SlowLot, count: Int, cost: Int)] = []
        var wishes = named.flatMap { Array(repeating: $0.entered, count: $0.count) }[...]
        for _ in 0..<count {
            var wish: SlowLot?
            while wish == nil, let entered = wishes.popFirst() {
                wish = (lots[key] ?? []).filter { $0.left > 0 && $0.entered == entered }.min(by: precedes)
            }
            guard let lot = wish ?? next(key) else { break }
            let before = lot.leftCost
            lot.removeOne()
            if let index = taken.firstIndex(where: { $0.lot === lot }) {
                taken[index].count += 1
                taken[index].cost += before - lot.leftCost
            } else {
                taken.append((lot, 1, before - lot.leftCost))
            }
        }
        return taken
    }

    mutating func split(_ instrument: UUID, _ factor: Int) {
        for (key, lots) in lots where key.instrumentID == instrument {
            for lot in lots {
                (lot.count, lot.cost) = (lot.left * factor, lot.leftCost)
                lot.left = lot.count
            }
        }
    }

    /// One unit of the new instrument for each, with a share of the cost in percent.
    mutating func spinOff(_ instrument: UUID, _ next: UUID, percent: Int, keepsUnits: Bool) {
        for (key, lots) in lots.sorted(by: {
            $0.key.portfolioID.uuidString < $1.key.portfolioID.uuidString
        }) where key.instrumentID == instrument {
            for lot in lots.filter({ $0.left > 0 }).sorted(by: precedes) {
                let cost = percent == 100 ? lot.leftCost : SlowBookNumbers.share(lot.leftCost, percent, 100)
                add(
                    PositionKey(portfolioID: key.portfolioID, instrumentID: next), lot.left, cost, lot.acquired,
                    lot.entered)
                lot.leftCost -= cost
                (lot.cost, lot.count) = (lot.leftCost, lot.left)
                if !keepsUnits { (lot.left, lot.count, lot.cost) = (0, 0, 0) }
            }
        }
    }
}

enum SlowBookNumbers {
    /// total × part ÷ whole, half to the even.
    static func share(_ total: Int, _ part: Int, _ whole: Int) -> Int {
        let product = total * part
        let (low, rest) = (product / whole, product % whole)
        if rest * 2 == whole { return low.isMultiple(of: 2) ? low : low + 1 }
        return rest * 2 > whole ? low + 1 : low
    }
}
