public import Models

public import struct Foundation.UUID

/// Why a balance cannot be divided by some allocations.
public enum AssetSplitError: Problem, Equatable {
    /// The allocations belong to more than one asset.
    case severalAssets
    /// A goal has more than one allocation.
    case goalTwice(UUID)
    /// A fixed amount is not in the currency of the balance.
    case otherCurrency(Money, wanted: Currency)
    /// A fixed amount is 0 or less.
    case amountNotPositive(Money)
    /// The shares pass 100 %; their sum, where 1 is all.
    case sharesPassWhole(Ratio)
    /// More than one goal is to get the rest.
    case restTwice

    /// What is wrong, with what is accepted.
    public var description: String {
        switch self {
        case .severalAssets: "The allocations belong to several assets. Divide one asset at a time."
        case .goalTwice(let goal): "The goal \(goal) has two allocations of the asset. Give it one."
        case .otherCurrency(let amount, let wanted): "The amount \(amount) is not in \(wanted), as the balance is."
        case .amountNotPositive(let amount): "The amount \(amount) is not greater than 0."
        case .sharesPassWhole(let sum):
            "The shares sum to \((sum * Ratio(100)).decimalString(places: 4, rounding: .down)) %, which is more than 100 %."
        case .restTwice: "Two goals are to get the rest. At most one can."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .severalAssets: "assetSplit.severalAssets"
        case .goalTwice: "assetSplit.goalTwice"
        case .otherCurrency: "assetSplit.otherCurrency"
        case .amountNotPositive: "assetSplit.amountNotPositive"
        case .sharesPassWhole: "assetSplit.sharesPassWhole"
        case .restTwice: "assetSplit.restTwice"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [AssetSplitError] {
        [
            .severalAssets, .goalTwice(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
            .otherCurrency(.zero(.usd), wanted: .eur),
            .amountNotPositive(.zero(.usd)), .sharesPassWhole(Ratio(2)), .restTwice,
        ]
    }

    static func check(_ allocations: [AssetAllocation], of currency: Currency) throws(AssetSplitError) {
        var goals: Set<UUID> = []
        var (shares, hasRest) = (Ratio.zero, false)
        for allocation in allocations {
            guard allocation.assetID == allocations[0].assetID else { throw .severalAssets }
            guard goals.insert(allocation.goalID).inserted else { throw .goalTwice(allocation.goalID) }
            switch allocation.size {
            case .share(let share): shares = shares + share.ratio
            case .fixed(let amount):
                guard amount.currency == currency else { throw .otherCurrency(amount, wanted: currency) }
                guard amount.isPositive else { throw .amountNotPositive(amount) }
            case .rest:
                guard !hasRest else { throw .restTwice }
                hasRest = true
            }
        }
        guard shares <= Share.whole.ratio else { throw .sharesPassWhole(shares) }
    }
}
