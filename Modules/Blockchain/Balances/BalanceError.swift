public import Models

/// Why no balance is read.
public enum BalanceError: Problem, Equatable {
    /// The asset has no address.
    case noAddress(asset: String)
    /// No asset has one.
    case nothingOnChains
    /// The chain is not known.
    case unknownChain(String)

    /// What is wrong, with what to do.
    public var description: String {
        switch self {
        case .noAddress(let asset):
            "'\(asset.printable)' has no address on a chain. Its balance is what you enter."
        case .nothingOnChains: "No asset has an address on a chain."
        case .unknownChain(let chain):
            "The chain '\(chain.printable)' is not known. Known: \(Chain.known.map(\.id).joined(separator: ", "))."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noAddress: "balance.noAddress"
        case .nothingOnChains: "balance.nothingOnChains"
        case .unknownChain: "balance.unknownChain"
        }
    }

    /// Where it was entered.
    public var field: String? { if case .unknownChain = self { "chain" } else { nil } }

    /// What sort of problem it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [BalanceError] {
        [.noAddress(asset: "Savings"), .nothingOnChains, .unknownChain("bitcorn")]
    }
}
