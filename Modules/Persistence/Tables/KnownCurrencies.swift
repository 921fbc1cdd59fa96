package import Values

/// The currencies that one transaction has read: rows next to each other often share one, and a table has few.
package final class KnownCurrencies {
    package private(set) var last: (text: [UInt8], currency: Currency)?
    private var known: [String: Currency] = [:]

    package init() {}

    /// The currency of a text, which is the last one from then on; nil for a text that is none.
    func find(_ text: String) -> Currency? {
        guard let currency = known[text] ?? (try? Currency(encoded: text)) else { return nil }
        known[text] = currency
        last = (Array(text.utf8), currency)
        return currency
    }
}
