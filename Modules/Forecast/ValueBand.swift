public import Models

/// What a goal has on a day, in 5, 50 and 95 of 100 futures at most.
public struct ValueBand: Sendable, Hashable {
    /// The day, after what is paid on it.
    public let day: CalendarDay
    /// Undercut in 5 of 100 futures.
    public let low: Money
    /// Half of all futures lie below, half above.
    public let median: Money
    /// Passed in 5 of 100 futures.
    public let high: Money
}

extension ValueBand {
    /// The bands of a simulation.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    static func bands(
        _ futures: SimulatedPaths, on days: [CalendarDay], in currency: Currency
    ) throws(MoneyError) -> [ValueBand] {
        var bands: [ValueBand] = []
        for (step, day) in days.enumerated() {
            func value(_ share: Double) throws(MoneyError) -> Money {
                try Money(simulated: futures.quantile(share, afterStep: step), currency)
            }
            bands.append(
                ValueBand(day: day, low: try value(0.05), median: try value(0.5), high: try value(0.95)))
        }
        return bands
    }

    /// What there is on each day when no price moves: exact.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    static func certain(from saved: Money, _ payments: [PlannedStep]) throws(MoneyError) -> [ValueBand] {
        var (total, bands): (Money, [ValueBand]) = (saved, [])
        for payment in payments {
            total = try total.adding(payment.amount)
            bands.append(ValueBand(day: payment.day, low: total, median: total, high: total))
        }
        return bands
    }
}
