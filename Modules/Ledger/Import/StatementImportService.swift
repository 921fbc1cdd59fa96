package import ExchangeRates
package import FileFormats
package import Persistence
package import Values

/// Enters the rows of bank statements.
package struct StatementImportService: Sendable {
    let store: any Store
    let rates: ExchangeRateService?
    private let readers: [any StatementReader]

    /// A service over a store, with readers of further formats; rates tell whether two amounts are one transfer between currencies.
    package init(store: any Store, rates: ExchangeRateService?, readers: [any StatementReader] = []) {
        self.store = store
        self.rates = rates
        self.readers = readers
    }

    /// Enters all rows of a file that are not there yet, or none, as one change (G10): rules give them payees, categories and tags, and what
    /// was entered by hand is linked with its row. A dry run shows every row, also those that would be refused.
    ///
    /// - Parameter progress: takes the progress of many rows.
    /// - Throws: ``ImportError``, ``LedgerError``, ``LookupError``, ``StoreError``; then nothing is written.
    package func importStatement(
        _ request: StatementRequest, _ call: Call, progress: @escaping @Sendable (StatementProgress) -> Void = { _ in }
    ) async throws -> Outcome<StatementImport> {
        if request.reader == nil, let dialect = request.journal ?? JournalDialect(path: request.path) {
            return try await importJournal(request, dialect, call)
        }
        let saved = try await store.read { try $0.mapping(savedAs: request.map) }
        var context = DateContext(zone: call.zone, today: call.day)
        context.century = request.columns.answers.century ?? saved?.answers.century
        let currency = try await store.read { reader in
            try request.account.map { try reader.find(Account.self, named: $0).currency }
        }
        let statement: Statement
        var found: Set<CalendarDay> = []
        var names: Set<String> = []
        var count = 0
        func note(_ row: ReadRow) {
            count += 1
            if count.isMultiple(of: StatementProgress.step) { progress(.read(count)) }
            guard case .success(let row) = row else { return }
            found.insert(row.day)
            if let name = row.account { names.insert(name) }
        }
        if let name = request.reader {
            statement = try await read(request.path, with: name, call)
            try statement.forEachRowShown(note)
        } else {
            let file = try TextFile(path: request.path, naming: request.encoding ?? saved?.answers.encoding)
            statement = try Statement(
                file, .ledger, request.columns, saved: saved, currency: currency, context: context, noting: note)
        }
        guard statement.questions.isEmpty || call.isDryRun else { throw ImportError.questions(statement.questions) }
        guard count > 0 else { throw ImportError.nothing }
        let (call, rowCount, named) = (try await store.stamped(call), count, names)
        let table = try await pairRates(found, call)
        return try await store.write(call) { writer in
            if let name = request.savingMapAs, var map = statement.mapping {
                // The next file of the bank is written in the same way.
                map.answers.encoding = request.encoding ?? map.answers.encoding
                try writer.put(SavedMapping(name: name, mapping: map))
            }
            var entry = try StatementEntry(request, writer, call, naming: named)
            // Read once more instead of kept: there may be very many.
            try entry.read(statement, count: rowCount)
            let refused = entry.rows.filter { $0.verdict == .refused }
            if !refused.isEmpty, !call.isDryRun {
                throw LedgerError.rowsRefused(
                    reasons: refused.prefix(5).map { "Line \($0.line): \($0.reason ?? "")" }, count: refused.count)
            }
            try entry.enter(progress: progress)
            let found = try writer.pairs(
                table, only: Set(entry.rows.compactMap(\.transactionID)), near: entry.rows.days)
            let pairs = request.pairs ? found.alike : found.pairs
            let listed = request.pairs ? try writer.listed(pairs) : [:]
            if request.pairs { for pair in pairs { try writer.join(pair) } }
            var result = StatementImport(
                format: statement.format, mapping: statement.mapping,
                unread: statement.unread.filter {
                    !statement.identifying.contains($0) && $0 != statement.directionTitle
                },
                questions: statement.questions, rows: entry.rows, pairs: pairs, accounts: try entry.touched())
            result.identifying = statement.identifying
            if request.pairs { result.pair(listed, unlike: found.unlike.count) }
            let warnings = try entry.warnings(of: statement.balances)
            return Outcome(result, warnings: statement.warnings + warnings)
        }
    }

    /// The statement that a reader of a further format finds in a file.
    private func read(_ path: String, with name: String, _ call: Call) async throws -> Statement {
        guard let reader = readers.first(where: { $0.name == name }) else {
            throw ImportError.unknownReader(name, known: readers.map(\.name))
        }
        do {
            return try await reader.statement(path: path, call)
        } catch let problem as any Problem {
            throw problem
        } catch {
            try Task.checkCancellation()
            throw ImportError.readerFailed(name, reason: "\(error)")
        }
    }

    /// Enters a journal with its accounts and categories, as one change.
    private func importJournal(
        _ request: StatementRequest, _ dialect: JournalDialect, _ call: Call
    ) async throws -> Outcome<StatementImport> {
        let journal = try JournalLedger(TextFile(path: request.path, encoding: request.encoding ?? .utf8), dialect)
        guard !journal.entries.isEmpty || !journal.records.isEmpty else { throw ImportError.nothing }
        let call = try await store.stamped(call)
        let days = Set(journal.entries.compactMap { try? $0.get().day })
        let table = try await pairRates(days, call)
        return try await store.write(call) { writer in
            var entry = try JournalEntry(journal, request, writer, call)
            try entry.read()
            try entry.enter()
            let refused = entry.rows.filter { $0.verdict == .refused }
            if !refused.isEmpty, !call.isDryRun {
                throw LedgerError.rowsRefused(
                    reasons: refused.prefix(5).map { "Line \($0.line): \($0.reason ?? "")" }, count: refused.count)
            }
            let found = try writer.pairs(
                table, only: Set(entry.rows.compactMap(\.transactionID)), near: entry.rows.days)
            let pairs = request.pairs ? found.alike : found.pairs
            let listed = request.pairs ? try writer.listed(pairs) : [:]
            if request.pairs { for pair in pairs { try writer.join(pair) } }
            var result = StatementImport(
                format: ImportFormat(dialect), mapping: nil, unread: [], questions: [], rows: entry.rows, pairs: pairs,
                accounts: try entry.touched())
            if request.pairs { result.pair(listed, unlike: found.unlike.count) }
            (result.newAccounts, result.newCategories) = (entry.newAccounts, try entry.newCategories())
            return Outcome(result, warnings: journal.warnings + entry.warnings)
        }
    }

    /// The rates between the currencies of accounts on days, and on those of all that could be the other side of what is dated there.
    private func pairRates(_ days: Set<CalendarDay>, _ call: Call) async throws -> PairRates {
        guard let first = days.min(), let last = days.max() else {
            return try await PairRates(store, rates, days: [], call)
        }
        let near = Selection(
            where: "categoryID", is: .null, by: "day",
            from: .text("\(first.adding(days: -StatementMatching.mostDays))"),
            through: .text("\(last.adding(days: StatementMatching.mostDays))"))
        let others = try await store.read { reader in Set(try reader.all(CategorySplit.self, near).map(\.day)) }
        return try await PairRates(store, rates, days: days.union(others), call)
    }
}

extension [StatementImport.Row] {
    /// The days from the first to the last row; nil for none.
    fileprivate var days: ClosedRange<CalendarDay>? {
        let days = compactMap(\.day)
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }
}
