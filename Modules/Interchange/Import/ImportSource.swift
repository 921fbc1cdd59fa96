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
        let head = try file.head()
        let titles = saved == nil && request.columns.titles.isEmpty ? file.titles(head) : []
        if FireflyPiggyBanks.matches(titles) {
            format = .firefly
            try readPiggyBanks(file, request, context)
            return
        }
        if RotkiEvents.isSnapshot(titles) { throw ImportError.balancesOnly(program: "rotki") }
        if RotkiEvents.matches(titles) {
            format = .rotki
        } else if saved == nil, GhostfolioActivities.matches(head) {
            format = .ghostfolio
        } else {
            format = saved == nil ? ImportFormat(head: head) : .csv
        }
        switch format {
        case .rotki: try read { [context] in try RotkiEvents(file: file, context: context).read($0) }
        case .ghostfolio:
            let activities = try GhostfolioActivities(file, context)
            try read { try activities.read($0) }
        case .csv: try readTable(file, head, request, saved, currency, context)
        case .qif: try readQIF(file, request, context)
        case .camt, .mt940: try readStatements(file, request, context)
        default: try readOFX(file)
        }
        if request.columns.answers.ignoresBalances {
            questions.removeAll { $0.topic == .balance || $0.topic == .total }
            balances = []
        }
        guard outline.count > 0 else { throw ImportError.nothing }
        // Where no row can be read, that has to be told first.
        guard request.asset != nil || outline.isAccountNamed || outline.unreadable == outline.count else {
            throw ImportError.assetNeeded(unread: unread)
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

    private mutating func readTable(
        _ file: TextFile, _ head: [UInt8], _ request: ImportRequest, _ saved: ColumnMapping?, _ currency: Currency?,
        _ context: DateContext
    ) throws {
        if let first = head.first(where: { $0 > 0x20 }) {
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw ImportError.otherKind(of: "JSON") }
            if first == UInt8(ascii: "<") { throw ImportError.otherKind(of: "HTML or XML") }
        }
        let columns: ColumnMapping
        if var saved {
            saved.decimalMark = request.columns.decimalMark ?? saved.decimalMark
            saved.dateOrder = request.columns.dateOrder ?? saved.dateOrder
            saved.delimiter = request.columns.delimiter ?? saved.delimiter
            saved.answers = saved.answers.replaced(by: request.columns.answers)
            columns = saved
        } else {
            let titles: [String]
            (columns, titles) = try ColumnGuess(file: file, choices: request.columns).mapping()
            let used = Set(columns.columns.values.flatMap(\.self))
            unread = titles.filter { !used.contains($0) }
        }
        let table = try CSVTransactions(file, columns, context, currency: currency)
        mapping = table.mapping
        reading = { try table.read($0) }
        var ending = TableEnding(table.plan)
        try table.read(&ending) { outline.note($0) }
        balances = table.plan.balances
        questions = table.plan.questions + ending.questions
        if let line = ending.total {
            warn("Line \(line) is the sum of the rows above it, and is not read.")
        }
        if !ending.remarks.isEmpty {
            warn("\(Self.lines(ending.remarks)).")
        }
        if case .words(let column, let out) = table.plan.direction, table.mapping.columns[.direction] == nil {
            let words = out.sorted().map { "'\($0.printable)'" }.joined(separator: ", ")
            let title = table.titles.indices.contains(column) ? table.titles[column] : "\(column + 1)"
            warn("Amounts go out where '\(title.printable)' says \(words.isEmpty ? "so" : words).", code: "direction")
        }
        let assumed = table.plan.assumed.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
        if !assumed.isEmpty {
            warn(
                "Amounts with \(TablePlan.list(assumed)) are read as money in. Name every word that stands for money out.",
                code: "direction")
        }
    }

    private mutating func readQIF(_ file: TextFile, _ request: ImportRequest, _ context: DateContext) throws {
        let format = QIFTransactions(file: file, choices: request.columns, context: context)
        var lists: [String: Int] = [:]
        try format.read(balance: { balances.append($0) }, list: { lists[$0] = lists[$0] ?? $1 }) { outline.note($0) }
        reading = { try format.read($0) }
        for (type, line) in lists.sorted(by: { $0.value < $1.value }) {
            warn("The list of the type '\(type.printable)' from line \(line) on holds no movements, and is not read.")
        }
    }

    private mutating func readStatements(_ file: TextFile, _ request: ImportRequest, _ context: DateContext) throws {
        if format == .camt {
            let statement = CAMTStatement(file: file, countsPending: request.columns.answers.countsPending)
            try statement.read(balance: { balances.append($0) }, question: { questions.append($0) }) {
                outline.note($0)
            }
            reading = { try statement.read($0) }
        } else {
            let statement = MT940Statement(file: file, context: context)
            try statement.read(balance: { balances.append($0) }, question: { questions.append($0) }) {
                outline.note($0)
            }
            reading = { try statement.read($0) }
        }
    }

    private mutating func readOFX(_ file: TextFile) throws {
        let format = OFXTransactions(file: file)
        let survey = try format.survey()
        try format.read(survey, balance: { balances.append($0) }) { outline.note($0) }
        reading = { try format.read(survey, $0) }
        if survey.goesByTypes {
            warn("No amount has a minus, so the types of transactions say what goes out.", code: "direction")
        }
    }

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

    private static func lines(_ lines: [Int]) -> String {
        let shown = lines.prefix(8).map(String.init).joined(separator: ", ")
        let more = lines.count > 8 ? " and \(lines.count - 8) more" : ""
        return lines.count == 1
            ? "Line \(shown) is no row of the table, and is not read"
            : "Lines \(shown)\(more) are no rows of the table, and are not read"
    }
}
