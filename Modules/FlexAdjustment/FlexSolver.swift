/// Gives every goal its payment, exactly as if single minor units were handed out one by one (F5), in O(n log n).
public enum FlexSolver {
    /// The payments that come to a target.
    ///
    /// - Throws: ``FlexError`` when the target does not fit the problem.
    public static func solve(
        _ problem: FlexProblem, target: FlexTarget, strategy: FlexStrategy
    ) throws(FlexError) -> FlexSolution {
        let total = try problem.total(of: target)
        let available = total - problem.protectedTotal
        var amounts = problem.fixed
        let shares = handOut(min(max(available, 0), problem.capTotal), problem, strategy)
        for share in shares { amounts[problem.flexible[share.index].goal] = share.amount }
        return FlexSolution(
            amounts: amounts, total: total, unplaced: max(0, available - problem.capTotal),
            shortfall: max(0, -available), isBelowFloor: max(available, 0) < problem.floorTotal)
    }

    /// The flexible goals with amounts that sum to `budget`, which is at most the sum of their caps.
    private static func handOut(_ budget: Int128, _ problem: FlexProblem, _ strategy: FlexStrategy) -> [Share] {
        var shares = shares(budget, problem)
        let rest = budget - shares.reduce(0) { $0 + $1.lower }
        let (flexible, goals) = (problem.flexible, problem.goals)
        switch strategy {
        case .balanced:
            LevelFill(.change, problem).fill(&shares[...], adding: rest)
        case .minimizeRisk:
            let firstLater = shares.partition { flexible[$0.index].paymentsLeft > 1 }
            let room = shares[..<firstLater].reduce(0) { $0 + $1.upper - $1.lower }
            LevelFill(.change, problem).fill(&shares[..<firstLater], adding: min(rest, room))
            LevelFill(.catchUp, problem).fill(&shares[firstLater...], adding: max(0, rest - room))
        case .prioritizeUrgent:
            fill(&shares, adding: rest) { left, right in
                let (a, b) = (flexible[left.index], flexible[right.index])
                if a.paymentsLeft != b.paymentsLeft { return a.paymentsLeft < b.paymentsLeft }
                if a.progressRank != b.progressRank { return a.progressRank < b.progressRank }
                let (goal, other) = (goals[a.goal], goals[b.goal])
                return goal.progress == other.progress
                    ? goal.precedesInTies(other) : goal.progress < other.progress
            }
        case .prioritizeLargest, .prioritizeSmallest:
            fill(&shares, adding: rest) { left, right in
                let (a, b) = (flexible[left.index], flexible[right.index])
                if a.required == b.required { return goals[a.goal].precedesInTies(goals[b.goal]) }
                return (a.required > b.required) == (strategy == .prioritizeLargest)
            }
        }
        return shares
    }

    /// The bounds that hold for a budget (F3), with everyone at the lower one.
    private static func shares(_ budget: Int128, _ problem: FlexProblem) -> [Share] {
        problem.flexible.indices.map { index in
            let limits = problem.flexible[index]
            if budget <= problem.floorTotal { return Share(index, from: 0, to: limits.floor) }
            if budget <= problem.flexibleTotal { return Share(index, from: limits.floor, to: limits.required) }
            return Share(index, from: limits.required, to: limits.cap)
        }
    }

    /// Gives each in order as much as it may get.
    private static func fill(_ shares: inout [Share], adding rest: Int128, by precedes: (Share, Share) -> Bool) {
        var rest = rest
        shares.sort(by: precedes)
        for index in shares.indices {
            guard rest > 0 else { return }
            let part = min(rest, shares[index].upper - shares[index].lower)
            shares[index].amount += part
            rest -= part
        }
    }
}

/// A flexible goal while amounts are handed out. Kept small, because there are many.
struct Share {
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
