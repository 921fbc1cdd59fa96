public import Models

/// Raises or lowers the payments of a month together, and says what that does to every goal (F1 to F10).
///
/// ```swift
/// let goals = try [
///     FlexGoal("Car", required: Money("300", .eur), remaining: Money("3000", .eur), paymentsLeft: 10),
///     FlexGoal("Rent", required: Money("500", .eur), remaining: Money("500", .eur), paymentsLeft: 1),
/// ]
/// let adjusted = try FlexAdjustmentService(goals, in: .eur).adjust(to: Money("700", .eur), strategy: .minimizeRisk)
/// adjusted.payments[0].amount  // 200.00 EUR
/// adjusted.payments[1].amount  // 500.00 EUR
/// ```
public struct FlexAdjustmentService: Sendable {
    private let problem: FlexProblem
    private let currency: Currency

    /// A service for goals whose amounts are in minor units of one currency.
    ///
    /// - Throws: ``FlexError`` for the first goal that is not valid.
    public init(_ goals: [FlexGoal], in currency: Currency, bounds: FlexBounds = .standard) throws(FlexError) {
        problem = try FlexProblem(goals: goals, bounds: bounds)
        self.currency = currency
    }

    /// All flexible payments together times a factor within the bounds; protected goals are paid in full beside it.
    ///
    /// - Parameters:
    ///   - factor: The factor.
    ///   - redistributesSkipped: Whether what skipped goals require is given to the others.
    ///   - strategy: How the money is distributed.
    /// - Throws: ``FlexError/factorOutsideBounds(_:_:)``, ``MoneyError/tooLarge(_:)``.
    public func adjust(
        by factor: Ratio, redistributingSkipped redistributesSkipped: Bool = false,
        strategy: FlexStrategy = .balanced
    ) throws -> AdjustedPayments {
        try adjust(.factor(factor, redistributingSkipped: redistributesSkipped), strategy)
    }

    /// A sum for all goals together, in the currency of the goals and in whole minor units.
    ///
    /// - Throws: ``FlexError`` when the budget cannot be used, ``MoneyError/tooLarge(_:)``.
    public func adjust(to budget: Money, strategy: FlexStrategy = .balanced) throws -> AdjustedPayments {
        guard budget.currency == currency else { throw FlexError.budgetCurrency(budget, display: currency) }
        guard !budget.isNegative else { throw FlexError.negativeBudget(budget) }
        guard budget.isWholeMinorUnits else { throw FlexError.budgetTooPrecise(budget) }
        return try adjust(.budget(try budget.minorUnits(.down)), strategy)
    }

    private func adjust(_ target: FlexTarget, _ strategy: FlexStrategy) throws -> AdjustedPayments {
        let solution = try FlexSolver.solve(problem, target: target, strategy: strategy)
        let payments = try zip(problem.goals, solution.amounts).map { goal, amount in
            let impact = FlexImpact(of: amount, on: goal)
            return AdjustedPayments.AdjustedPayment(
                goal: goal, required: try money(goal.required), amount: try money(amount),
                change: try money(amount - goal.required), nextRequired: try impact.nextRequired.map(money),
                impact: impact)
        }
        return AdjustedPayments(
            payments: payments, required: try money(problem.protectedTotal + problem.flexibleTotal),
            target: try money(solution.total), total: try money(solution.amounts.reduce(0, +)),
            unplaced: try money(solution.unplaced), shortfall: try money(solution.shortfall),
            isBelowFloor: solution.isBelowFloor)
    }

    private func money(_ units: Int128) throws(MoneyError) -> Money { try Money(minorUnits: units, currency) }
}
