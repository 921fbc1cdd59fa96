public import Models
import Persistence

// Entries, corrections and deletions. What moves money is followed.

extension FundingWriter {
    /// Enters a thing that moves money.
    ///
    /// - Throws: ``AssetError/takesNoEntries(asset:source:_:)``, ``ValidationError``, ``StoreError``, what the followers throw.
    public func insert<E: FundingEntity>(_ value: E) throws {
        try checkTakesEntries(of: value)
        try change(value.fundingChange) { try store.insertUnfollowed(value) }
    }

    /// Deletes a thing that moved money.
    ///
    /// - Throws: ``StoreError``, what the followers throw.
    public func delete<E: FundingEntity>(_ value: E) throws {
        try change(value.fundingChange) { try store.deleteUnfollowed(value) }
    }

    /// Corrects a thing that moves money: a deletion and an entry in its old place (MO2). Nothing is written when both are the same.
    ///
    /// - Throws: ``AssetError/takesNoEntries(asset:source:_:)``, ``ValidationError``, ``StoreError``, what the followers throw.
    public func update<E: FundingEntity>(_ old: E, to new: E) throws {
        guard old != new else { return }
        try checkTakesEntries(of: new)
        let removal = old.fundingChange.corrected(to: new.fundingChange)
        if try !isFollowed(removal), try !isFollowed(new.fundingChange) {
            return try store.updateUnfollowed(old, to: new)
        }
        try change(removal) { try store.deleteUnfollowed(old) }
        try change(new.fundingChange) { try store.insertUnfollowed(new) }
    }

    /// Adds a thing that moves no money.
    ///
    /// - Throws: ``ValidationError``, ``StoreError``.
    public func insert<E: Entity>(_ value: E) throws { try store.insert(value) }

    /// Deletes a thing that moves no money.
    ///
    /// - Throws: ``StoreError``.
    public func delete<E: Entity>(_ value: E) throws { try store.delete(value) }

    /// Gives a thing that moves no money other contents under the same key.
    ///
    /// - Throws: ``ValidationError``, ``StoreError``.
    public func update<E: Entity>(_ old: E, to new: E) throws { try store.update(old, to: new) }

    /// Refuses a transaction of an asset whose source keeps all of its money.
    func checkTakesEntries<E: FundingEntity>(of value: E) throws {
        guard E.self == Transaction.self, let transaction = value as? Transaction,
            let asset = try store.find(Asset.self, transaction.assetID)
        else { return }
        try checkTakesEntries(asset)
    }

    /// Refuses entries into an asset whose source keeps all of its money.
    ///
    /// - Throws: ``AssetError/takesNoEntries(asset:source:_:)``.
    public func checkTakesEntries(_ asset: Asset) throws(AssetError) {
        try answers.sources(of: asset).checkTakesEntries(asset)
    }
}
