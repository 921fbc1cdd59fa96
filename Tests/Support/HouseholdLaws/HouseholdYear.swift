package import Models
import TestSupport

/// What happens in a household in a year or so, at random: mostly things that are allowed.
package struct HouseholdYear: Sendable {
    /// The seed it comes from.
    package let seed: UInt64
    /// When payments are made.
    package let convention: HouseholdConvention
    /// The day of the first step.
    package let firstDay: CalendarDay
    /// The prices of the first day, in USD for one unit.
    package let prices: [Currency: Ratio]
    /// 60 to 120 steps; several may happen on one day.
    package let steps: [HouseholdStep]

    /// The year of a seed.
    package static func random(seed: UInt64) throws -> HouseholdYear {
        var maker = try HouseholdYearMaker(seed: seed)
        try maker.makeSteps()
        return HouseholdYear(
            seed: seed, convention: maker.convention, firstDay: maker.firstDay, prices: maker.firstPrices,
            steps: maker.steps)
    }

    /// Every rate that follows from prices in USD, one for each ordered pair.
    package static func rates(_ prices: [Currency: Ratio]) -> [CurrencyPair: Ratio] {
        var rates: [CurrencyPair: Ratio] = [:]
        for (from, price) in prices {
            for (to, other) in prices where from != to {
                rates[CurrencyPair(from, to)] = price.divided(by: other)?.reduced
            }
        }
        return rates
    }
}
