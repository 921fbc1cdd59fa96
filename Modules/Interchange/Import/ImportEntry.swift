import Allocation
import FileFormats
import Models
import Persistence

import struct Foundation.UUID

/// Enters rows as transactions of assets, inside the caller's transaction: one after the other, as they are read.
struct ImportEntry {
    private static let shownIssues = 20

    private let writer: FundingWriter
    private let request: ImportRequest
    private let source: ImportSource
    private let outline: ImportOutline
    private let currency: Currency?
    private var ids: OrderedIDs
    private var batch: FundingBatch
    private var assets: ImportAssets
    private var progress: [Asset.ID: ImportProgress] = [:]
    /// In the order of the file.
    private var order: [Asset.ID] = []
    private var known: KnownTransactions
    private var rows: [ImportReport.Row] = []
    private var counts: [ImportReport.State: Int] = [:]
    private var issues: [ImportError.RowIssue] = []
    private var notices = ImportNotices()
    private var future = 0
    /// The movements that banks correct, once all rows are entered; nil for a deleted one.
    private var corrections: [(old: Transaction, new: Transaction?)] = []
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
        batch = try FundingBatch(writer)
        assets = try ImportAssets(writer.store, named: request.asset, currency: currency, outline, new: new)
        known = KnownTransactions(writer.store, days: outline.days)
        ids = OrderedIDs(count: outline.count, isDescending: outline.isNewestFirst)
        for asset in new { try start(asset) }
    }

    /// Enters the rows of the source.
    ///
    /// - Parameters:
    ///   - banks: what became of rows that are no transactions.
    ///   - household: what was restored before.
    /// - Throws: ``ImportError/rows(_:count:)`` when one cannot be entered and this is no dry run; ``StoreError``.
    mutating func enter(
        _ banks: PiggyBankEntry.Entered, _ household: JournalHousehold.Restored
    ) throws -> (report: ImportReport, warnings: [Warning]) {
        for row in banks.rows { note(row) }
        try source.forEachRow { try enter($0) }
        try refuse()
        try enterOpenings()
        try batch.finish()
        try enterCorrections()
        try keepBalances()
        try assets.keepLinks(of: Set(progress.filter { $0.value.added > 0 }.keys))
        let changes = try changes()
        try notices.compare(source.balances, progress, assets, in: writer)
        let report = ImportReport(
            format: source.format, mapping: source.mapping, unread: source.unread, questions: source.questions,
            rows: rows,
            counts: counts, future: future, assets: changes + banks.assets, goals: household.goals + banks.goals,
            allocations: household.allocations + banks.allocations)
        let sorted = progress.values.sorted { $0.asset.name < $1.asset.name }
        return (report, notices.warnings(sorted, isDryRun: writer.call.isDryRun))
    }

    /// Refuses all rows where one cannot be entered; a dry run shows which.
    private func refuse() throws {
        let refused = counts[.refused] ?? 0
        guard refused > 0 || outline.unreadable > 0 else { return }
        // One answer is enough for all of them, and without it a dry run has nothing to show.
        let isCurrencyNeeded = refused > 0 && withoutCurrency.values.reduce(0, +) == refused
        if isCurrencyNeeded, !writer.call.isDryRun || (counts[.added] == nil && source.questions.isEmpty) {
            throw ImportError.currencyNeeded(accounts: withoutCurrency.keys.sorted())
        }
        guard !writer.call.isDryRun else { return }
        // Nothing was entered, so nothing may be reported as added.
        guard refused > 0 else { throw ImportError.notWritten(counted: counts[.added] ?? 0, found: 0) }
        throw ImportError.rows(issues, count: refused)
    }

    /// The result for each asset, read back from the store.
    private func changes() throws -> [ImportReport.AssetChange] {
        try order.compactMap { progress[$0] }.map { progress in
            let asset = progress.asset
            let far = CalendarDay(dayNumber: .max)
            let sums = try writer.store.balances(of: asset.id, on: [writer.call.today, far])[asset.id]
            let (balance, all) = (sums?.first ?? .zero(asset.currency), sums?.last ?? .zero(asset.currency))
            // A sum says nothing of single rows, but a row that is missing changes it.
            guard try progress.before.adding(progress.all) == all else {
                throw ImportError.notWritten(counted: progress.added, found: 0)
            }
            return .init(
                asset: asset, isNew: progress.isNew, added: progress.added, balance: balance, opening: progress.opening)
        }
    }

    private mutating func start(_ asset: Asset) throws {
        guard progress[asset.id] == nil else { return }
        let isNew = assets.new.contains(asset.id)
        let past: (opening: CalendarDay?, isEmpty: Bool) = isNew ? (nil, true) : try known.past(of: asset.id)
        let before =
            isNew
            ? nil : try writer.store.balances(of: asset.id, on: [CalendarDay(dayNumber: .max)])[asset.id]?.first
        progress[asset.id] = ImportProgress(
            asset: asset, isNew: isNew, isEmpty: past.isEmpty, openingDay: past.opening,
            before: before ?? .zero(asset.currency))
        order.append(asset.id)
    }

    private mutating func note(_ row: ImportReport.Row) {
        counts[row.state, default: 0] += 1
        // What is perhaps there already is added nevertheless.
        if row.state == .twin { counts[.added, default: 0] += 1 }
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
            let end = issue.reason.hasSuffix(".") ? "" : "."
            let sentence = issue.reason.prefix(1).uppercased() + issue.reason.dropFirst() + end
            note(
                .init(
                    line: issue.line, state: issue.leftOut == nil ? .refused : .leftOut, asset: nil, day: nil,
                    amount: nil, note: nil, reason: issue.leftOut ?? sentence))
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
        if let reason = row.leftOut {
            let unit = (row.currency.flatMap { try? ImportCurrency($0) })?.currency ?? currency
            return note(
                .init(
                    line: row.line, state: .leftOut, asset: row.account ?? request.asset, day: row.day,
                    amount: unit.flatMap { try? row.amount.money($0) }, note: row.note, reason: reason))
        }
        let found = try assets.asset(of: row)
        let asset = found.asset
        if let unit = found.unit ?? currency, unit != asset.currency {
            throw ImportRefusal.otherCurrency(unit, asset: asset.name, in: asset.currency)
        }
        if let sign = row.sign, !asset.currency.isWritten(sign) {
            throw ImportRefusal.otherSign(sign, asset: asset.name, in: asset.currency)
        }
        var amount = try row.amount.money(asset.currency)
        if found.isHundredth {
            amount = try amount.hundredth()
            notices.hundredths.insert(row.currency ?? "")
        }
        try start(asset)
        let (state, reason) = amount.isZero ? (.empty, nil) : try enter(row, amount, in: asset, id: id)
        note(
            .init(
                line: row.line, state: state, asset: asset.name, day: row.day, amount: amount, note: row.note,
                reason: reason))
    }

    private mutating func enter(
        _ row: ImportedRow, _ amount: Money, in asset: Asset, id: UUID
    ) throws -> (ImportReport.State, String?) {
        let isOpening = row.isOpening && row.day <= writer.call.today
        let line = ImportedLine(
            day: row.day, amount: amount.plainText,
            text: ImportedLine.digest(of: row.texts ?? [row.note].compactMap(\.self)), number: row.number,
            corrected: row.correction?.numbers ?? [])
        if row.correction?.isDeletion == true {
            return try correct(row, amount, line, in: asset) ?? (.leftOut, "It deletes what is not there.")
        }
        // What a journal of ours has was entered as it was.
        let details = row.details
        let transaction = Transaction(
            id: details?.id ?? id, assetID: asset.id, amount: amount, day: row.day,
            kind: details?.kind ?? (isOpening ? .opening : .manual),
            entered: details?.entered ?? writer.call.now,
            goalID: details?.goalID, note: row.note, hash: details?.hash,
            imported: details.map(\.imported) ?? line)
        let match = assets.new.contains(asset.id) ? .new : try known.take(line, amount, of: asset.id)
        if case .known = match { return (.known, nil) }
        if let corrected = try correct(row, amount, line, in: asset) { return corrected }
        if isRefused { return (.added, nil) }
        if case .twin(let twin) = match, request.linksTwins {
            // The amount and the day stay, so nothing is to be followed.
            try writer.store.updateUnfollowed(twin, to: twin.joined(with: line))
            return (.linked, nil)
        }
        if let there = try batch.enter(transaction, in: asset) {
            guard there.isSame(as: transaction) else { throw ImportRefusal.changed(there.summary) }
            return (.known, nil)
        }
        try progress[asset.id]?.note(transaction)
        if row.day > writer.call.today { future += 1 }
        switch match {
        case .twin(let twin):
            notices.twins.append((row.line, asset.name, twin.day == row.day))
            return (.twin, "Perhaps the \(twin.summary) that was entered by hand.")
        case .sameNumber(let day):
            notices.sameNumbers.append((row.line, asset.name))
            return (.added, "The same number and amount are there on \(day).")
        default: return (.added, nil)
        }
    }

    /// Notes the transaction that a row corrects; nil if it corrects none that is there.
    private mutating func correct(
        _ row: ImportedRow, _ amount: Money, _ line: ImportedLine, in asset: Asset
    ) throws -> (ImportReport.State, String?)? {
        guard let correction = row.correction, !assets.new.contains(asset.id),
            let old = try known.corrected(by: correction, of: asset.id),
            !corrections.contains(where: { $0.old.id == old.id })
        else { return nil }
        corrections.append((old, correction.isDeletion ? nil : old.corrected(to: amount, note: row.note, line)))
        return (
            .corrected, correction.isDeletion ? "The bank deleted the \(old.summary)." : "It was the \(old.summary)."
        )
    }

    private mutating func enterCorrections() throws {
        guard !isRefused else { return }
        for (old, new) in corrections {
            if let new { try writer.update(old, to: new) } else { try writer.delete(old) }
            progress[old.assetID]?.correct(from: old.amount, to: new?.amount)
        }
    }

    // MARK: - Balances

    /// Enters what the file says was there before its rows, as the opening balance of assets that had none (I5, M6).
    private mutating func enterOpenings() throws {
        guard !isRefused else { return }
        for stated in source.balances.sorted(by: { $0.day < $1.day }) {
            guard let place = assets.located(stated.row), var state = progress[place.asset.id],
                let opening = try state.missing(stated)
            else { continue }
            guard let first = state.first, first.adding(days: -1) <= writer.call.today else { continue }
            let transaction = Transaction(
                id: UUID(), assetID: place.asset.id, amount: opening, day: first.adding(days: -1), kind: .opening,
                entered: writer.call.now,
                imported: ImportedLine(
                    day: first.adding(days: -1), amount: opening.plainText, text: 0, number: nil))
            guard try batch.enter(transaction, in: place.asset) == nil else { continue }
            state.take(opening: opening)
            progress[place.asset.id] = state
            notices.openings.append((place.asset.name, opening, transaction.day))
        }
    }
}

extension ImportEntry {
    /// Moves the opening balances that have older rows in them before these rows, so that the balances of their days stay.
    private mutating func keepBalances() throws {
        guard request.keepsBalances, !isRefused else { return }
        for state in order.compactMap({ progress[$0] }) where state.beforeOpening > 0 {
            let all = try writer.store.transactions(of: state.asset.id)
            guard let first = state.first,
                let old = all.last(where: { $0.kind == .opening && $0.day == state.openingDay })
            else { continue }
            var new = old
            new.amount = try old.amount.subtracting(state.sumBeforeOpening)
            new.day = first.adding(days: -1)
            // A line of a file that it came from stays with it, so that the file is known again.
            if new.amount.isZero { try writer.delete(old) } else { try writer.update(old, to: new) }
            progress[state.asset.id]?.correct(from: old.amount, to: new.amount)
            notices.moved.append((state.asset, old, new))
        }
    }
}
