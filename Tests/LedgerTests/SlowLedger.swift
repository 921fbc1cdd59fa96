import Foundation
import Ledger
import TestSupport
import Values

/// The laws of flows and net worth, calculated step by step from their text with fractions of paper-and-pencil integers.
enum SlowLedger {
    typealias Rate = (Currency, CalendarDay) -> SlowFraction?

    static func fraction(_ money: Money) -> SlowFraction { SlowFraction(decimal: money.amountText) }

    /// A sum in whole units of a currency with so many places, rounded half-even.
    static func units(_ value: SlowFraction, _ places: Int) -> Int {
        integer((value * SlowFraction(.powerOfTen(places))).nearestEven)
    }

    static func integer(_ value: SlowInteger) -> Int { Int(value.description) ?? .min }

    /// Parts rounded down, and missing units to the largest fractions, ties to the earlier.
    static func divide(_ total: Int, _ parts: [SlowFraction], _ places: Int) -> [Int] {
        let scaled = parts.map { $0 * SlowFraction(.powerOfTen(places)) }
        var units = scaled.map { integer($0.floor) }
        var left = total - units.reduce(0, +)
        var rests = scaled.map { $0 - SlowFraction($0.floor) }
        while left > 0 {
            var best = 0
            for index in rests.indices where rests[best] < rests[index] { best = index }
            units[best] += 1
            rests[best] = SlowFraction(SlowInteger(-1))
            left -= 1
        }
        return units
    }

    /// The amounts of rows in units, by kind and path; the total has the path of one empty name.
    static func rows(_ flows: [Flow], in display: Currency, _ rate: Rate) -> [String: Int] {
        var found: [String: Int] = [:]
        for kind in Category.Kind.allCases {
            let own = flows.filter { $0.kind == kind }
            for month in Set(own.map(\.day.month)) {
                var sums: [[String]: SlowFraction] = [:]
                for flow in own where flow.day.month == month {
                    let factor =
                        flow.amount.currency == display
                        ? SlowFraction(SlowInteger(1)) : rate(flow.amount.currency, flow.day)
                    guard let factor else { continue }
                    let sign = SlowFraction(SlowInteger(kind == .expense ? -1 : 1))
                    let value = fraction(flow.amount) * factor * sign
                    sums[flow.path] = (sums[flow.path] ?? SlowFraction(SlowInteger(0))) + value
                }
                divide([], sums, nil, display.minorUnit, kind, &found)
            }
        }
        return found
    }

    /// Divides what is at a path and below it.
    private static func divide(
        _ path: [String], _ sums: [[String]: SlowFraction], _ given: Int?, _ places: Int, _ kind: Category.Kind,
        _ found: inout [String: Int]
    ) {
        let zero = SlowFraction(SlowInteger(0))
        let below = sums.filter { Array($0.key.prefix(path.count)) == path }
        let total = given ?? units(below.values.reduce(zero, +), places)
        found["\(kind) \(path)", default: 0] += total
        let names = Set(below.keys.filter { $0.count > path.count }.map { $0[path.count] })
            .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
        let parts = names.map { name in
            below.filter { $0.key.count > path.count && $0.key[path.count] == name }.values.reduce(zero, +)
        }
        let divided = divide(total, [sums[path] ?? zero] + parts, places)
        found["\(kind) \(path) own", default: 0] += divided[0]
        for (name, part) in zip(names, divided.dropFirst()) {
            divide(path + [name], sums, part, places, kind, &found)
        }
    }
}

extension SeededGenerator {
    /// Flows of two years in three currencies and a tree three levels deep.
    mutating func flows(_ count: Int, currencies: [Currency]) throws -> [Flow] {
        let names = ["a", "b", "é", "z"]
        return try (0..<count).map { _ in
            let day = CalendarDay(dayNumber: int(20_000...20_400))
            let currency = pick(currencies)
            let units = int(-50_000...50_000)
            let amount = try Money(minorUnits: Int128(units == 0 ? 1 : units), currency)
            guard !chance(1, in: 6) else { return Flow(day: day, uncategorised: amount) }
            let path = (0..<int(1...3)).map { _ in pick(names) }
            return Flow(
                day: day, kind: pick(Category.Kind.allCases), path: path, amount: amount,
                payee: chance(1, in: 5) ? nil : pick(["Spar", "Bar", "Spa"]), account: pick(["Bank", "Cash"]))
        }
    }
}
