import Models

/// What a file holds, before it is known what of it is there already.
struct ImportSource {
    let format: ImportFormat
    /// How a table was read; nil for other formats.
    private(set) var mapping: ColumnMapping?
    /// The titles of a table's columns, or what stands at the top of a journal's accounts, that were not read.
    private(set) var unread: [String] = []
    private(set) var rows: [ReadRow] = []
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
            (piggyBanks, rows) = try FireflyPiggyBanks(file: file).read()
            guard rows.isEmpty, piggyBanks.isEmpty else { return }
            throw ImportError.nothing
        }
        if RotkiEvents.matches(titles) {
            format = .rotki
        } else if saved == nil, GhostfolioActivities.matches(head) {
            format = .ghostfolio
        } else {
            format = saved == nil ? ImportFormat(head: head) : .csv
        }
        switch format {
        case .rotki: try RotkiEvents(file: file).read { rows.append($0) }
        case .ghostfolio: try GhostfolioActivities(file).read { rows.append($0) }
        case .csv: try readTable(file, head, request, saved)
        case .qif: try QIFTransactions(file: file, choices: request.columns).read { rows.append($0) }
        default: try OFXTransactions(file: file).read { rows.append($0) }
        }
        guard !rows.isEmpty else { throw ImportError.nothing }
        let isAccountNamed = rows.contains { if case .success(let row) = $0 { row.account != nil } else { false } }
        guard request.asset != nil || isAccountNamed else { throw ImportError.assetNeeded }
    }

    private mutating func readTable(
        _ file: TextFile, _ head: [UInt8], _ request: ImportRequest, _ saved: ColumnMapping?
    ) throws {
        if let first = head.first(where: { $0 > 0x20 }) {
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw ImportError.otherKind(of: "JSON") }
            if first == UInt8(ascii: "<") { throw ImportError.otherKind(of: "HTML or XML") }
        }
        let found: ColumnMapping
        if var saved {
            saved.decimalMark = request.columns.decimalMark ?? saved.decimalMark
            saved.dateOrder = request.columns.dateOrder ?? saved.dateOrder
            found = saved
        } else {
            let titles: [String]
            (found, titles) = try ColumnGuess(file: file, choices: request.columns).mapping()
            let used = Set(found.columns.values.flatMap(\.self))
            unread = titles.filter { !used.contains($0) }
        }
        var table = try CSVTransactions(file, found)
        mapping = table.mapping
        try table.read { rows.append($0) }
    }

    private mutating func readJournal(_ file: TextFile, _ dialect: JournalDialect, _ request: ImportRequest) throws {
        let journal = try JournalTransactions(file, dialect, account: request.account)
        rows = journal.rows
        household = JournalHousehold(records: journal.records)
        unread = journal.unread.sorted()
        if let first = journal.skipped.first {
            warnings.append(
                Warning(
                    code: "notRead",
                    message: journal.skipped.count == 1
                        ? "Line \(first.line) is \(first.what), a plan for later, and is not read."
                        : "\(journal.skipped.count) periodic transactions, which are plans for later, are not read: the "
                            + "first is in line \(first.line)."))
        }
        guard rows.isEmpty, journal.records.isEmpty else { return }
        throw unread.isEmpty ? ImportError.nothing : ImportError.noJournalAccount(request.account, accounts: unread)
    }
}
