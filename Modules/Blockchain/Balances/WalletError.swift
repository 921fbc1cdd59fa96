public import Models

/// Why the balance of an extended public key cannot be read.
public enum WalletError: Problem, Equatable {
    /// Nothing here can derive addresses: the program was built without it.
    case noDerivation
    /// The key is no point of the curve.
    case notOnCurve
    /// The provider tells no transactions, so that nobody knows which addresses were ever used.
    case noTransactions(provider: String)
    /// An address far behind the first of a branch is in use: more than any wallet of a person has.
    case tooManyAddresses(Int)

    /// What is wrong, with what to do.
    public var description: String {
        switch self {
        case .noDerivation:
            "This program was built without the part that finds the addresses of an extended public key. Give single "
                + "addresses, or build it with the trait ExtendedKeys."
        case .notOnCurve: "The extended public key is none: no wallet has made it. Copy it again."
        case .noTransactions(let provider):
            "\(provider) tells no transactions, which are needed to find the addresses of an extended public key. Choose "
                + "another provider."
        case .tooManyAddresses(let count):
            "The extended public key uses addresses beyond its first \(count), which is more than is read at once."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noDerivation: "wallet.noDerivation"
        case .notOnCurve: "wallet.notOnCurve"
        case .noTransactions: "wallet.noTransactions"
        case .tooManyAddresses: "wallet.tooManyAddresses"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [WalletError] {
        [.noDerivation, .notOnCurve, .noTransactions(provider: "tatum"), .tooManyAddresses(2000)]
    }
}
