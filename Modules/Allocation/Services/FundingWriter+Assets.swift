package import Models
import Persistence

extension FundingWriter {
    /// Deletes an asset with its transactions and allocations.
    ///
    /// - Throws: ``StoreError``.
    @discardableResult
    package func deleteWhole(_ asset: Asset) throws -> AssetService.Deleted {
        let transactions = try store.transactions(of: asset.id)
        let allocations = try store.all(AssetAllocation.self, where: "assetID", is: asset.id)
        // A month's own payments are undone one by one, also those to only some of its goals; what is left is stock.
        let rules = try rules()
        let ofStock = try rules.map { try $0(.stock) }
        for transaction in transactions {
            let change = transaction.fundingChange
            let following = try rules.map { try $0(change) }
            if following.allSatisfy(\.isEmpty) {
                try store.deleteUnfollowed(transaction)
            } else if following != ofStock {
                try self.change(change) { try store.deleteUnfollowed(transaction) }
            }
        }
        try change(.stock) {
            for transaction in try store.transactions(of: asset.id) { try store.deleteUnfollowed(transaction) }
            for allocation in allocations { try store.deleteUnfollowed(allocation) }
            try store.delete(asset)
        }
        return AssetService.Deleted(transactions: transactions.count, allocations: allocations.count)
    }
}
