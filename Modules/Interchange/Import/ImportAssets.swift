import Models
import Persistence

import struct Foundation.UUID

/// Which assets the accounts of a file mean; those that none is become new ones.
struct ImportAssets {
    /// What a row says of its asset.
    private struct Reference: Hashable {
        let id: Asset.ID?
        let account: String?
        let currency: String?
    }

    private let store: any StoreWriter
    /// The asset that was named for the file.
    private let name: String?
    private let currency: Currency?
    private let outline: ImportOutline
    private let assets: [Asset]
    /// By name and by id: a file may have as many accounts as rows.
    private var named: [String: [Asset]]
    private var known: [Asset.ID: Asset]
    private var found: [Reference: (asset: Asset, unit: Currency?)] = [:]
    /// Those that the import has added.
    private(set) var new: Set<Asset.ID>

    /// - Parameter new: the assets that the import has added already.
    init(
        _ store: any StoreWriter, named name: String?, currency: Currency?, _ outline: ImportOutline, new: [Asset]
    ) throws {
        self.store = store
        self.name = name
        self.currency = currency
        self.outline = outline
        self.new = Set(new.map(\.id))
        assets = try store.all(Asset.self)
        named = Dictionary(grouping: assets, by: \.name)
        known = Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) })
    }

    /// The asset of a row, and the currency that the row names; nil when it names none, or only a sign such as $ that several
    /// have.
    ///
    /// - Throws: ``ImportRefusal``, ``CurrencyError``, ``LookupError``, ``ValidationError``, ``StoreError``.
    mutating func asset(of row: ImportedRow) throws -> (asset: Asset, unit: Currency?) {
        let reference = Reference(id: row.assetID, account: row.account, currency: row.currency)
        if let result = found[reference] { return result }
        let result: (Asset, Currency?)
        if let id = row.assetID, let asset = known[id] {
            result = (asset, asset.currency)
        } else {
            let unit = try unit(of: row)
            result = (try asset(for: row, unit), unit)
        }
        found[reference] = result
        return result
    }

    private func unit(of row: ImportedRow) throws -> Currency? {
        guard let text = row.currency else { return nil }
        return text.allSatisfy(\.isCurrencySymbol) ? nil : try Currency(encoded: text)
    }

    /// The asset of a row: that of its account, or the one that was named.
    private mutating func asset(for row: ImportedRow, _ unit: Currency?) throws -> Asset {
        // Where all rows are of one account, the asset that was named is that account.
        guard let account = (outline.isOneAccount ? name : nil) ?? row.account ?? name else {
            throw ImportRefusal.noAccount
        }
        let isShared = (outline.currencies[row.account ?? ""]?.count ?? 1) > 1
        if !isShared, unit == nil, let found = try asset(named: account) { return found }
        guard let currency = unit ?? (isShared ? nil : self.currency) ?? currency else {
            throw ImportRefusal.noCurrency(account: account)
        }
        // An account with several currencies is an asset for each.
        let name = isShared ? "\(account) \(currency.code)" : account
        if let found = try asset(named: name) { return found }
        let asset = Asset(id: UUID(), name: name, currency: currency)
        if let error = ValidationError(asset.issues) { throw error }
        try store.insert(asset)
        named[name, default: []].append(asset)
        known[asset.id] = asset
        new.insert(asset.id)
        return asset
    }

    private func asset(named name: String) throws -> Asset? {
        let exact = named[name] ?? []
        if exact.count > 1 { return try exact.find(named: name) }
        return exact.first ?? UUID(uuidString: name).flatMap { known[$0] }
            ?? (name.utf8.count >= 4 && name == self.name ? try? assets.find(named: name) : nil)
    }
}
