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
    private var order: [Asset.ID] = []
    private var new: Set<Asset.ID> = []
    private var added: [Asset.ID: Int] = [:]
    private var known: [Asset.ID: [Likeness: Int]] = [:]

    init(_ writer: FundingWriter, asset: String?, currency: Currency?, rows: [ReadRow]) throws {
        self.writer = writer
        assetName = asset
        self.currency = currency
        assets = try writer.store.all(Asset.self)
        var currencies: [String: Set<String>] = [:]
        var days: [CalendarDay] = []
        for case .success(let row) in rows {
            currencies[row.account ?? "", default: []].insert(row.currency ?? "")
            days.append(row.day)
        }
        self.currencies = currencies
        isOneAccount = currencies.count == 1
        let ids = rows.map { _ in UUID() }.sorted { $0.uuidString > $1.uuidString }
        // Many banks list the newest first.
        let isNewestFirst = if let first = days.first, let last = days.last { first > last } else { false }
        self.ids = isNewestFirst ? ids.reversed() : ids
    }

    /// Enters the rows.
    ///
    /// - Throws: ``ImportError/rows(_:count:)`` when one cannot be entered and this is no dry run; ``StoreError``.
    mutating func enter(_ rows: [ReadRow]) throws -> ([ImportReport.Row], [ImportReport.AssetChange]) {
        var entered: [ImportReport.Row] = []
        entered.reserveCapacity(rows.count)
        for row in rows { entered.append(try enter(row)) }
        let refused = entered.filter { $0.state == .refused }
        if !refused.isEmpty, !writer.call.isDryRun {
            throw ImportError.rows(
                refused.prefix(Self.shownIssues).map { .init(line: $0.line, message: $0.reason ?? "") },
                count: refused.count)
        }
        let balances = try writer.store.balances(on: [writer.call.today])
        let changes = order.compactMap { id in
            assets.first { $0.id == id }.map { asset in
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
                reason: issue.reason.prefix(1).uppercased() + issue.reason.dropFirst())
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
        let unit = try unit(of: row)
        let asset = try asset(for: row, unit)
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
        let amount = try Money(entered: row.amount, asset.currency)
        if !order.contains(asset.id) { order.append(asset.id) }
        guard !amount.isZero else { return result(.empty, amount) }
        let transaction = Transaction(
            id: id, assetID: asset.id, amount: amount, day: row.day, entered: writer.call.now, note: row.note)
        if try isKnown(transaction) { return result(.known, amount) }
        try AssetChanges(writer).enter(transaction)
        added[asset.id, default: 0] += 1
        return result(.added, amount)
    }

    /// The currency that a row names; nil when it names none, or only a sign such as $ that several have.
    private func unit(of row: ImportedRow) throws -> Currency? {
        guard let text = row.currency else { return nil }
        return text.allSatisfy(\.isCurrencySymbol) ? nil : try Currency(code: text)
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
        new.insert(asset.id)
        return asset
    }

    private func named(_ name: String) throws -> Asset? {
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

extension Currency {
    /// The currencies that are written with a sign that several have.
    private static let signs: [String: Set<String>] = [
        "$": [
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "BBD", "BMD", "BND", "BSD",
            "BZD",
            "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "UYU", "XCD",
        ],
        "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"],
    ]

    /// Whether a code or a sign beside an amount may stand for it.
    fileprivate func isWritten(_ sign: String) -> Bool {
        if let codes = Currency.signs[sign] { return isFiat && codes.contains(code) }
        // What is the code of no currency, such as "kr", says nothing against the currency that the row names.
        return (try? Currency(code: sign)).map { $0 == self || sign == code } ?? true
    }
}
