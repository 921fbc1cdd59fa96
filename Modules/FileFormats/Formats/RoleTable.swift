package import Values

/// A table by the roles of its columns, whose rows need neither a day nor an amount: texts as they stand, numbers with a point, days as
/// `2026-12-31`.
package struct RoleTable: Sendable {
    /// A row: its line, and the texts of its cells by role; empty cells are left out.
    package struct Row: Sendable {
        package let line: Int
        package let cells: [ColumnRole: String]
    }

    package let rows: [Row]
    /// The way in which the table was read.
    package let mapping: ColumnMapping
    /// The titles of columns that are not read.
    package let unread: [String]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - choices: what a person says of the columns.
    ///   - saved: how another such table was read; nil to find out.
    ///   - encoding: the encoding; nil for what the file names, else UTF-8.
    ///   - call: the day and the zone by which dates are read.
    /// - Throws: ``ImportError``.
    package init(
        path: String, for target: ImportTarget, _ choices: ColumnChoices, saved: ColumnMapping? = nil,
        encoding: TextEncoding? = nil, _ call: Call
    ) throws {
        let file = try TextFile(path: path, naming: encoding)
        let delimiter = try choices.delimiter ?? saved?.delimiter ?? Self.delimiter(of: file)
        var (titles, places, raw) = ([String](), [Int: ColumnRole](), [Row]())
        var numbers = NumberReadings()
        let context = DateContext(zone: call.zone, today: call.today, century: choices.answers.century)
        var dates = DateReadings(context)
        try file.forEachRow(delimiter: delimiter.utf8.first ?? UInt8(ascii: ",")) { row in
            guard !titles.isEmpty else {
                titles = row.cells.map { String($0.trimming(while: \.isWhitespace)) }
                places = try Self.places(titles, target, choices.titles, saved?.columns ?? [:])
                return
            }
            var cells: [ColumnRole: String] = [:]
            for (place, role) in places where place < row.cells.count {
                let text = String(row.cells[place].trimming(while: \.isWhitespace))
                guard !text.isEmpty else { continue }
                cells[role] = text
                switch role.content {
                case .number: numbers.note(String(Self.number(text)), line: row.line)
                case .day: dates.note(text, line: row.line)
                case .text: break
                }
            }
            raw.append(Row(line: row.line, cells: cells))
        }
        guard !raw.isEmpty else { throw ImportError.nothing }
        let mark = try choices.decimalMark ?? saved?.decimalMark ?? numbers.markOrPoint()
        let order = try choices.dateOrder ?? saved?.dateOrder ?? dates.order()
        rows = raw.map { row in
            var cells = row.cells
            for (role, text) in row.cells { cells[role] = Self.plain(text, role.content, mark, order, context) }
            return Row(line: row.line, cells: cells)
        }
        var columns: [ColumnRole: [String]] = [:]
        for (place, role) in places { columns[role] = [titles[place]] }
        mapping = ColumnMapping(columns: columns, decimalMark: mark, dateOrder: order, delimiter: delimiter)
        unread = titles.indices.filter { places[$0] == nil }.map { titles[$0] }
    }

    /// The mark that stands most often in the first line.
    private static func delimiter(of file: TextFile) throws -> String {
        let line = try file.head().prefix { $0 != 0x0A && $0 != 0x0D }
        let marks = [",", ";", "\t", "|"]
        func count(_ mark: String) -> Int { line.count { $0 == mark.utf8.first } }
        return marks.max { count($0) < count($1) } ?? ","
    }

    private static func places(
        _ titles: [String], _ target: ImportTarget, _ named: [ColumnRole: [String]], _ saved: [ColumnRole: [String]]
    ) throws(ImportError) -> [Int: ColumnRole] {
        var places: [Int: ColumnRole] = [:]
        let plain = titles.map { ColumnGuess.plain($0.replacing("-", with: " ").replacing("_", with: " ")) }
        for role in target.roles {
            if let title = (named[role] ?? saved[role])?.first {
                guard let place = titles.firstIndex(of: title) ?? TableLayout.place(title), place < titles.count else {
                    throw .noColumn(title, columns: titles)
                }
                places[place] = role
            } else if saved.isEmpty {
                let words = [role.name.replacing("-", with: " ")] + role.titles
                let found = words.lazy.compactMap { word in
                    plain.indices.first { plain[$0] == word && places[$0] == nil }
                }
                if let place = found.first { places[place] = role }
            }
        }
        for role in target.roles where role.isRequired && !places.values.contains(role) {
            throw .columnNeeded(role, columns: titles)
        }
        return places
    }

    /// The number that a text begins with; behind it a unit may stand.
    private static func number(_ text: String) -> Substring {
        text.prefix { $0.isNumber || ".,-'".contains($0) }
    }

    private static func plain(
        _ text: String, _ content: ColumnRole.Content, _ mark: DecimalMark, _ order: DateOrder?, _ context: DateContext
    ) -> String {
        switch content {
        case .text: return text
        case .number:
            let number = number(text)
            let unit = text[number.endIndex...].trimming(while: \.isWhitespace)
            return (NumberText(String(number))?.plain(mark) ?? String(number)) + unit
        case .day:
            // A text that is no date is refused with its row.
            return DateText(text)?.day(order ?? .dayFirst, context)?.description ?? text
        }
    }
}

extension NumberReadings {
    /// The mark that the numbers show; a point where none needs another.
    fileprivate func markOrPoint() throws(ImportError) -> DecimalMark {
        do {
            return try mark() ?? .point
        } catch .ambiguousNumber(let text, _) where !text.contains(",") {
            return .point
        }
    }
}
