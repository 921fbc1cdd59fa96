/// A place of a line: a position in a picture, never an amount to count with.
public struct LinePoint: Sendable, Hashable {
    /// Where it is in time.
    public let x: Double
    /// The value there; nil where it is not known.
    public let y: Double?

    /// A place.
    public init(_ x: Double, _ y: Double?) {
        self.x = x
        self.y = y
    }
}

extension [LinePoint] {
    /// So many of the points that the line looks the same: of each stretch the first, the lowest and the highest, and where a gap begins
    /// and ends; and the last of all.
    ///
    /// - Parameter most: how many there may be, gaps apart; all of them where there are no more.
    public func thinned(to most: Int) -> [LinePoint] {
        guard count > most, most >= 4 else { return self }
        let stretches = (most - 1) / 3
        var kept: Set<Int> = [count - 1]
        for stretch in 0..<stretches {
            let range = (stretch * count / stretches)..<((stretch + 1) * count / stretches)
            guard let first = range.first else { continue }
            kept.insert(first)
            let known = range.filter { self[$0].y != nil }
            func value(_ index: Int) -> Double { self[index].y ?? 0 }
            if let low = known.min(by: { value($0) < value($1) }) { kept.insert(low) }
            if let high = known.max(by: { value($0) < value($1) }) { kept.insert(high) }
        }
        for index in indices.dropFirst() where (self[index].y == nil) != (self[index - 1].y == nil) {
            kept.formUnion([index - 1, index])
        }
        return kept.sorted().map { self[$0] }
    }
}
