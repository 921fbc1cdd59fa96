public import Models

/// Changes of assets and their transactions, inside the caller's transaction.
public struct AssetService {
    private let writer: any StoreWriter

    /// A service inside a write.
    public init(writer: any StoreWriter) {
        self.writer = writer
    }

    /// Deletes an asset with its transactions and allocations.
    ///
    /// - Throws: ``StoreError``.
    public func delete(_ asset: Asset) throws {
        for allocation in try writer.allocations() where allocation.assetID == asset.id {
            try writer.apply(.delete(.allocation(allocation)))
        }
        for transaction in try writer.transactions(of: asset.id) {
            try writer.apply(.delete(.transaction(transaction)))
        }
        try writer.apply(.delete(.asset(asset)))
    }

    /// Adds a transaction to an asset.
    ///
    /// - Throws: ``ValidationError`` with everything that is wrong with it, ``StoreError``.
    public func add(_ transaction: Transaction, to asset: Asset) throws {
        if let error = ValidationError(transaction.faults(asset: asset)) { throw error }
        try writer.apply(.insert(.transaction(transaction)))
    }
}
