package import Foundation
package import Models

/// An ordered pair of currencies: a rate says how many units of the second one unit of the first is.
package struct CurrencyPair: Sendable, Hashable {
    /// What is converted.
    package let from: Currency
    /// What it is converted to.
    package let to: Currency

    /// The pair in this direction.
    package init(_ from: Currency, _ to: Currency) {
        self.from = from
        self.to = to
    }
}

/// The circumstances of one command: its day, its instant and the rates of now.
package struct HouseholdMoment: Sendable {
    /// The day of the command.
    package var today: CalendarDay
    /// The instant of the command.
    package var now: Date
    /// Every rate that exists, one for each ordered pair; a pair without one has no rate.
    package var rates: [CurrencyPair: Ratio]

    /// A moment with its rates.
    package init(today: CalendarDay, now: Date, rates: [CurrencyPair: Ratio] = [:]) {
        self.today = today
        self.now = now
        self.rates = rates
    }

    /// The rate of the pair, 1 for one currency, nil without a rate.
    package func rate(_ from: Currency, _ to: Currency) -> Ratio? {
        from == to ? .one : rates[CurrencyPair(from, to)]
    }
}
