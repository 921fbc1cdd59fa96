/// The continuous problem: at which level the amounts of all vessels, as fractions, have a sum.
///
/// The sum grows with the level in straight pieces that meet where a vessel begins or ends to change. These turns are sorted
/// and followed upwards until the piece is found.
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
            level(for: total).map { !(end < $0) } ?? (settled > total)
        }

        mutating func turn(_ vessel: Vessel, isEnd: Bool) {
            settled += isEnd ? vessel.upper : -vessel.lower
            offsets += isEnd ? -vessel.offset : vessel.offset
            weights += isEnd ? -vessel.weight : vessel.weight
        }
    }

    /// Where a vessel begins (even) or ends (odd) to change: twice its index, in four bytes because they are copied much.
    private typealias Turn = UInt32

    /// The level at which the amounts of at most 2^31 vessels sum to `total`, which is above the sum of the lower and at
    /// most that of the upper bounds; nil when there is nothing to level.
    static func height(of vessels: [Vessel], for total: Int128) -> Fraction? {
        var piece = Piece(settled: vessels.reduce(0) { $0 + $1.lower })
        let turns = (0..<2 * vessels.count).map(Turn.init).sorted { level(of: $0, vessels) < level(of: $1, vessels) }
        var last: Fraction?
        for turn in turns {
            let end = level(of: turn, vessels)
            if piece.reaches(total, by: end) { break }
            piece.turn(vessels[Int(turn / 2)], isEnd: turn % 2 == 1)
            last = end
        }
        return piece.level(for: total) ?? last
    }

    private static func level(of turn: Turn, _ vessels: [Vessel]) -> Fraction {
        let vessel = vessels[Int(turn / 2)]
        return vessel.level(of: turn % 2 == 0 ? vessel.lower : vessel.upper)
    }
}
