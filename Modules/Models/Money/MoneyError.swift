/// Why two amounts cannot be reckoned together.
public enum MoneyError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The amounts are in different currencies, which are never mixed silently.
    case currencyMismatch(Currency, Currency)
    /// The result has more digits than are kept exactly.
    case tooLarge(Currency)

    /// The fault as a sentence with a hint.
    public var description: String {
        switch self {
        case .currencyMismatch(let left, let right):
            "An amount in \(left) cannot be combined with one in \(right). Convert one of them first."
        case .tooLarge(let currency):
            "The amount in \(currency) needs more than \(Money.maximumDigits) digits. "
                + "Look for an amount or a rate with a misplaced decimal point."
        }
    }
}
