package import Models
import Persistence

/// Changes of assets and their transactions, inside the caller's transaction.
package struct AssetChanges {
    private let funding: FundingWriter
    private var writer: any StoreWriter { funding.store }

    /// Changes inside a write.
    package init(_ funding: FundingWriter) {
        self.funding = funding
    }

    /// Enters a transaction.
    ///
    /// - Throws: ``ValidationError``, ``StoreError``.
    package func enter(_ transaction: Transaction) throws {
        try funding.change(transaction.change) { try writer.insert(transaction) }
    }

    /// Takes a transaction away.
    ///
    /// - Throws: ``StoreError``.
    package func delete(_ transaction: Transaction) throws {
        try funding.change(transaction.change) { try writer.delete(transaction) }
    }

    /// Corrects a transaction: a deletion and an entry in its old place (MO2).
    ///
    /// - Throws: ``ValidationError``, ``StoreError``.
    package func correct(_ old: Transaction, to new: Transaction) throws {
        guard old != new else { return }
        if try !funding.isFollowed(old.change(correctedTo: new.day)), try !funding.isFollowed(new.change) {
            return try writer.update(old, to: new)
        }
        try funding.change(old.change(correctedTo: new.day)) { try writer.delete(old) }
        try enter(new)
    }

    /// Deletes an asset with its transactions and allocations.
    ///
    /// - Throws: ``StoreError``.
    @discardableResult
    package func delete(_ asset: Asset) throws -> AssetService.Deleted {
        let transactions = try writer.transactions(of: asset.id)
        let allocations = try writer.all(AssetAllocation.self, where: "assetID", is: asset.id)
        // A month's own payments are undone one by one; what is left is stock.
        let rules = try funding.rules()
        for transaction in transactions where try rules.allSatisfy({ try $0(transaction.change).isEmpty }) {
            try writer.delete(transaction)
        }
        try funding.change(.stock) {
            for transaction in try writer.transactions(of: asset.id) { try writer.delete(transaction) }
            for allocation in allocations { try writer.delete(allocation) }
            try writer.delete(asset)
        }
        return AssetService.Deleted(transactions: transactions.count, allocations: allocations.count)
    }
}

extension Transaction {
    /// What entering it, or taking it away, is for those who follow.
    var change: FundingChange { change(correctedTo: nil) }

    fileprivate func change(correctedTo day: CalendarDay?) -> FundingChange {
        kind == .manual ? .payment(day: self.day, entered: entered, correctedTo: day) : .stock
    }
}
