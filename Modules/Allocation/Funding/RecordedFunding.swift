public import Models

public import struct Foundation.UUID

/// What an asset gave to a goal at one moment.
public struct RecordedFunding: Sendable, Hashable {
    /// The asset.
    public let assetID: UUID
    /// Its name at that moment.
    public let asset: String
    /// The amount in the asset's currency.
    public let amount: Money
    /// Whether the asset's whole balance was known.
    public let isComplete: Bool

    /// What an asset gave.
    public init(assetID: UUID, asset: String, amount: Money, isComplete: Bool) {
        self.assetID = assetID
        self.asset = asset
        self.amount = amount
        self.isComplete = isComplete
    }

    /// How the asset is named in answers.
    public var label: String { "\(asset) (\(amount.currency))" }
}

extension RecordedFunding: NestedValue {
    /// The columns under which it is kept inside other things.
    public static let fields = Fields<RecordedFunding>(
        .value("assetID", \.assetID), .value("asset", \.asset), .value("amount", \.amount),
        .value("isComplete", \.isComplete)
    ) { RecordedFunding(assetID: $0, asset: $1, amount: $2, isComplete: $3) }
}

extension [GoalFunding.Part] {
    /// What the assets give, to be counted from later; also of those that give nothing yet.
    public var recorded: [RecordedFunding] {
        map {
            RecordedFunding(assetID: $0.assetID, asset: $0.asset, amount: $0.amount, isComplete: $0.gap == nil)
        }
    }
}
