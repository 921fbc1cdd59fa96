public import Models

/// Why balances could not be found out.
public enum FundingError: Problem, Equatable {
    /// Assets kept being added or changed while their balances were read.
    case keepsChanging
    /// A source of balances could not be made, so that nobody knows whether it would know an asset.
    case sourceUnavailable(String, reason: String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .keepsChanging:
            "Other programs kept changing assets while their balances were asked for. Nothing was written; try again."
        case .sourceUnavailable(let name, let reason): "The source '\(name)' cannot be used: \(reason)"
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .keepsChanging: "funding.keepsChanging"
        case .sourceUnavailable: "funding.sourceUnavailable"
        }
    }

    /// Somebody else keeps writing, or the source is refused.
    public var kind: ProblemKind { if case .keepsChanging = self { .conflict } else { .refused } }

    /// The source of an asset.
    public var field: String? { if case .sourceUnavailable = self { "source" } else { nil } }

    /// One of each case.
    public static var examples: [FundingError] {
        [.keepsChanging, .sourceUnavailable("exec", reason: "its setting is empty")]
    }
}
