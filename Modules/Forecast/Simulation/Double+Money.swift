import Foundation
import Models

// Where exact numbers become those of a simulation, and where its results become money again.

extension Ratio {
    /// The nearest number in binary floating point, to 17 digits.
    var double: Double { Double(significantString(digits: 17)) ?? 0 }
}

extension Money {
    /// A result of a simulation in whole minor units: the nearest, or the next above.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(simulated value: Double, _ currency: Currency, roundingUp: Bool = false) throws(MoneyError) {
        let scaled = value * pow(10, Double(currency.minorUnit))
        // A millionth of a minor unit is what the calculation itself leaves, not something to pay.
        let units = roundingUp ? (scaled - 1e-6).rounded(.up) : scaled.rounded(.toNearestOrEven)
        guard let whole = Int128(exactly: units) else { throw .tooLarge(currency) }
        self = try Money(minorUnits: whole, currency)
    }
}
