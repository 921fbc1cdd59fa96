import FlexAdjustment
public import Models

extension FlexPlan {
    /// The target that lies some steps beyond the one of the plan, or before it for a negative number: whole percents
    /// within the bounds for a factor; for a budget round sums of about a percent of what is required, never below 0.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func target(steps: Int) throws(MoneyError) -> FlexRequest.Target {
        switch request.target {
        case .factor(let factor, let redistributesSkipped):
            let percent = FlexPlan.moved(factor * Ratio(100), by: steps) ?? 100
            let moved = Ratio(percent, over: 100) ?? .one
            return .factor(
                min(max(moved, request.bounds.lower), request.bounds.upper),
                redistributingSkipped: redistributesSkipped)
        case .budget(let budget):
            let step = try budgetStep()
            guard let units = Ratio(try budget.minorUnits(.down), over: step),
                let count = FlexPlan.moved(units, by: steps)
            else { throw .tooLarge(budget.currency) }
            let (moved, overflow) = max(0, count).multipliedReportingOverflow(by: step)
            guard !overflow else { throw .tooLarge(budget.currency) }
            return .budget(try Money(minorUnits: moved, budget.currency))
        }
    }

    /// 1, 2 or 5 with zeros behind, in minor units: the largest that is at most a percent of what is required.
    private func budgetStep() throws(MoneyError) -> Int128 {
        let limit = try totalRequired.minorUnits(.down) / 100
        var power: Int128 = 1
        while power * 10 <= limit { power *= 10 }
        return [5 * power, 2 * power].first { $0 <= limit } ?? power
    }

    /// The whole number `steps` further, one that is not whole counting as the next behind it.
    private static func moved(_ number: Ratio, by steps: Int) -> Int128? {
        number.rounded(steps > 0 ? .down : .up).map { $0 + Int128(steps) }
    }
}
