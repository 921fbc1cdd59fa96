/// Gives every goal its payment, exactly as if single minor units were handed out one by one (F5), in O(n log n).
public enum FlexSolver {
    /// The payments whose total is a target.
    ///
    /// - Throws: ``FlexError`` when the target does not fit the problem.
    public static func solve(
        _ problem: FlexProblem, target: FlexTarget, strategy: FlexStrategy
    ) throws(FlexError) -> FlexSolution {
        let total = try problem.total(of: target)
        let available = total - problem.protectedTotal
        var amounts = problem.fixed
        let portions = handOut(min(max(available, 0), problem.capTotal), problem, strategy)
        for portion in portions { amounts[problem.flexible[portion.index].goal] = portion.amount }
        return FlexSolution(
            amounts: amounts, total: total, unplaced: max(0, available - problem.capTotal),
            shortfall: max(0, -available), isBelowFloor: max(available, 0) < problem.floorTotal)
    }

    /// The flexible goals with amounts that sum to `budget`, which is at most the sum of their caps.
    private static func handOut(_ budget: Int128, _ problem: FlexProblem, _ strategy: FlexStrategy) -> [Portion] {
        var portions = portions(budget, problem)
        let rest = budget - portions.reduce(0) { $0 + $1.lower }
        let (flexible, goals) = (problem.flexible, problem.goals)
        switch strategy {
        case .balanced:
            LevelFill(.change, problem).fill(&portions[...], adding: rest)
        case .minimizeRisk:
            let firstLater = portions.partition { flexible[$0.index].paymentsLeft > 1 }
            let room = portions[..<firstLater].reduce(0) { $0 + $1.upper - $1.lower }
            LevelFill(.change, problem).fill(&portions[..<firstLater], adding: min(rest, room))
            LevelFill(.catchUp, problem).fill(&portions[firstLater...], adding: max(0, rest - room))
        case .prioritizeUrgent:
            let keys = portions.map { portion in
                let limits = flexible[portion.index]
                return SortKey(
                    first: Int64(limits.paymentsLeft), second: Int64(clamping: limits.progressRank),
                    place: portion.index)
            }
            fill(&portions, adding: rest, keys) { left, right in
                let (goal, other) = (flexible[left].goal, flexible[right].goal)
                return goals[goal].progress == goals[other].progress
                    ? problem.precedesInTies(goal, other) : goals[goal].progress < goals[other].progress
            }
        case .prioritizeLargest, .prioritizeSmallest:
            let isLargest = strategy == .prioritizeLargest
            let keys = portions.map { portion in
                let required = Int64(clamping: flexible[portion.index].required)
                return SortKey(first: isLargest ? -required : required, second: 0, place: portion.index)
            }
            fill(&portions, adding: rest, keys) { left, right in
                let (a, b) = (flexible[left], flexible[right])
                if a.required == b.required { return problem.precedesInTies(a.goal, b.goal) }
                return (a.required > b.required) == isLargest
            }
        }
        return portions
    }

    /// The bounds that hold for a budget (F3), with everyone at the lower one.
    private static func portions(_ budget: Int128, _ problem: FlexProblem) -> [Portion] {
        problem.flexible.indices.map { index in
            let limits = problem.flexible[index]
            if budget <= problem.floorTotal { return Portion(index, from: 0, to: limits.floor) }
            if budget <= problem.flexibleTotal { return Portion(index, from: limits.floor, to: limits.required) }
            return Portion(index, from: limits.required, to: limits.cap)
        }
    }

    /// Gives each in order as much as it may get. The order is that of the keys, and of `precedes` where they are the same.
    private static func fill(
        _ portions: inout [Portion], adding rest: Int128, _ keys: [SortKey], ties precedes: (Int, Int) -> Bool
    ) {
        var rest = rest
        let sorted = keys.sorted { $0.first == $1.first ? $0.second < $1.second : $0.first < $1.first }
        var start = 0
        while start < sorted.count, rest > 0 {
            var end = start + 1
            while end < sorted.count, sorted[end].isTied(with: sorted[start]) { end += 1 }
            var tied = sorted[start..<end].map(\.place)
            // Which of them is first matters only where there is not enough for all.
            if rest < tied.reduce(0, { $0 + portions[$1].upper - portions[$1].lower }) { tied.sort(by: precedes) }
            for index in tied {
                let part = min(rest, portions[index].upper - portions[index].lower)
                portions[index].amount += part
                rest -= part
            }
            start = end
        }
    }
}

/// The key by which most goals are ordered; small, because sorting copies it often.
private struct SortKey {
    let first: Int64
    let second: Int64
    /// The place among the flexible goals of the problem.
    let place: Int

    func isTied(with other: SortKey) -> Bool { first == other.first && second == other.second }
}

/// A flexible goal while amounts are handed out. Kept small, because there are many.
struct Portion {
    /// The place among the flexible goals of the problem.
    let index: Int
    let lower: Int128
    let upper: Int128
    var amount: Int128

    init(_ index: Int, from lower: Int128, to upper: Int128) {
        self.index = index
        self.lower = lower
        self.upper = upper
        amount = lower
    }
}
