import FileFormats
public import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

extension PortfolioService {
    /// Imports a table of trades, or an export of Ghostfolio: all rows that are not known, or none.
    ///
    /// - Throws: ``ImportError`` with the rows that cannot be entered, ``PortfolioError``, ``StoreError``.
    public func importTrades(_ request: PortfolioImportRequest, _ call: Call) async throws -> Outcome<PortfolioImport> {
        let file = try TextFile(path: request.path, naming: request.encoding)
        if TransactionTable.matches(file.titles(try file.head())) {
            return try await importTable(TransactionRow.all(in: file), request, call)
        }
        let saved = try await store.read { try $0.mapping(savedAs: request.map) }
        let read = try Self.read(file, request, saved, call)
        guard !read.rows.isEmpty else { throw ImportError.nothing }
        let call = try await store.stamped(call)
        let settings = settings
        return try await asking(call) { known in
            try await store.write(call) { writer in
                if let name = request.savingMapAs, let mapping = read.statement?.mapping {
                    try writer.put(SavedMapping(name: name, mapping: mapping))
                }
                var importer = try TradeImporter(request, call, writer, known)
                var transactions = try importer.transactions(read.rows)
                let warnings = try writer.rateWarnings(transactions, known)
                let opened = request.opensMissing ? try writer.openings(before: transactions, call) : []
                transactions = opened + transactions
                let names = try PortfolioNames(in: writer)
                let entered =
                    transactions.isEmpty
                    ? []
                    : try writer.enter(transactions, replacing: importer.replaced, settings, call, warnings).warnings
                var report = PortfolioImport(
                    transactions: transactions.inOrder, known: importer.known.count,
                    instruments: importer.instruments.added, opened: opened, names: names)
                report.prices = try writer.record(read.quotes, of: importer.instruments, call)
                (report.columns, report.unread) = (read.statement?.columns ?? [], read.statement?.unread ?? [])
                return Outcome(report, warnings: read.remarks + importer.warnings + entered)
            }
        }
    }

    /// Enters what was exported as a table of transactions.
    private func importTable(
        _ rows: [TransactionRow], _ request: PortfolioImportRequest, _ call: Call
    ) async throws -> Outcome<PortfolioImport> {
        guard !rows.isEmpty else { throw ImportError.nothing }
        let (call, settings) = (try await store.stamped(call), settings)
        return try await store.write(call) { writer in
            var importer = try TransactionTableImporter(request, call, writer)
            let transactions = try importer.transactions(rows)
            let warnings = transactions.isEmpty ? [] : try writer.enter(transactions, settings, call).warnings
            return Outcome(
                PortfolioImport(
                    transactions: transactions.inOrder, known: importer.known, instruments: importer.instruments.added,
                    opened: [], names: try PortfolioNames(in: writer)), warnings: warnings)
        }
    }

    /// Ghostfolio's types of what is owned or owed at a value, without a trade.
    private static let valuables: Set<String> = ["ITEM", "LIABILITY"]

    /// The contents of a file for portfolios.
    private struct ReadFile: Sendable {
        var rows: [ImportedTrade] = []
        /// The table; nil for a file of another format.
        var statement: Statement?
        /// The prices beside the rows.
        var quotes: [GhostfolioActivities.Quote] = []
        var remarks: [Warning] = []
    }

    /// Reads the file.
    private static func read(
        _ file: TextFile, _ request: PortfolioImportRequest, _ saved: ColumnMapping?, _ call: Call
    ) throws -> ReadFile {
        var (read, issues) = (ReadFile(), RowIssues())
        var leftOut: [(line: Int, reason: String)] = []
        var context = DateContext(zone: call.zone, today: call.today)
        if GhostfolioActivities.matches(try file.head()) {
            let activities = try GhostfolioActivities(file, context)
            read.quotes = activities.quotes()
            for trade in activities.trades() {
                switch trade {
                case .success(let trade) where Self.valuables.contains(trade.type):
                    leftOut.append((trade.line, "Activities of the type '\(trade.type)' are no trades."))
                case .success(let trade): read.rows.append(ImportedTrade(trade))
                case .failure(let row): issues.add(row.reason, line: row.line)
                }
            }
        } else {
            context.century = request.columns.answers.century ?? saved?.answers.century
            let statement = try statement(file, request, saved, context)
            (read.statement, read.remarks) = (statement, statement.warnings)
            // The other columns of a program's own table are known, and so are those that a person left out of a saved mapping.
            if request.preset == nil, let warning = Warning(unreadAmounts: statement.unreadAmounts) {
                read.remarks.append(warning)
            }
            // Portfolio Performance writes fees and taxes in the currency of the booking.
            let paid = statement.mapping?.columns[.tradeSettledCurrency]?.first?.lowercased()
            let chargesAreSettled = paid.map { ColumnRole.titlesOfBookings.contains($0) } ?? false
            try statement.forEachRow { row in
                switch row {
                case .success(let row):
                    if let reason = row.leftOut {
                        leftOut.append((row.line, reason))
                    } else {
                        var trade = ImportedTrade(row)
                        trade.chargesAreSettled = chargesAreSettled
                        read.rows.append(trade)
                    }
                case .failure(let row):
                    if let reason = row.leftOut {
                        leftOut.append((row.line, reason))
                        return
                    }
                    issues.add(row.reason, line: row.line)
                }
            }
        }
        try issues.check()
        read.remarks += Self.warnings(leftOut)
        return read
    }

    /// The table; of a program that writes several kinds of tables the one whose titles are there.
    private static func statement(
        _ file: TextFile, _ request: PortfolioImportRequest, _ saved: ColumnMapping?, _ context: DateContext
    ) throws -> Statement {
        var columns = request.columns
        guard let preset = request.preset else {
            return try Statement(file, .trades, columns, saved: saved, context: context) { _ in }
        }
        columns.titles = preset.titles
        do {
            return try Statement(file, .trades, columns, context: context) { _ in }
        } catch let first as ImportError {
            guard case .noColumn = first else { throw first }
            for titles in preset.others {
                columns.titles = titles
                do {
                    return try Statement(file, .trades, columns, context: context) { _ in }
                } catch ImportError.noColumn { continue }
            }
            throw first
        }
    }

    /// The rows that moved nothing, with the reason of each (I4).
    private static func warnings(_ leftOut: [(line: Int, reason: String)]) -> [Warning] {
        let limit = 20
        var warnings = leftOut.prefix(limit).map {
            Warning(code: "leftOut", message: "Line \($0.line) is left out. \($0.reason)")
        }
        if leftOut.count > limit {
            warnings.append(Warning(code: "leftOut", message: "\(leftOut.count - limit) more rows are left out."))
        }
        return warnings
    }
}

extension Statement {
    /// The roles of the columns, with their titles, in the order of the roles.
    fileprivate var columns: [(role: String, title: String)] {
        guard let mapping else { return [] }
        return ImportTarget.trades.roles.flatMap { role in
            (mapping.columns[role] ?? []).map { (role.name, $0) }
        }
    }
}

extension StoreWriter {
    /// Enters new transactions, and counts them.
    ///
    /// - Parameter replaced: those whose place some of them take, by id.
    /// - Throws: ``PortfolioError``, ``ImportError/notWritten(counted:found:)``, ``StoreError``.
    fileprivate func enter(
        _ transactions: [PortfolioTransaction], replacing replaced: [UUID: PortfolioTransaction] = [:],
        _ settings: PortfolioSettings, _ call: Call, _ warnings: [Warning] = []
    ) throws -> Outcome<EnteredTransactions> {
        let outcome = try write(transactions.map { (replaced[$0.id], $0) }, settings, call, warnings: warnings)
        let written = Set(transactions.map(\.id))
        let count = try all(PortfolioTransaction.self).reduce(0) { $0 + (written.contains($1.id) ? 1 : 0) }
        guard count == transactions.count else {
            throw ImportError.notWritten(counted: transactions.count, found: count)
        }
        return outcome
    }
}

extension StoreReader {
    /// Units of unknown cost, each on the day of a sale that takes more than is held, before what else was entered of that day:
    /// corporate actions of the day do not change them.
    fileprivate func openings(
        before transactions: [PortfolioTransaction], _ call: Call
    ) throws -> [PortfolioTransaction] {
        let touched = Set(transactions.compactMap(\.instrumentID))
        let ids = Set(transactions.map(\.id))
        let all = try self.transactions(touching: touched).filter { !ids.contains($0.id) } + transactions
        let missing = UnitBook(all).missing()
        guard !missing.isEmpty else { return [] }
        let first = Dictionary(all.map { ($0.day, $0.entered) }, uniquingKeysWith: min)
        return missing.map { position, day, units in
            PortfolioTransaction(
                id: UUID(), kind: .receive, portfolioID: position.portfolioID, instrumentID: position.instrumentID,
                day: day, entered: (first[day] ?? call.now).addingTimeInterval(-0.001), units: units,
                note: "held before, of unknown cost")
        }
    }
}
