import Models

/// What a file holds, before it is known what of it is there already.
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

    /// Reads a file.
    ///
    /// - Parameter saved: the mapping of a table; nil to find one.
    /// - Throws: ``ImportError``.
    init(_ request: ImportRequest, _ saved: ColumnMapping?) throws {
        let file = TextFile(path: request.path, encoding: request.encoding)
        if saved == nil, let dialect = request.journal ?? JournalDialect(path: request.path) {
            format = ImportFormat(dialect)
            try readJournal(file, dialect, request)
            return
        }
        let head = try file.head()
        let titles = saved == nil && request.columns.titles.isEmpty ? file.titles(head) : []
        if FireflyPiggyBanks.matches(titles) {
            format = .firefly
            let (banks, refused) = try FireflyPiggyBanks(file: file).read()
            piggyBanks = banks
            try read { body in for row in refused { try body(row) } }
            guard refused.isEmpty, banks.isEmpty else { return }
            throw ImportError.nothing
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
        case .rotki: try read { try RotkiEvents(file: file).read($0) }
        case .ghostfolio:
            let activities = try GhostfolioActivities(file)
            try read { try activities.read($0) }
        case .csv: try readTable(file, head, request, saved)
        case .qif:
            let choices = request.columns
            try read { try QIFTransactions(file: file, choices: choices).read($0) }
        default: try read { try OFXTransactions(file: file).read($0) }
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

    private mutating func readTable(
        _ file: TextFile, _ head: [UInt8], _ request: ImportRequest, _ saved: ColumnMapping?
    ) throws {
        if let first = head.first(where: { $0 > 0x20 }) {
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw ImportError.otherKind(of: "JSON") }
            if first == UInt8(ascii: "<") { throw ImportError.otherKind(of: "HTML or XML") }
        }
        let columns: ColumnMapping
        if var saved {
            saved.decimalMark = request.columns.decimalMark ?? saved.decimalMark
            saved.dateOrder = request.columns.dateOrder ?? saved.dateOrder
            columns = saved
        } else {
            let titles: [String]
            (columns, titles) = try ColumnGuess(file: file, choices: request.columns).mapping()
            let used = Set(columns.columns.values.flatMap(\.self))
            unread = titles.filter { !used.contains($0) }
        }
        let table = try CSVTransactions(file, columns)
        mapping = table.mapping
        reading = { try table.read($0) }
        guard let line = try table.read({ outline.note($0) }) else { return }
        warnings.append(
            Warning(code: "notRead", message: "Line \(line) is the sum of the rows above it, and is not read."))
    }

    private mutating func readJournal(_ file: TextFile, _ dialect: JournalDialect, _ request: ImportRequest) throws {
        let unread = JournalTransactions(file, dialect, account: request.account)
        var journal = unread
        try journal.read { outline.note($0) }
        reading = { body in
            var again = unread
            try again.read(isChecked: true, body)
        }
        household = JournalHousehold(records: journal.records)
        self.unread = journal.unread.sorted()
        if let first = journal.skipped.first {
            warnings.append(
                Warning(
                    code: "notRead",
                    message: journal.skipped.count == 1
                        ? "Line \(first.line) is \(first.what), a plan for later, and is not read."
                        : "\(journal.skipped.count) periodic transactions, which are plans for later, are not read: the "
                            + "first is in line \(first.line)."))
        }
        guard outline.count == 0, journal.records.isEmpty else { return }
        throw self.unread.isEmpty
            ? ImportError.nothing : ImportError.noJournalAccount(request.account, accounts: self.unread)
    }
}
