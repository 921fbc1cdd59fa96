import FileFormats
import Models

/// A statement: its rows, read from the file as often as they are needed, and what the file states besides them, before it is
/// known what of it is there already.
struct ImportSource: Sendable {
    let format: ImportFormat
    /// How a table was read; nil for other formats.
    private(set) var mapping: ColumnMapping?
    /// The titles of a table's columns, or what stands at the top of a journal's accounts, that were not read.
    private(set) var unread: [String] = []
    /// What all rows tell before the first is entered.
    private(set) var outline = ImportOutline()
    private var reading: @Sendable ((ReadRow) throws -> Void) throws -> Void = { _ in }
    /// What a journal of ours keeps besides transactions.
    private(set) var household = JournalHousehold(records: [])
    /// Goals of another program.
    private(set) var piggyBanks: [FireflyPiggyBanks.PiggyBank] = []
    private(set) var warnings: [Warning] = []
    /// The balances that the file states for its accounts.
    private(set) var balances: [StatedBalance] = []
    /// The questions to answer first.
    private(set) var questions: [ImportQuestion] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - saved: the mapping of a table; nil to find one.
    ///   - currency: the currency of rows that name none, where it is known.
    ///   - context: the zone and the day by which dates are read.
    /// - Throws: ``ImportError``.
    init(
        _ request: ImportRequest, _ saved: ColumnMapping?, currency: Currency? = nil,
        context: DateContext = DateContext()
    ) throws {
        var context = context
        context.century = request.columns.answers.century ?? saved?.answers.century ?? context.century
        let path = request.path
        if saved == nil, let dialect = request.journal ?? JournalDialect(path: path) {
            format = ImportFormat(dialect)
            try readJournal(TextFile(path: path, encoding: request.encoding ?? .utf8), dialect, request)
            return
        }
        let file = try TextFile(path: path, naming: request.encoding)
        if saved == nil, request.columns.titles.isEmpty, FireflyPiggyBanks.matches(file.titles(try file.head())) {
            format = .firefly
            try readPiggyBanks(file, request, context)
            return
        }
        var outline = ImportOutline()
        let statement = try Statement(
            file, .movements, request.columns, saved: saved, currency: currency, context: context
        ) {
            outline.note($0)
        }
        format = statement.format
        self.outline = outline
        try take(statement, request)
    }

    /// The rows of a statement that was read already.
    ///
    /// - Throws: ``ImportError``.
    init(_ statement: Statement, _ request: ImportRequest) throws {
        format = statement.format
        try statement.forEachRowShown { outline.note($0) }
        try take(statement, request)
    }

    private mutating func take(_ statement: Statement, _ request: ImportRequest) throws(ImportError) {
        (mapping, unread, warnings) = (statement.mapping, statement.unread, statement.warnings)
        (balances, questions) = (statement.balances, statement.questions)
        reading = { try statement.forEachRowShown($0) }
        guard outline.count > 0 else { throw .nothing }
        // Where no row can be read, that has to be reported first.
        guard request.asset != nil || outline.isAccountNamed || outline.unreadable == outline.count else {
            throw .assetNeeded(unread: unread)
        }
    }

    /// Hands on each row of the file, which is read again for it: there may be any number.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    func forEachRow(_ body: (ReadRow) throws -> Void) throws { try reading(body) }

    /// Takes a way of reading, and reads once.
    private mutating func read(_ reading: @escaping @Sendable ((ReadRow) throws -> Void) throws -> Void) throws {
        self.reading = reading
        try reading { outline.note($0) }
    }

    // MARK: - Formats

    private mutating func readPiggyBanks(_ file: TextFile, _ request: ImportRequest, _ context: DateContext) throws {
        let deadline = try request.deadline.map { try CalendarDay($0) }
        let content = try FireflyPiggyBanks(file: file, deadline: deadline, context: context).read()
        piggyBanks = content.banks
        let refused = content.refused
        try read { body in for row in refused { try body(row) } }
        for (line, name, reason) in content.leftOut {
            warn("'\(name.printable)' in line \(line) \(reason), and is left out.", code: "leftOut")
        }
        guard refused.isEmpty, piggyBanks.isEmpty, content.leftOut.isEmpty else { return }
        throw ImportError.nothing
    }

    private mutating func readJournal(_ file: TextFile, _ dialect: JournalDialect, _ request: ImportRequest) throws {
        let unread = JournalTransactions(file, dialect, account: request.account)
        var journal = unread
        try journal.read { outline.note($0) }
        // Whether the stated balances are right is seen in the first reading alone; what is wrong with them counts in each.
        let wrong = journal.wrongBalances
        reading = { body in
            var again = unread
            try again.read(isChecked: true, body)
            for row in wrong { try body(.failure(row)) }
        }
        household = JournalHousehold(records: journal.records)
        self.unread = journal.unread.sorted()
        if let first = journal.skipped.first {
            warn(
                journal.skipped.count == 1
                    ? "Line \(first.line) is \(first.what), a plan for later, and is not read."
                    : "\(journal.skipped.count) periodic transactions, which are plans for later, are not read: the "
                        + "first is in line \(first.line).")
        }
        guard outline.count == 0, journal.records.isEmpty else { return }
        throw self.unread.isEmpty
            ? ImportError.nothing : ImportError.noJournalAccount(request.account, accounts: self.unread)
    }

    // MARK: - Warnings

    private mutating func warn(_ message: String, code: String = "notRead") {
        warnings.append(Warning(code: code, message: message))
    }
}
