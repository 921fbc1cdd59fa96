import FileFormats
import Models
import Persistence

import struct Foundation.UUID

/// Which assets the accounts of a file mean; those that none is become new ones.
struct ImportAssets {
    /// An asset that a row belongs to.
    struct Found {
        let asset: Asset
        /// The currency that the row names; nil when it names none, or only a sign such as $ that several have.
        let unit: Currency?
        /// Whether the row counts in hundredths of it.
        let isHundredth: Bool
    }

    /// What a row says of its asset.
    private struct Reference: Hashable {
        let id: Asset.ID?
        let place: StatementAccount?
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
    private var found: [Reference: Found] = [:]
    /// The assets that bank accounts became, by account and currency.
    private var links: [String: Asset.ID]
    /// The accounts of each asset, without currencies.
    private var accounts: [Asset.ID: Set<String>] = [:]
    /// Those that the import has added.
    private(set) var new: Set<Asset.ID>
    /// The links that are not kept yet.
    private var newLinks: [String: Asset.ID] = [:]

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
        let kept = try store.all(AccountLink.self)
        links = Dictionary(kept.map { ($0.account, $0.assetID) }) { first, _ in first }
        for link in kept {
            let account = link.account.split(separator: "|", omittingEmptySubsequences: false).dropLast()
            accounts[link.assetID, default: []].insert(account.joined(separator: "|"))
        }
    }

    /// The asset of a row.
    ///
    /// - Throws: ``ImportRefusal``, ``CurrencyError``, ``LookupError``, ``ValidationError``, ``StoreError``.
    mutating func asset(of row: ImportedRow) throws -> Found {
        let reference = Reference(id: row.assetID, place: row.place, account: row.account, currency: row.currency)
        if let result = found[reference] { return result }
        let result: Found
        if let id = row.assetID, let asset = known[id] {
            result = Found(asset: asset, unit: asset.currency, isHundredth: false)
        } else {
            let unit = try unit(of: row)
            result = Found(
                asset: try asset(for: row, unit?.currency), unit: unit?.currency,
                isHundredth: unit?.isHundredth ?? false)
        }
        found[reference] = result
        return result
    }

    /// The asset that rows like this one were found to belong to.
    func located(_ row: ImportedRow) -> Found? {
        found[Reference(id: row.assetID, place: row.place, account: row.account, currency: row.currency)]
    }

    private func unit(of row: ImportedRow) throws -> ImportCurrency? {
        guard let text = row.currency, !text.allSatisfy(\.isCurrencySymbol) else { return nil }
        return try ImportCurrency(text)
    }

    /// The asset of a row: that of its account, or the one that was named. Which it is does not depend on other rows, but for the
    /// name of a new one.
    private mutating func asset(for row: ImportedRow, _ unit: Currency?) throws -> Asset {
        // Where all rows are of one account, the asset that was named is that account.
        let given = outline.isOneAccount ? name : nil
        guard let account = given ?? row.account ?? name else { throw ImportRefusal.noAccount }
        if given == nil, let place = row.place, let id = links[Self.key(place, unit)], let linked = known[id] {
            return linked
        }
        let isShared = outline.isShared(row)
        let candidates = given.map { [$0] } ?? row.place.map(names(of:)) ?? [account]
        for name in candidates {
            if let found = try asset(named: name), given != nil || !isOfAnother(found, row.place) {
                if found.currency == unit || (unit == nil && !isShared) || (given != nil && !isShared) {
                    return note(found, row, unit, isGiven: given != nil)
                }
            }
            if let unit, let found = try asset(named: "\(name) \(unit.code)"), found.currency == unit,
                !isOfAnother(found, row.place)
            {
                return note(found, row, unit, isGiven: given != nil)
            }
        }
        guard let currency = unit ?? currency else { throw ImportRefusal.noCurrency(account: account) }
        // An account with several currencies is an asset for each, and so is one whose name another currency has.
        let freeName = try free(candidates, currency, row.place)
        let base = freeName ?? candidates.last ?? account
        let asset = Asset(
            id: UUID(), name: isShared || freeName == nil ? "\(base) \(currency.code)" : base, currency: currency)
        if let error = ValidationError(asset.issues) { throw error }
        try store.insert(asset)
        named[asset.name, default: []].append(asset)
        known[asset.id] = asset
        new.insert(asset.id)
        return note(asset, row, unit, isGiven: given != nil)
    }

    /// The first name that no asset of another account or currency has.
    private func free(_ names: [String], _ currency: Currency, _ place: StatementAccount?) throws -> String? {
        try names.first { name in
            guard let there = try asset(named: name) else { return true }
            return there.currency == currency && !isOfAnother(there, place)
        }
    }

    /// Names for an account of a bank: by its number alone only where no other account has it.
    private func names(of place: StatementAccount) -> [String] {
        outline.isAmbiguous(place) && place.names.count > 1 ? Array(place.names.dropFirst()) : place.names
    }

    /// Whether an asset is that of another account.
    private func isOfAnother(_ asset: Asset, _ place: StatementAccount?) -> Bool {
        guard let place, let known = accounts[asset.id] else { return false }
        return !known.contains(place.key)
    }

    private static func key(_ place: StatementAccount, _ unit: Currency?) -> String {
        "\(place.key)|\(unit?.encoded ?? "")"
    }

    /// Remembers of which account an asset is.
    private mutating func note(_ asset: Asset, _ row: ImportedRow, _ unit: Currency?, isGiven: Bool) -> Asset {
        guard let place = row.place else { return asset }
        let key = Self.key(place, unit)
        if links[key] != asset.id, links[key] == nil || isGiven || known[links[key] ?? asset.id] == nil {
            newLinks[key] = asset.id
        }
        links[key] = asset.id
        accounts[asset.id, default: []].insert(place.key)
        return asset
    }

    /// Keeps which accounts became which assets, of assets to which something was added.
    ///
    /// - Throws: ``StoreError``.
    mutating func keepLinks(of changed: Set<Asset.ID>) throws {
        for (account, id) in newLinks.sorted(by: { $0.key < $1.key }) where changed.contains(id) {
            let link = AccountLink(account: account, assetID: id)
            if let old = try store.find(AccountLink.self, key: [.text(account)]) {
                if old != link { try store.update(old, to: link) }
            } else {
                try store.insert(link)
            }
        }
        newLinks = [:]
    }

    private func asset(named name: String) throws -> Asset? {
        let exact = named[name] ?? []
        if exact.count > 1 { return try exact.find(named: name) }
        return exact.first ?? UUID(uuidString: name).flatMap { known[$0] }
            ?? (name.utf8.count >= 4 && name == self.name ? try? assets.find(named: name) : nil)
    }
}

extension StatedBalance {
    /// A row of the same account, by which its asset is found.
    var row: ImportedRow {
        var row = ImportedRow(line: line, account: account, currency: currency, day: day, amount: amount, note: nil)
        row.place = place
        return row
    }
}
