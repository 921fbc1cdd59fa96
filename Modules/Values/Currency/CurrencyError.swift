/// Why something does not name a currency.
public enum CurrencyError: Problem, Equatable {
    /// No ISO 4217 currency and no coin has this code; codes that look like it.
    case unknown(String, similar: [String])
    /// The code names a hundredth of a currency, such as the penny, and amounts are counted in the currency.
    case subunit(String, of: Currency)
    /// A part of a token is empty, too long, or holds characters that cannot be.
    case invalidToken(part: String, value: String)
    /// A token's decimals are outside 0…30.
    case invalidDecimals(Int)

    /// What is wrong, as a sentence with what to do.
    public var description: String {
        switch self {
        case .unknown(let code, let similar):
            (code.isEmpty ? "A currency is missing. " : "There is no currency '\(code.printable)'. ")
                + (similar.isEmpty ? "" : "Did you mean \(similar.joined(separator: ", "))? ")
                + "Write its code, as in EUR, USD or BTC; a token is named by its chain and contract."
        case .subunit(let code, let whole):
            "'\(code.printable)' is a hundredth of \(whole): 12345 \(code.printable) are 123.45 \(whole). "
                + "Give amounts and rates in \(whole)."
        case .invalidToken(let part, let value):
            "'\(value.printable)' cannot be the \(part) of a token. "
                + "Give its symbol (USDC), chain (ethereum) and contract (0xa0b8…)."
        case .invalidDecimals(let decimals):
            "A token cannot have \(decimals) decimals. Give 0 to \(Money.maximumPlaces), as its contract states."
        }
    }
}

extension CurrencyError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .unknown: "currency.unknown"
        case .subunit: "currency.subunit"
        case .invalidToken: "currency.invalidToken"
        case .invalidDecimals: "currency.invalidDecimals"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [CurrencyError] {
        [
            .unknown("UDS", similar: ["USD"]), .subunit("GBp", of: .gbp), .invalidToken(part: "contract", value: "0x"),
            .invalidDecimals(99),
        ]
    }
}
