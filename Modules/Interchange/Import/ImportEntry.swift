import Allocation
import Models
import Persistence

import struct Foundation.UUID

/// Enters rows as transactions of assets, inside the caller's transaction.
struct ImportEntry {
    /// What makes a transaction the same as one that is there.
    private struct Likeness: Hashable {
        let day: CalendarDay
        let amount: Money
        let note: String?
    }

    private static let shownIssues = 20

    private let writer: FundingWriter
    private let assetName: String?
    private let currency: Currency?
    /// The currencies of each account of the file: an asset has one.
    private let currencies: [String: Set<String>]
    /// Whether all rows are of the same account, which is then the asset that was named, if one was.
    private let isOneAccount: Bool
    /// In the order of entry, so that those of a day keep the order of the file.
    private var ids: [UUID]
    private var assets: [Asset]
    private var byID: [Asset.ID: Asset]
    /// What names were found to mean.
    private var found: [String: Asset] = [:]
    private var order: [Asset.ID]
    private var ordered: Set<Asset.ID>
    private var new: Set<Asset.ID>
    private var added: [Asset.ID: Int] = [:]
    private var known: [Asset.ID: [Likeness: Int]] = [:]

    /// - Parameter new: the assets that the import has added already.
    init(_ writer: FundingWriter, asset: String?, currency: Currency?, rows: [ReadRow], new: [Asset] = []) throws {
        order = new.map(\.id)
        (self.new, ordered) = (Set(order), Set(order))
        self.writer = writer
        assetName = asset
        self.currency = currency
        assets = try writer.store.all(Asset.self)
        byID = Dictionary(assets.map { ($0.id, $0) }) { first, _ in first }
        var currencies: [String: Set<String>] = [:]
        var days: [CalendarDay] = []
        for case .success(let row) in rows {
            currencies[row.account ?? "", default: []].insert(row.currency ?? "")
            days.append(row.day)
        }
        self.currencies = currencies
        isOneAccount = currencies.count == 1
        let ids = rows.map { _ in UUID() }.sorted { $1.precedes($0) }
        // Many banks list the newest first.
        let isNewestFirst = if let first = days.first, let last = days.last { first > last } else { false }
        self.ids = isNewestFirst ? ids.reversed() : ids
    }

    /// Enters the rows.
    ///
    /// - Parameter others: what became of rows that are no transactions.
    /// - Throws: ``ImportError/rows(_:count:)`` when one cannot be entered and this is no dry run; ``StoreError``.
    mutating func enter(
        _ rows: [ReadRow], besides others: [ImportReport.Row] = []
    ) throws -> ([ImportReport.Row], [ImportReport.AssetChange]) {
        var entered = others
        entered.reserveCapacity(others.count + rows.count)
        for row in rows { entered.append(try enter(row)) }
        let refused = entered.filter { $0.state == .refused }
        if !refused.isEmpty, !writer.call.isDryRun {
            throw ImportError.rows(
                refused.prefix(Self.shownIssues).map { .init(line: $0.line, message: $0.reason ?? "") },
                count: refused.count)
        }
        let balances = try writer.store.balances(on: [writer.call.today])
        let changes = order.compactMap { id in
            byID[id].map { asset in
                ImportReport.AssetChange(
                    asset: asset, isNew: new.contains(id), added: added[id] ?? 0,
                    balance: balances[id]?.first ?? .zero(asset.currency))
            }
        }
        return (entered, changes)
    }

    private mutating func enter(_ row: ReadRow) throws -> ImportReport.Row {
        let id = ids.popLast() ?? UUID()
        switch row {
        case .failure(let issue):
            return .init(
                line: issue.line, state: .refused, asset: nil, day: nil, amount: nil, note: nil,
                reason: issue.reason.prefix(1).uppercased() + issue.reason.dropFirst()
                    + (issue.reason.hasSuffix(".") ? "" : "."))
        case .success(let row):
            do {
                return try enter(row, id: id)
            } catch let problem as any Problem where !(problem is StoreError) {
                return .init(
                    line: row.line, state: .refused, asset: row.account ?? assetName, day: row.day, amount: nil,
                    note: row.note, reason: problem.description)
            }
        }
    }

    private mutating func enter(_ row: ImportedRow, id: UUID) throws -> ImportReport.Row {
        let known = row.assetID.flatMap { byID[$0] }
        let unit = try known == nil ? unit(of: row) : known?.currency
        let asset = try known ?? asset(for: row, unit)
        func result(_ state: ImportReport.State, _ amount: Money) -> ImportReport.Row {
            .init(
                line: row.line, state: state, asset: asset.name, day: row.day, amount: amount, note: row.note,
                reason: nil)
        }
        if let unit = unit ?? currency, unit != asset.currency {
            throw ImportRefusal.otherCurrency(unit, asset: asset.name, in: asset.currency)
        }
        if let sign = row.sign, !asset.currency.isWritten(sign) {
            throw ImportRefusal.otherSign(sign, asset: asset.name, in: asset.currency)
        }
        let amount = try row.isExact ? Money(row.amount, asset.currency) : Money(entered: row.amount, asset.currency)
        if ordered.insert(asset.id).inserted { order.append(asset.id) }
        guard !amount.isZero else { return result(.empty, amount) }
        let isOpening = row.isOpening && row.day <= writer.call.today
        let transaction = Transaction(
            id: row.details?.id ?? id, assetID: asset.id, amount: amount, day: row.day,
            kind: row.details?.kind ?? (isOpening ? .opening : .manual),
            entered: row.details?.entered ?? writer.call.now,
            goalID: row.details?.goalID, note: row.note, hash: row.details?.hash)
        if let there = try row.details.flatMap({ try writer.store.find(Transaction.self, $0.id) }) {
            guard there.isSame(as: transaction) else { throw ImportRefusal.changed(there.summary) }
            return result(.known, amount)
        }
        if try isKnown(transaction) { return result(.known, amount) }
        try AssetChanges(writer).enter(transaction)
        added[asset.id, default: 0] += 1
        return result(.added, amount)
    }

    /// The currency that a row names; nil when it names none, or only a sign such as $ that several have.
    private func unit(of row: ImportedRow) throws -> Currency? {
        guard let text = row.currency else { return nil }
        return text.allSatisfy(\.isCurrencySymbol) ? nil : try Currency(encoded: text)
    }

    /// The asset of a row: that of its account, or the one that was named.
    private mutating func asset(for row: ImportedRow, _ unit: Currency?) throws -> Asset {
        guard let account = (isOneAccount ? assetName : nil) ?? row.account ?? assetName else {
            throw ImportRefusal.noAccount
        }
        let isShared = (currencies[row.account ?? ""]?.count ?? 1) > 1
        if !isShared, unit == nil, let found = try named(account) { return found }
        guard let currency = unit ?? (isShared ? nil : self.currency) ?? currency else {
            throw ImportRefusal.noCurrency(account: account)
        }
        // An account with several currencies is an asset for each.
        let name = isShared ? "\(account) \(currency.code)" : account
        if let found = try named(name) { return found }
        let asset = Asset(id: UUID(), name: name, currency: currency)
        if let error = ValidationError(asset.issues) { throw error }
        try writer.store.insert(asset)
        assets.append(asset)
        byID[asset.id] = asset
        new.insert(asset.id)
        return asset
    }

    private mutating func named(_ name: String) throws -> Asset? {
        if let known = found[name] { return known }
        found[name] = try asset(named: name)
        return found[name]
    }

    private func asset(named name: String) throws -> Asset? {
        let exact = assets.filter { $0.name == name }
        if exact.count > 1 { return try assets.find(named: name) }
        return exact.first
            ?? assets.first { $0.id.uuidString.lowercased() == name.lowercased() }
            ?? (name.utf8.count >= 4 && name == assetName ? try? assets.find(named: name) : nil)
    }

    /// Whether the asset has a transaction of the same day, amount and note that no earlier row of the file stands for.
    private mutating func isKnown(_ transaction: Transaction) throws -> Bool {
        let likeness = Likeness(day: transaction.day, amount: transaction.amount, note: transaction.note)
        if known[transaction.assetID] == nil {
            let there = new.contains(transaction.assetID) ? [] : try writer.store.transactions(of: transaction.assetID)
            known[transaction.assetID] = Dictionary(
                there.map { (Likeness(day: $0.day, amount: $0.amount, note: $0.note), 1) }, uniquingKeysWith: +)
        }
        guard let left = known[transaction.assetID]?[likeness], left > 0 else { return false }
        known[transaction.assetID]?[likeness] = left - 1
        return true
    }
}

extension UUID {
    /// Whether its text comes before another's.
    fileprivate func precedes(_ other: UUID) -> Bool {
        withUnsafeBytes(of: uuid) { own in withUnsafeBytes(of: other.uuid) { own.lexicographicallyPrecedes($0) } }
    }
}

extension Transaction {
    /// Whether it says the same of its asset.
    fileprivate func isSame(as other: Transaction) -> Bool {
        (assetID, amount, day, note) == (other.assetID, other.amount, other.day, other.note)
    }
}
