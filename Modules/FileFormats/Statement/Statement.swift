public import Values

/// The rows of a file, read as often as they are needed, and what the file states besides them, before it is known what becomes of them.
///
/// ```swift
/// let statement = try Statement(path: path, call)
/// try statement.forEachRow { row in rows.append(row) }
/// ```
public struct Statement: Sendable {
    /// The format that the file was read as.
    public let format: ImportFormat
    /// How a table was read; nil for other formats.
    public private(set) var mapping: ColumnMapping?
    /// The titles of a table's columns that were not read.
    public private(set) var unread: [String] = []
    /// The titles of a table's columns that were not read, and have amounts.
    package private(set) var unreadAmounts: [String] = []
    /// The titles of columns without a role whose texts identify a row.
    package private(set) var identifying: [String] = []
    /// The title of the column without a role whose words say what goes out; nil for none.
    package private(set) var directionTitle: String?
    /// The questions that a person has to answer before the rows may be believed.
    public private(set) var questions: [ImportQuestion] = []
    /// Remarks on how the file was read.
    public private(set) var warnings: [Warning] = []
    /// The balances that the file states for its accounts.
    package private(set) var balances: [StatedBalance] = []
    private var reading: @Sendable ((ReadRow) throws -> Void) throws -> Void = { _ in }

    /// A statement of rows that were read already.
    public init(_ format: ImportFormat, rows: [ReadRow], balances: [StatedBalance] = []) {
        self.format = format
        self.balances = balances
        reading = { body in for row in rows { try body(row) } }
    }

    /// Reads a file: a table, OFX, QIF, CAMT.053, MT940, or an export of Ghostfolio or rotki.
    ///
    /// - Parameters:
    ///   - target: the roles that columns of a table may have.
    ///   - columns: what a person says of a table's columns.
    ///   - call: the day and the zone by which dates are read.
    /// - Throws: ``ImportError``.
    public init(
        path: String, for target: ImportTarget = .movements, columns: ColumnChoices = ColumnChoices(), _ call: Call
    ) throws {
        var context = DateContext(zone: call.zone, today: call.today)
        context.century = columns.answers.century
        try self.init(TextFile(path: path, naming: nil), target, columns, context: context) { _ in }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - saved: the mapping of a table; nil to find one.
    ///   - currency: the currency of rows that name none, where it is known.
    ///   - note: is handed each row once.
    /// - Throws: ``ImportError``.
    package init(
        _ file: TextFile, _ target: ImportTarget = .movements, _ columns: ColumnChoices, saved: ColumnMapping? = nil,
        currency: Currency? = nil, context: DateContext, noting note: (ReadRow) -> Void
    ) throws {
        let head = try file.head()
        let titles = saved == nil && columns.titles.isEmpty ? file.titles(head) : []
        if RotkiEvents.isSnapshot(titles) { throw ImportError.balancesOnly(program: "rotki") }
        if RotkiEvents.matches(titles) {
            format = .rotki
        } else if saved == nil, GhostfolioActivities.matches(head) {
            format = .ghostfolio
        } else {
            format = saved == nil ? ImportFormat(head: head) : .csv
        }
        switch format {
        case .rotki:
            let events = RotkiEvents(file: file, context: context)
            try read({ try events.read($0) }, note)
        case .ghostfolio:
            let activities = try GhostfolioActivities(file, context)
            try read({ try activities.read($0) }, note)
        case .qif:
            let format = QIFTransactions(file: file, choices: columns, context: context)
            try readQIF(format, hasCategories: target.roles.contains(QIFTransactions.category), note)
        case .camt:
            let statement = CAMTStatement(file: file, countsPending: columns.answers.countsPending)
            try statement.read(balance: { balances.append($0) }, question: { questions.append($0) }, note)
            reading = { try statement.read($0) }
        case .mt940:
            let statement = MT940Statement(file: file, context: context)
            try statement.read(balance: { balances.append($0) }, question: { questions.append($0) }, note)
            reading = { try statement.read($0) }
        case .ofx: try readOFX(OFXTransactions(file: file), note)
        default:
            try refuseOtherThings(head)
            let mapping: ColumnMapping
            if let saved {
                mapping = Self.mapping(saved: saved, columns)
            } else {
                let guess = try ColumnGuess(file: file, choices: columns, target: target).mapping()
                let used = Set(guess.mapping.columns.values.flatMap(\.self))
                unread = guess.titles.filter { !used.contains($0) }
                mapping = guess.mapping
            }
            try readTable(CSVTransactions(file, mapping.limited(to: target), context, currency: currency), note)
        }
        if columns.answers.ignoresBalances {
            questions.removeAll { $0.topic == .balance || $0.topic == .total }
            balances = []
        }
        if mapping?.answers.isInverted ?? columns.answers.isInverted { invert() }
    }

    /// Turns what comes in into what goes out.
    private mutating func invert() {
        balances = balances.map(\.inverted)
        let reading = reading
        self.reading = { body in try reading { try body($0.map(\.inverted)) } }
    }

    /// Hands on each row of the file, which is read again for it: there may be any number.
    ///
    /// - Throws: ``ImportError/questions(_:)`` where a question is open, other ``ImportError``, and what `body` throws.
    public func forEachRow(_ body: (ReadRow) throws -> Void) throws {
        guard questions.isEmpty else { throw ImportError.questions(questions) }
        try reading(body)
    }

    /// Hands on each row as it is read before its questions are answered, for a preview.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func forEachRowShown(_ body: (ReadRow) throws -> Void) throws { try reading(body) }

    /// Takes a way of reading, and reads once.
    private mutating func read(
        _ reading: @escaping @Sendable ((ReadRow) throws -> Void) throws -> Void, _ note: (ReadRow) -> Void
    ) throws {
        self.reading = reading
        try reading { note($0) }
    }

    // MARK: - Formats

    private func refuseOtherThings(_ head: [UInt8]) throws {
        guard let first = head.first(where: { $0 > 0x20 }) else { return }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw ImportError.otherKind(of: "JSON") }
        if first == UInt8(ascii: "<") { throw ImportError.otherKind(of: "HTML or XML") }
    }

    /// A saved mapping with what a person says now.
    private static func mapping(saved: ColumnMapping, _ columns: ColumnChoices) -> ColumnMapping {
        var mapping = saved
        mapping.decimalMark = columns.decimalMark ?? saved.decimalMark
        mapping.dateOrder = columns.dateOrder ?? saved.dateOrder
        mapping.delimiter = columns.delimiter ?? saved.delimiter
        mapping.answers = saved.answers.replaced(by: columns.answers)
        return mapping
    }

    private mutating func readTable(_ table: CSVTransactions, _ note: (ReadRow) -> Void) throws {
        mapping = table.mapping
        identifying = unread.filter(table.identifying.contains)
        unreadAmounts = unread.filter(table.unreadAmounts.contains)
        reading = { try table.read($0) }
        var ending = TableEnding(table.plan)
        try table.read(&ending) { note($0) }
        balances = table.plan.balances
        questions = table.plan.questions + ending.questions
        if let line = ending.total {
            warn("Line \(line) is the sum of the rows above it, and is not read.")
        }
        if !ending.remarks.isEmpty { warn("\(Self.lines(ending.remarks)).") }
        if case .words(let column, let out) = table.plan.direction, table.mapping.columns[.direction] == nil {
            let words = out.sorted().map { "'\($0.printable)'" }.joined(separator: ", ")
            let title = table.titles.indices.contains(column) ? table.titles[column] : "\(column + 1)"
            directionTitle = title
            warn("Amounts go out where '\(title.printable)' says \(words.isEmpty ? "so" : words).", code: "direction")
        }
        let assumed = table.plan.assumed.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
        if !assumed.isEmpty {
            warn(
                "Amounts with \(TablePlan.list(assumed)) are read as money in. Name every word that stands for money out.",
                code: "direction")
        }
    }

    private mutating func readQIF(
        _ format: QIFTransactions, hasCategories: Bool, _ note: (ReadRow) -> Void
    ) throws {
        var lists: [String: Int] = [:]
        var parts: [QIFTransactions.Part: [Int]] = [:]
        try format.read(
            balance: { balances.append($0) }, list: { lists[$0] = lists[$0] ?? $1 },
            part: { parts[$0, default: []].append($1) }
        ) { note($0) }
        reading = { try format.read($0) }
        for (type, line) in lists.sorted(by: { $0.value < $1.value }) {
            warn("The list of the type '\(type.printable)' from line \(line) on holds no movements, and is not read.")
        }
        guard hasCategories else { return }
        if let lines = parts[.splits] {
            let (place, verb) = (Self.places(lines), lines.count == 1 ? "is" : "are")
            warn("\(place) \(verb) divided among several categories, which are not read.")
        }
        if let lines = parts[.otherAccount] {
            let (place, verb) = (Self.places(lines), lines.count == 1 ? "is a transfer" : "are transfers")
            warn("\(place) \(verb): the other account is not read. Once its file is imported too, both can be joined.")
        }
    }

    private mutating func readOFX(_ format: OFXTransactions, _ note: (ReadRow) -> Void) throws {
        let survey = try format.survey()
        try format.read(survey, balance: { balances.append($0) }) { note($0) }
        reading = { try format.read(survey, $0) }
        if survey.goesByTypes {
            warn("No amount has a minus, so the types of transactions say what goes out.", code: "direction")
        }
    }

    // MARK: - Warnings

    private mutating func warn(_ message: String, code: String = "notRead") {
        warnings.append(Warning(code: code, message: message))
    }

    private static func lines(_ lines: [Int]) -> String {
        lines.count == 1
            ? "\(places(lines)) is no row of the table, and is not read"
            : "\(places(lines)) are no rows of the table, and are not read"
    }

    private static func places(_ lines: [Int]) -> String {
        let shown = lines.prefix(8).map(String.init).joined(separator: ", ")
        return lines.count == 1
            ? "Line \(shown)" : "Lines \(shown)\(lines.count > 8 ? " and \(lines.count - 8) more" : "")"
    }
}
