extension AssetAllocation: Entity {
    /// How allocations are kept: by asset and goal. One with neither share nor amount is of the rest.
    public static let declaration = Declaration<AssetAllocation>(
        "allocation", table: "allocations", since: "0.3.0", order: ["assetID", "goalID"],
        fields: Fields(
            .key("assetID", \.assetID, to: "asset"), .key("goalID", \.goalID, to: "goal"),
            .value("share", \.share), .value("amount", \.earmark, currency: "currency")
        ) { asset, goal, share, earmark in
            let claim: Claim =
                if let share { .share(try Share(units: share)) } else if let earmark { .earmark(earmark) } else {
                    .rest
                }
            return AssetAllocation(assetID: asset, goalID: goal, claim: claim)
        })

    /// Ten-thousandths of a percent; nil unless the claim is a share.
    private var share: Int? { if case .share(let share) = claim { share.units } else { nil } }
    private var earmark: Money? { if case .earmark(let amount) = claim { amount } else { nil } }

    /// "allocation of 60%".
    public var summary: String { "allocation of \(claim)" }

    /// What can be said without the asset's balance: a fixed amount is above 0 and in the asset's currency.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard let earmark, let asset = try reader.find(Asset.self, assetID) else { return [] }
        if earmark.currency != asset.currency {
            return [
                ValidationIssue(
                    code: "currencyMismatch", field: "amount",
                    message: "\(earmark) of '\(asset.name.printable)' cannot be allocated: it is in \(asset.currency).")
            ]
        }
        guard !earmark.isPositive else { return [] }
        return [
            ValidationIssue(
                code: "notPositive", field: "amount",
                message: "\(earmark) cannot be allocated. Give an amount greater than 0.")
        ]
    }
}
