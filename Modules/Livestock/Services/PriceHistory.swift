import Persistence
public import Values

/// The prices of a category up to a day, with their changes.
public struct PriceHistory: Sendable {
    /// By how much the newest price differs from an older one.
    public struct Change: Sendable, Hashable {
        /// How many days older that one is at least.
        public let days: Int
        /// The difference in percent; nil where there is no such price.
        public let percent: Ratio?
    }

    /// The prices, by day and order of entry.
    public let rows: [LivestockPrice]
    /// The changes in a week, four weeks and a year.
    public let changes: [Change]

    /// The history of prices in order: changes compare the newest row with the newest one of the same animals and place that is at least so
    /// much older, and at most `maxAge` days more.
    public init(_ rows: [LivestockPrice], maxAge: Int) {
        self.rows = rows
        changes = [7, 28, 365].map { days in
            guard let newest = rows.last else { return Change(days: days, percent: nil) }
            let older = rows.last { row in
                let age = row.day.days(until: newest.day)
                return age >= days && age <= days + maxAge && row.subject == newest.subject
            }
            let percent = older.flatMap { older in
                (newest.price.ratio - older.price.ratio).divided(by: older.price.ratio).map { $0 * Ratio(100) }
            }
            return Change(days: days, percent: percent)
        }
    }
}

extension LivestockService {
    /// The prices of a category up to the call's day.
    ///
    /// - Throws: `StoreError`.
    public func priceHistory(_ filter: PriceFilter, _ call: Call) async throws -> Outcome<PriceHistory> {
        let found = try await prices(filter, call).value.prices.filter { $0.level != .own }
        return Outcome(PriceHistory(found, maxAge: settings.assumptions.priceMaxAge))
    }
}
