import Models

/// A sum of amounts of which some may not be known.
struct KnownSum {
    private(set) var total: Money
    private(set) var isComplete = true

    init(_ currency: Currency) { total = .zero(currency) }

    mutating func add(_ amount: Money?) throws(MoneyError) {
        if let amount { total = try total.adding(amount) } else { isComplete = false }
    }

    /// Unknown where a part is missing, since it may be a gain or a loss (P9).
    var bound: Bound? { isComplete ? nil : .unknown }
}
