/// Hands out units so that a measure of all goals rises to one level, like water in vessels of different widths.
///
/// The next unit goes to the goal with the smallest measure. All units below any level are therefore a beginning of the
/// hand-out: a level is found from the continuous problem, where amounts are fractions; whole amounts miss it by less than
/// one unit per goal, and that rest is handed out one by one.
struct LevelFill {
    /// The quantity that is levelled, for a goal with required amount r, level payment l, remainder m and n dates left, at amount x.
    enum Measure {
        /// (2x + 1)/r: the smallest is the one that the next unit brings nearest to its required portion.
        case change
        /// (x − m)/((n − 1)·l): the smallest is the one with the largest catch-up ratio.
        case catchUp
    }

    private let measure: Measure
    private let problem: FlexProblem

    init(_ measure: Measure, _ problem: FlexProblem) {
        self.measure = measure
        self.problem = problem
    }

    /// Raises the portions from their lower bounds by `rest` units, which is at most the room there is.
    func fill(_ portions: inout ArraySlice<Portion>, adding rest: Int128) {
        var vessels = Vessels(portions.map(vessel))
        vessels.fill(adding: rest, measure: measure, ties: problem.precedesInTies)
        for (index, vessel) in zip(portions.indices, vessels.all) { portions[index].amount = vessel.amount }
    }

    private func vessel(_ portion: Portion) -> Vessel {
        let limits = problem.flexible[portion.index]
        return switch measure {
        case .change:
            Vessel(goal: limits.goal, lower: portion.lower, upper: portion.upper, weight: limits.required, offset: 0)
        case .catchUp:
            Vessel(
                goal: limits.goal, lower: portion.lower, upper: portion.upper,
                weight: limits.level * Int128(limits.paymentsLeft - 1), offset: limits.remaining)
        }
    }
}
