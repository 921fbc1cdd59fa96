/// Why two amounts cannot be reckoned together.
public enum MoneyError: Problem, Equatable {
    /// The amounts are in different currencies, which are never mixed silently.
    case currencyMismatch(Currency, Currency)
    /// The result has more digits than are kept exactly.
    case tooLarge(Currency)

    /// What is wrong, as a sentence with a hint.
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

extension MoneyError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .currencyMismatch: "money.currencyMismatch"
        case .tooLarge: "money.tooLarge"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [MoneyError] {
        [.currencyMismatch(.usd, .eur), .tooLarge(.usd)]
    }
}
