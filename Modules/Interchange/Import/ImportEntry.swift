import Allocation
import Models
import Persistence

import struct Foundation.UUID

/// Enters rows as transactions of assets, inside the caller's transaction: one after the other, as they are read.
struct ImportEntry {
    /// What becomes of an asset.
    private struct Progress {
        let asset: Asset
        var added = 0
        /// What was added up to the call's day.
        var sum: Money
        let isNew: Bool
    }

    private static let shownIssues = 20

    private let writer: FundingWriter
    private let request: ImportRequest
    private let source: ImportSource
    private let outline: ImportOutline
    private let currency: Currency?
    private var ids: OrderedIDs
    private var batch: TransactionBatch
    private var assets: ImportAssets
    private var progress: [Asset.ID: Progress] = [:]
    /// In the order of the file.
    private var order: [Asset.ID] = []
    private var known: KnownTransactions
    private var rows: [ImportReport.Row] = []
    private var counts: [ImportReport.State: Int] = [:]
    private var issues: [ImportError.RowIssue] = []
    private var future = 0
    /// How many rows of each account have no currency.
    private var withoutCurrency: [String: Int] = [:]

    /// - Parameter new: the assets that the import has added already.
    init(
        _ writer: FundingWriter, _ request: ImportRequest, currency: Currency?, source: ImportSource, new: [Asset]
    ) throws {
        self.writer = writer
        self.request = request
        self.currency = currency
        self.source = source
        outline = source.outline
        batch = try TransactionBatch(writer)
        assets = try ImportAssets(writer.store, named: request.asset, currency: currency, outline, new: new)
        known = KnownTransactions(writer.store)
        ids = OrderedIDs(count: outline.count, isDescending: outline.isNewestFirst)
        for asset in new { start(asset) }
    }

    /// Enters the rows of the source.
    ///
    /// - Parameters:
    ///   - banks: what became of rows that are no transactions.
    ///   - household: what was restored before.
    /// - Throws: ``ImportError/rows(_:count:)`` when one cannot be entered and this is no dry run; ``StoreError``.
    mutating func enter(
        _ banks: PiggyBankEntry.Entered, _ household: JournalHousehold.Restored
    ) throws -> ImportReport {
        for row in banks.rows { note(row) }
        try source.forEachRow { try enter($0) }
        let refused = counts[.refused] ?? 0
        if refused > 0, !writer.call.isDryRun {
            // One answer is enough for all of them.
            if withoutCurrency.values.reduce(0, +) == refused {
                throw ImportError.currencyNeeded(accounts: withoutCurrency.keys.sorted())
            }
            throw ImportError.rows(issues, count: refused)
        }
        try batch.finish()
        return ImportReport(
            format: source.format, mapping: source.mapping, unread: source.unread, rows: rows, counts: counts,
            future: future, assets: try changes() + banks.assets, goals: household.goals + banks.goals,
            allocations: household.allocations + banks.allocations)
    }

    private func changes() throws -> [ImportReport.AssetChange] {
        try order.compactMap { progress[$0] }.map { progress in
            let asset = progress.asset
            let balance =
                progress.isNew
                ? progress.sum : try writer.store.balances(of: asset.id, on: [writer.call.today])[asset.id]?.first
            return .init(
                asset: asset, isNew: progress.isNew, added: progress.added, balance: balance ?? .zero(asset.currency))
        }
    }

    private mutating func start(_ asset: Asset) {
        guard progress[asset.id] == nil else { return }
        progress[asset.id] = Progress(asset: asset, sum: .zero(asset.currency), isNew: assets.new.contains(asset.id))
        order.append(asset.id)
    }

    private mutating func note(_ row: ImportReport.Row) {
        counts[row.state, default: 0] += 1
        if request.listsRows { rows.append(row) }
        if row.state == .refused, issues.count < Self.shownIssues {
            issues.append(.init(line: row.line, message: row.reason ?? ""))
        }
    }

    /// Whether nothing will be written: then rows are only looked at for what else is wrong.
    private var isRefused: Bool {
        !writer.call.isDryRun && (outline.unreadable > 0 || counts[.refused, default: 0] > 0)
    }

    // MARK: - Rows

    private mutating func enter(_ row: ReadRow) throws {
        let id = ids.take()
        switch row {
        case .failure(let issue):
            note(
                .init(
                    line: issue.line, state: .refused, asset: nil, day: nil, amount: nil, note: nil,
                    reason: issue.reason.prefix(1).uppercased() + issue.reason.dropFirst()
                        + (issue.reason.hasSuffix(".") ? "" : ".")))
        case .success(let row):
            do {
                try enter(row, id: id)
            } catch let problem as any Problem where !(problem is StoreError) {
                if case ImportRefusal.noCurrency(let account) = problem { withoutCurrency[account, default: 0] += 1 }
                note(
                    .init(
                        line: row.line, state: .refused, asset: row.account ?? request.asset, day: row.day,
                        amount: nil, note: row.note, reason: problem.description))
            }
        }
    }

    private mutating func enter(_ row: ImportedRow, id: UUID) throws {
        let (asset, unit) = try assets.asset(of: row)
        if let unit = unit ?? currency, unit != asset.currency {
            throw ImportRefusal.otherCurrency(unit, asset: asset.name, in: asset.currency)
        }
        if let sign = row.sign, !asset.currency.isWritten(sign) {
            throw ImportRefusal.otherSign(sign, asset: asset.name, in: asset.currency)
        }
        let amount = try row.amount.money(asset.currency)
        start(asset)
        let state = amount.isZero ? .empty : try enter(row, amount, in: asset, id: id)
        note(
            .init(
                line: row.line, state: state, asset: asset.name, day: row.day, amount: amount, note: row.note,
                reason: nil))
    }

    private mutating func enter(
        _ row: ImportedRow, _ amount: Money, in asset: Asset, id: UUID
    ) throws -> ImportReport.State {
        let isOpening = row.isOpening && row.day <= writer.call.today
        let transaction = Transaction(
            id: row.details?.id ?? id, assetID: asset.id, amount: amount, day: row.day,
            kind: row.details?.kind ?? (isOpening ? .opening : .manual),
            entered: row.details?.entered ?? writer.call.now,
            goalID: row.details?.goalID, note: row.note, hash: row.details?.hash)
        if !assets.new.contains(asset.id), try known.take(transaction) { return .known }
        if isRefused { return .added }
        if let there = try batch.enter(transaction, in: asset) {
            guard there.isSame(as: transaction) else { throw ImportRefusal.changed(there.summary) }
            return .known
        }
        if row.day <= writer.call.today {
            if let sum = try progress[asset.id]?.sum.adding(amount) { progress[asset.id]?.sum = sum }
        } else {
            future += 1
        }
        progress[asset.id]?.added += 1
        return .added
    }
}

extension Transaction {
    /// Whether it says the same of its asset.
    fileprivate func isSame(as other: Transaction) -> Bool {
        (assetID, amount, day, note) == (other.assetID, other.amount, other.day, other.note)
    }
}
