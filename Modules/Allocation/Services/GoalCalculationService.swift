public import ExchangeRates
public import Models

import struct Foundation.UUID

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
    ) -> [ExchangeRateService.WantedRate] {
        funding.parts.compactMap { part in
            guard part.amount.currency != goal.currency, funding.wasEverFunded(part) else { return nil }
            return ExchangeRateService.WantedRate(from: part.amount.currency, to: goal.currency)
        }
    }

    /// The progress of a goal with what its assets give. What cannot be converted is listed, never counted as 0.
    public func progress(of goal: Goal, funding: GoalFunding) -> GoalProgress {
        var now = Ratio.zero
        var factors: [UUID: Ratio] = [:]
        var unavailable: [Unavailable] = []
        var used: [ConversionRate] = []
        var hasFallback = false
        var mayHaveFallen = false
        var isSavedKnown = funding.parts.allSatisfy { $0.gap == nil }
        for part in funding.parts {
            if let gap = part.gap { unavailable.append(Unavailable(item: part.label, reason: gap)) }
            guard funding.wasEverFunded(part) else { continue }
            let conversion: Conversion
            do {
                conversion = try rates.conversion(from: part.amount.currency, to: goal.currency)
            } catch {
                unavailable.append(Unavailable(item: part.label, reason: error.description))
                if funding.hasFallen(part) { mayHaveFallen = true }
                // An amount of 0 needs no rate: then only what was there before is not known.
                if !part.amount.isZero { isSavedKnown = false }
                continue
            }
            now = now + part.amount.ratio * conversion.factor
            if funding.hasMoved { factors[part.assetID] = conversion.factor }
            if let rate = conversion.rate, !used.contains(rate) { used.append(rate) }
            for rate in part.rates where !used.contains(rate) { used.append(rate) }
            // A source with prices may have converted at a substitute's rate as well.
            if conversion.rate?.state == .fallback || part.rates.contains(where: { $0.state == .fallback }) {
                hasFallback = true
            }
        }
        var totals = Totals(saved: .zero(goal.currency), contributed: .zero(goal.currency), remaining: goal.target)
        do {
            totals = try Totals(goal: goal, saved: now, least: funding.least(now: now) { factors[$0.assetID] })
        } catch {
            // One absurd balance must not stop the other goals.
            unavailable.append(Unavailable(item: goal.name, reason: error.description))
            isSavedKnown = false
        }
        // Of a balance that is not fully known, only the known part is seen to have risen.
        if !totals.contributed.isZero, funding.parts.contains(where: { $0.gap != nil }) { mayHaveFallen = true }
        if funding.parts.contains(where: \.hasUnknownPayments) { mayHaveFallen = true }
        return GoalProgress(
            goal: goal, saved: totals.saved,
            savedBound: hasFallback ? .unknown : isSavedKnown ? nil : .atLeast,
            contributed: totals.contributed,
            contributedBound: hasFallback || mayHaveFallen ? .unknown : unavailable.isEmpty ? nil : .atLeast,
            remaining: totals.remaining, unavailable: unavailable, rates: used,
            funding: funding.parts)
    }
}

/// The figures that follow from the exact sums, each rounded as M5 says.
private struct Totals {
    let saved: Money
    let contributed: Money
    let remaining: Money

    init(saved: Money, contributed: Money, remaining: Money) {
        self.saved = saved
        self.contributed = contributed
        self.remaining = remaining
    }

    init(goal: Goal, saved: Ratio, least: Ratio) throws(MoneyError) {
        let zero = Money.zero(goal.currency)
        self.saved = try ExactAmount(saved, goal.currency).rounded(.down)
        let gained = try self.saved.subtracting(ExactAmount(least, goal.currency).rounded(.down))
        let missing = try goal.target.subtracting(self.saved)
        contributed = gained.isNegative ? zero : gained
        remaining = missing.isNegative ? zero : missing
    }
}
