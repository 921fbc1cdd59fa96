/// The continuous problem: at which level the amounts of all vessels, as fractions, have a sum.
///
/// The sum grows with the level in straight pieces that meet where a vessel begins or ends to change. The piece is found by
/// selection: of the turns that are left, those on one side of one of them are settled at once, so that none has to be sorted.
enum Level {
    /// A straight piece: sum = settled + offsets + weights × level.
    private struct Piece {
        var settled: Int128
        var offsets: Int128 = 0
        var weights: Int128 = 0

        /// Where the piece reaches a total; nil when it is flat.
        func level(for total: Int128) -> Fraction? {
            weights > 0 ? Fraction(numerator: total - settled - offsets, denominator: weights) : nil
        }

        /// Whether the piece has reached a total at a level that it reaches.
        func reaches(_ total: Int128, by end: Fraction) -> Bool {
            level(for: total).map { !(end < $0) } ?? (settled >= total)
        }

        mutating func turn(_ vessel: Vessel, isEnd: Bool) {
            settled += isEnd ? vessel.upper : -vessel.lower
            offsets += isEnd ? -vessel.offset : vessel.offset
            weights += isEnd ? -vessel.weight : vessel.weight
        }
    }

    /// A level at which a vessel begins or ceases to change.
    private struct Turn {
        /// Twice the vessel's index, and one more for its end.
        let number: UInt32
        /// The level, as far as a number has digits.
        let approximate: Double
    }

    /// The level at which the amounts of at most 2^31 vessels sum to `total`, which is above the sum of the lower and at
    /// most that of the upper bounds; nil when there is nothing to level.
    static func height(of vessels: [Vessel], for total: Int128) -> Fraction? {
        var piece = Piece(settled: vessels.reduce(0) { $0 + $1.lower })
        var turns: [Turn] = []
        turns.reserveCapacity(2 * vessels.count)
        for index in vessels.indices {
            for end in UInt32(0)...1 {
                let number = 2 * UInt32(index) + end
                turns.append(Turn(number: number, approximate: level(of: number, vessels).approximate))
            }
        }
        var last: Fraction?
        var state = UInt64(turns.count)
        var (lower, above): ([Turn], [Turn]) = ([], [])
        while !turns.isEmpty {
            // Any turn will do. Which one is chosen follows from the numbers alone, so that every run is the same.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let pivot = turns[Int(truncatingIfNeeded: state >> 33) % turns.count]
            let end = level(of: pivot.number, vessels)
            var below = piece
            lower.removeAll(keepingCapacity: true)
            above.removeAll(keepingCapacity: true)
            for turn in turns {
                let order = compare(turn, pivot, end, vessels)
                if order > 0 {
                    above.append(turn)
                } else {
                    below.turn(vessels[Int(turn.number / 2)], isEnd: turn.number % 2 == 1)
                    if order < 0 { lower.append(turn) }
                }
            }
            if below.reaches(total, by: end) {
                swap(&turns, &lower)
            } else {
                swap(&turns, &above)
                (piece, last) = (below, end)
            }
        }
        return piece.level(for: total) ?? last
    }

    private static func compare(_ turn: Turn, _ pivot: Turn, _ end: Fraction, _ vessels: [Vessel]) -> Int {
        // Both are off by a few units in the last of 53 bits; only what lies that near is compared exactly.
        let error = 1e-14 * (turn.approximate.magnitude + pivot.approximate.magnitude)
        let difference = turn.approximate - pivot.approximate
        if difference > error { return 1 }
        if difference < -error { return -1 }
        return Fraction.compare(level(of: turn.number, vessels), end)
    }

    private static func level(of turn: UInt32, _ vessels: [Vessel]) -> Fraction {
        let vessel = vessels[Int(turn / 2)]
        return vessel.level(of: turn % 2 == 0 ? vessel.lower : vessel.upper)
    }
}
