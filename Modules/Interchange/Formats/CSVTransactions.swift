import Models

/// Transactions in a table, by a mapping.
struct CSVTransactions {
    private(set) var mapping: ColumnMapping
    private let file: TextFile
    /// The number of columns, and where each role's are.
    private var width = 0
    private var positions: [ColumnMapping.Role: [Int]] = [:]

    /// A table with a mapping whose readings are found out where it has none. What has two readings is asked for, never
    /// guessed.
    ///
    /// - Throws: ``ImportError``.
    init(_ file: TextFile, _ mapping: ColumnMapping) throws {
        self.file = file
        self.mapping = mapping
        try findReadings()
    }

    /// Hands on each row below the header.
    ///
    /// - Returns: the line of the last row, where that is left out since it has no date and the sum of all others.
    /// - Throws: ``ImportError``, and what `body` throws.
    @discardableResult
    func read(_ body: (ReadRow) throws -> Void) throws -> Int? {
        var table = self
        var last = LastRow()
        try table.forEachRow { table, row, isNumbered in
            try last.finish(body)
            let read = table.row(row, isNumbered: isNumbered)
            if case .success(let read) = read { last.add(read) }
            if case .failure = read, let total = table.total(row) {
                last = LastRow(row: read, total: total, sum: last.sum)
            } else {
                try body(read)
            }
        }
        if last.isTotal, case .failure(let row) = last.row { return row.line }
        try last.finish(body)
        return nil
    }

    /// A row that may be the total of those above, if none follows.
    private struct LastRow {
        var row: ReadRow?
        var total: Money?
        var sum: Money? = .zero(.usd)

        /// Whether it says what the rows above sum to, and nothing else.
        var isTotal: Bool {
            guard let total, let sum else { return false }
            return total == sum
        }

        mutating func finish(_ body: (ReadRow) throws -> Void) throws {
            if let row { try body(row) }
            (row, total) = (nil, nil)
        }

        /// Sums up numbers, in whatever currency.
        mutating func add(_ row: ImportedRow) {
            guard case .entered(let text) = row.amount else { return }
            sum = try? sum?.adding(Money(text, .usd))
        }
    }

    /// The amount of a row that has no date; nil for any other.
    private func total(_ row: CSVReader.Row) -> Money? {
        func cell(_ role: ColumnMapping.Role) -> String {
            let position = positions[role]?.first ?? -1
            return row.cells.indices.contains(position) ? row.cells[position] : ""
        }
        let date = cell(.date)
        guard !date.contains(where: \.isNumber),
            let text = NumberText(cell(.amount))?.plain(mapping.decimalMark ?? .point)
        else { return nil }
        return try? Money(text, .usd)
    }

    private mutating func forEachRow(
        _ body: (CSVTransactions, CSVReader.Row, _ isNumbered: Bool) throws -> Void
    ) throws {
        let named = Set(mapping.columns.values.flatMap(\.self))
        let numbers = named.compactMap { Int($0) }
        var hasHeader = false
        // Columns that are all named by numbers belong to a table without titles.
        if numbers.count == named.count, let last = numbers.max() {
            positions = mapping.columns.mapValues { $0.compactMap { Int($0).map { $0 - 1 } } }
            width = last
            hasHeader = true
        }
        let isNumbered = hasHeader
        try file.forEachRow(delimiter: mapping.delimiter.utf8.first ?? 0x2C) { row in
            if hasHeader {
                try body(self, row, isNumbered)
                return
            }
            let titles = row.cells.map { String($0.trimming(while: \.isWhitespace)) }
            guard named.allSatisfy(titles.contains) else { return }
            if let title = named.sorted().first(where: { name in titles.count { $0 == name } > 1 }) {
                throw ImportError.sameTitle(title, line: row.line)
            }
            positions = mapping.columns.mapValues { $0.compactMap { titles.firstIndex(of: $0) } }
            width = titles.count
            hasHeader = true
        }
        guard hasHeader else {
            throw ImportError.noColumn(named.sorted().first ?? "", columns: [])
        }
    }

    /// Reads all dates and numbers to see in which way they can be read.
    private mutating func findReadings() throws {
        var (numbers, dates) = (NumberReadings(), DateReadings())
        try forEachRow { table, row, _ in
            func cells(_ roles: [ColumnMapping.Role]) -> [String] {
                roles.flatMap { table.positions[$0] ?? [] }.filter(row.cells.indices.contains).map { row.cells[$0] }
            }
            for text in cells([.amount, .debit, .credit]) { numbers.note(text, line: row.line) }
            for text in cells([.date]) { dates.note(text, line: row.line) }
        }
        mapping.decimalMark = try mapping.decimalMark ?? numbers.mark()
        mapping.dateOrder = try mapping.dateOrder ?? dates.order()
    }

    private func row(_ row: CSVReader.Row, isNumbered: Bool) -> ReadRow {
        func refused(_ reason: String) -> ReadRow { .failure(UnreadableRow(line: row.line, reason: reason)) }
        let surplus = row.cells.dropFirst(width)
        if !isNumbered, surplus.contains(where: { !$0.isEmpty }) {
            return refused("it has \(row.cells.count) columns where the titles are \(width).")
        }
        func cells(_ role: ColumnMapping.Role) -> [String] {
            (positions[role] ?? []).map { row.cells.indices.contains($0) ? row.cells[$0] : "" }
                .map { String($0.trimming(while: \.isWhitespace)) }
        }
        func cell(_ role: ColumnMapping.Role) -> String? { cells(role).first.flatMap { $0.isEmpty ? nil : $0 } }
        guard let dateText = cell(.date) else { return refused("it has no date.") }
        guard let day = DateText(dateText)?.day(mapping.dateOrder ?? .dayFirst) else {
            return refused("'\(dateText.printable)' is not a date.")
        }
        let amount: (text: String, currency: String?)
        if mapping.columns[.amount] != nil {
            guard let text = cell(.amount) else { return refused("it has no amount.") }
            guard let number = number(text) else { return refused("'\(text.printable)' is not an amount.") }
            amount = number
        } else {
            // One of the two is empty, or 0.
            var sides: [(text: String, currency: String?)] = []
            for (role, isOutgoing) in [(ColumnMapping.Role.credit, false), (.debit, true)] {
                guard let text = cell(role) else { continue }
                guard var number = number(text) else { return refused("'\(text.printable)' is not an amount.") }
                guard number.text.contains(where: { ("1"..."9").contains($0) }) else { continue }
                // Some banks write what goes out with a sign, some without.
                if isOutgoing, !number.text.hasPrefix("-") { number.text = "-" + number.text }
                sides.append(number)
            }
            guard sides.count < 2 else { return refused("it has an amount that comes in and one that goes out.") }
            amount = sides.first ?? ("0", nil)
        }
        var notes: [String] = []
        for note in cells(.note) where !note.isEmpty && !notes.contains(note) { notes.append(note) }
        let note = notes.joined(separator: ", ").split(whereSeparator: \.isNewline).joined(separator: " ")
        return .success(
            ImportedRow(
                line: row.line, account: cell(.account),
                currency: cell(.currency) ?? amount.currency ?? mapping.titleCurrency, day: day,
                amount: .entered(amount.text),
                sign: amount.currency, note: note.isEmpty ? nil : note))
    }

    private func number(_ text: String) -> (text: String, currency: String?)? {
        guard let number = NumberText(text), let plain = number.plain(mapping.decimalMark ?? .point) else { return nil }
        return (plain, number.currency)
    }
}
