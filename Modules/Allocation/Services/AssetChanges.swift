package import Models
package import Persistence

/// Changes of assets and their transactions, inside the caller's transaction.
package struct AssetChanges {
    private let writer: any StoreWriter

    /// A service inside a write.
    package init(writer: any StoreWriter) {
        self.writer = writer
    }

    /// Deletes an asset with its transactions and allocations.
    ///
    /// - Throws: ``StoreError``.
    package func delete(_ asset: Asset) throws {
        for allocation in try writer.all(AssetAllocation.self, where: "assetID", is: asset.id) {
            try writer.delete(allocation)
        }
        for transaction in try writer.transactions(of: asset.id) { try writer.delete(transaction) }
        try writer.delete(asset)
    }
}
