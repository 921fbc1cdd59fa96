import FileFormats
public import Models

/// Why a row of a file is not entered.
public enum ImportRefusal: Problem, Equatable {
    /// It names no account, as other rows of the file do.
    case noAccount
    /// It names no currency, and its account is no asset yet, which would have one.
    case noCurrency(account: String)
    /// It is in another currency than its asset.
    case otherCurrency(Currency, asset: String, in: Currency)
    /// Beside its amount stands the code or sign of another currency than its asset's.
    case otherSign(String, asset: String, in: Currency)
    /// It says something else of a transaction that is there.
    case changed(String)

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .noAccount: "It names no account, as other rows do."
        case .noCurrency(let account): "It names no currency, and '\(account.printable)' is no asset yet."
        case .otherCurrency(let currency, let asset, let own):
            "It is in \(currency), but '\(asset.printable)' is in \(own)."
        case .changed(let there): "It differs from what is there by its id: the \(there)."
        case .otherSign(let sign, let asset, let own):
            "'\(sign.printable)' stands beside its amount, but '\(asset.printable)' is in \(own)."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noAccount: "import.noAccount"
        case .noCurrency: "import.noCurrency"
        case .otherCurrency: "import.otherCurrency"
        case .otherSign: "import.otherSign"
        case .changed: "import.changed"
        }
    }

    /// The data does not allow it.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [ImportRefusal] {
        [
            .noAccount, .noCurrency(account: "Giro"), .otherCurrency(.eur, asset: "Wallet", in: .usd),
            .otherSign("$", asset: "Wallet", in: .eur), .changed("transaction of 5.00 EUR on 2026-05-01"),
        ]
    }
}
