/// One goal: at a level its amount is offset + weight × level, held within the bounds.
struct Vessel {
    let goal: Int
    let lower: Int128
    let upper: Int128
    /// Positive.
    let weight: Int128
    let offset: Int128
    var amount: Int128

    init(goal: Int, lower: Int128, upper: Int128, weight: Int128, offset: Int128) {
        self.goal = goal
        self.lower = lower
        self.upper = upper
        self.weight = weight
        self.offset = offset
        amount = lower
    }

    /// The level at which the vessel holds an amount.
    func level(of amount: Int128) -> Fraction { Fraction(numerator: amount - offset, denominator: weight) }

    /// The measure that decides who gets the next unit.
    func priority(_ measure: LevelFill.Measure) -> Fraction {
        switch measure {
        case .change: Fraction(numerator: 2 * amount + 1, denominator: weight)
        case .catchUp: Fraction(numerator: amount - offset, denominator: weight)
        }
    }

    /// The amount whose units are those with a measure at or below the level (for `catchUp`: below it). The level lies
    /// between the least and the greatest at which any vessel changes.
    func amount(at level: Fraction, _ measure: LevelFill.Measure) -> Int128 {
        // Beyond the bounds nothing has to be divided, and the quotient might not fit.
        if !(self.level(of: lower) < level) { return lower }
        if !(level < self.level(of: upper)) { return upper }
        let divisor = level.denominator.magnitude
        let (whole, rest) = WideProduct(level.numerator.magnitude, weight.magnitude).divided(by: divisor)
        let exact =
            switch measure {
            case .change: Int128(whole) + (rest >= divisor - rest ? 1 : 0)
            case .catchUp: offset - Int128(whole)
            }
        return min(max(exact, lower), upper)
    }
}

/// All goals that a level is sought for.
struct Vessels {
    private(set) var all: [Vessel]

    init(_ vessels: [Vessel]) {
        all = vessels
    }

    mutating func fill(
        adding rest: Int128, measure: LevelFill.Measure, ties precedes: @escaping (Int, Int) -> Bool
    ) {
        let base = all.reduce(0) { $0 + $1.lower }
        let total = base + rest
        // Below a level an amount has on average half a unit more than its fraction; at or below it is rounded evenly.
        var aim = measure == .catchUp ? total - Int128(all.count) * 5 / 8 : total
        var sum: Int128
        repeat {
            let height = aim > base ? Level.height(of: all, for: aim) : nil
            sum = 0
            for index in all.indices {
                all[index].amount = height.map { all[index].amount(at: $0, measure) } ?? all[index].lower
                sum += all[index].amount
            }
            // The sum of whole amounts may be a little too high. Aiming lower by ever more then ends soon.
            aim -= max(sum - total, total - aim)
        } while sum > total
        handOut(total - sum, measure, precedes)
    }

    /// Hands out what is left, less than a few units per goal, one by one.
    private mutating func handOut(
        _ rest: Int128, _ measure: LevelFill.Measure, _ precedes: @escaping (Int, Int) -> Bool
    ) {
        guard rest > 0 else { return }
        var waiting: [PriorityQueue.Entry] = []
        waiting.reserveCapacity(all.count)
        for (index, vessel) in all.enumerated() where vessel.amount < vessel.upper {
            waiting.append(.init(vessel: index, goal: vessel.goal, priority: vessel.priority(measure)))
        }
        var queue = PriorityQueue(waiting, ties: precedes)
        for _ in 0..<rest {
            guard let index = queue.first?.vessel else { return }
            all[index].amount += 1
            queue.replaceFirst(with: all[index].amount < all[index].upper ? all[index].priority(measure) : nil)
        }
    }
}
