extension AssetAllocation: Entity {
    /// How allocations are kept: by asset and goal. One with neither share nor amount is of the rest.
    public static let declaration = Declaration<AssetAllocation>(
        "allocation", table: "allocations", since: "0.3.0", order: ["assetID", "goalID"],
        fields: Fields(
            .key("assetID", \.assetID, to: "asset"), .key("goalID", \.goalID, to: "goal"),
            .value("share", \.share), .value("amount", \.fixed, currency: "currency")
        ) { asset, goal, share, fixed in
            let size: Size =
                if let share { .share(try Share(units: share)) } else if let fixed { .fixed(fixed) } else {
                    .rest
                }
            return AssetAllocation(assetID: asset, goalID: goal, size: size)
        })

    /// Ten-thousandths of a percent; nil unless the allocation is a share.
    private var share: Int? { if case .share(let share) = size { share.units } else { nil } }
    private var fixed: Money? { if case .fixed(let amount) = size { amount } else { nil } }

    /// "allocation of 60%".
    public var summary: String { "allocation of \(size)" }

    /// What can be said without the asset's balance: a fixed amount is above 0 and in the asset's currency.
    ///
    /// - Throws: What the reader throws.
    public func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard let fixed, let asset = try reader.find(Asset.self, assetID) else { return [] }
        if fixed.currency != asset.currency {
            return [
                ValidationIssue(
                    code: "currencyMismatch", field: "amount",
                    message: "\(fixed) of '\(asset.name.printable)' cannot be allocated: it is in \(asset.currency).")
            ]
        }
        guard !fixed.isPositive else { return [] }
        return [
            ValidationIssue(
                code: "notPositive", field: "amount",
                message: "\(fixed) cannot be allocated. Give an amount greater than 0.")
        ]
    }
}
