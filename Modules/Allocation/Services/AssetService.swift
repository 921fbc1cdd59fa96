public import Models
public import Persistence

import struct Foundation.UUID

/// Assets and what goes into and out of them.
public struct AssetService: Sendable {
    let store: any Store
    let funding: FundingSources

    /// A service over a store and the sources of balances.
    public init(store: any Store, funding: FundingSources = FundingSources()) {
        self.store = store
        self.funding = funding
    }

    /// The asset that `name` means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func asset(named name: String) async throws -> Asset {
        try await store.read { try $0.find(Asset.self, named: name) }
    }

    /// An asset that was added, with what it held then.
    public struct Added: Sendable {
        /// The asset.
        public let asset: Asset
        /// Its opening balance, or nil.
        public let opening: Transaction?
    }

    /// Adds an asset, with what it holds as its opening balance (M6).
    ///
    /// - Throws: ``CurrencyError``, ``AssetError``, ``NumberError``, ``CalendarError``, ``ValidationError``, ``StoreError``, and
    ///   what a source of its balance has against it.
    public func add(_ fields: AssetFields, _ call: Call) async throws -> Outcome<Added> {
        let id = UUID()
        // A mistake is refused before the transaction.
        _ = try await store.read { try fields.newAsset(id: id, funding, call, in: $0) }
        let (added, others) = try await funding.write(call, in: store) { writer in
            let asset = try fields.newAsset(id: id, funding, call, in: writer.store)
            let others = try writer.store.all(Asset.self)
            try funding.checkIsNew(asset, among: others)
            let opening = try fields.opening(of: asset, writer.call)
            try writer.insert(asset)
            if let opening { try writer.insert(opening) }
            return (Added(asset: asset, opening: opening), others.map(\.name))
        }
        let warning = Warning.sharedName(added.asset.name, kind: "asset", others: others)
        return Outcome(added, warnings: [warning].compactMap(\.self) + funding.remarks(on: added.asset))
    }

    /// An asset before and after a change.
    public struct Edit: Sendable {
        /// The asset as it was.
        public let before: Asset
        /// The asset as it is.
        public let after: Asset
    }

    /// Changes what is said of an asset; nothing is written when that is nothing.
    ///
    /// - Throws: ``LookupError``, ``ValidationError``, ``StoreError``.
    public func edit(_ name: String, _ fields: AssetFields, _ call: Call) async throws -> Outcome<Edit> {
        let original = try await asset(named: name)
        let intended = try await store.read { try fields.edited(original, funding, in: $0) }
        guard intended != original else { return Outcome(Edit(before: original, after: original)) }
        let (changed, others) = try await funding.write(call, in: store) { writer in
            let changed = try fields.edited(original, funding, in: writer.reader)
            let others = try writer.reader.all(Asset.self).filter { $0.id != changed.id }
            guard changed.hasOtherPlace(than: original) else {
                try writer.update(original, to: changed)
                return (changed, others.map(\.name))
            }
            try funding.checkIsNew(changed, among: others)
            try funding.checkHasNoEntries(changed, in: writer.reader)
            // The balance of another place was there before: it pays for nothing (MO2).
            try writer.change(.stock) { try writer.update(original, to: changed) }
            return (changed, others.map(\.name))
        }
        let isMoved = (changed.chain, changed.address) != (original.chain, original.address)
        let warning =
            changed.name == original.name ? nil : Warning.sharedName(changed.name, kind: "asset", others: others)
        let remarks = isMoved ? funding.remarks(on: changed) : []
        return Outcome(Edit(before: original, after: changed), warnings: [warning].compactMap(\.self) + remarks)
    }

    /// Deletes an asset with its transactions and allocations.
    ///
    /// - Throws: ``StoreError``, also when the asset is not as it was shown any more.
    public func delete(_ asset: Asset, _ call: Call) async throws -> Outcome<Deleted> {
        Outcome(try await funding.write(call, in: store) { try $0.deleteWhole(asset) })
    }

    /// What went with an asset.
    public struct Deleted: Sendable {
        /// How many transactions.
        public let transactions: Int
        /// How many allocations.
        public let allocations: Int
    }
}

extension FundingSources {
    /// Refuses an asset whose money another one has already (L3).
    fileprivate func checkIsNew(_ asset: Asset, among others: [Asset]) throws(AssetError) {
        guard let other = duplicate(of: asset, among: others) else { return }
        throw .countedTwice(
            asset: asset.name, other: other.name, field: asset.source == nil ? "address" : "reference")
    }
}
