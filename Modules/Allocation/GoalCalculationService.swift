public import ExchangeRates
public import Models

/// The single place where progress is computed: aware of allocations, in the goal's currency.
public struct GoalCalculationService: Sendable {
    private let rates: FrozenRates

    /// A service on the rates of one command (V4).
    public init(rates: FrozenRates) {
        self.rates = rates
    }

    /// The conversions that the progress of a goal needs.
    public static func conversions(
        of goal: Goal, funding: GoalFunding
    ) -> [ExchangeRateService.Conversion] {
        funding.parts.compactMap { part in
            guard part.amount.currency != goal.currency, !part.amount.isZero || !part.before.isZero else { return nil }
            return ExchangeRateService.Conversion(from: part.amount.currency, to: goal.currency)
        }
    }

    /// The progress of a goal with what its assets give.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func progress(of goal: Goal, funding: GoalFunding) throws(MoneyError) -> GoalProgress {
        var now = ExactAmount(.zero, goal.currency)
        var before = ExactAmount(.zero, goal.currency)
        var unavailable: [Unavailable] = []
        var used: [ConversionRate] = []
        var hasFallback = false
        for part in funding.parts {
            if let gap = part.gap { unavailable.append(Unavailable(item: part.label, reason: gap)) }
            guard !part.amount.isZero || !part.before.isZero else { continue }
            let rate: ConversionRate?
            do {
                rate = try rates.rate(from: part.amount.currency, to: goal.currency)
            } catch {
                unavailable.append(Unavailable(item: part.label, reason: error.reason))
                continue
            }
            let factor = rate?.rate ?? .one
            now = try now.adding(part.amount.exact.converted(at: factor, to: goal.currency))
            before = try before.adding(part.before.exact.converted(at: factor, to: goal.currency))
            if let rate, !used.contains(rate) { used.append(rate) }
            if rate?.state == .fallback { hasFallback = true }
        }
        let saved = try now.rounded(.down)
        let earlier = try before.rounded(.down)
        let zero = Money.zero(goal.currency)
        let gained = try saved.subtracting(earlier)
        let remaining = try goal.target.subtracting(saved)
        return GoalProgress(
            goal: goal, saved: saved,
            savedBound: hasFallback ? .unknown : unavailable.isEmpty ? nil : .atLeast,
            contributed: gained.isNegative ? zero : gained, remaining: remaining.isNegative ? zero : remaining,
            unavailable: unavailable, rates: used, funding: funding.parts)
    }
}
