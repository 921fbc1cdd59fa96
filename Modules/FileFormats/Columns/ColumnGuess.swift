import Values

/// Finds out how a table is written: its delimiter, and which column tells what.
package struct ColumnGuess {
    private static let delimiters: [Character] = [",", ";", "\t", "|"]

    package let file: TextFile
    /// What a person says.
    package let choices: ColumnChoices
    package let target: ImportTarget

    package init(file: TextFile, choices: ColumnChoices, target: ImportTarget = .movements) {
        self.file = file
        self.choices = choices
        self.target = target
    }

    /// A table's header, and where its rows begin.
    private struct Header {
        let delimiter: UInt8
        let titles: [String]
        /// Rows below it, to see what columns hold.
        let sample: [CSVReader.Row]
    }

    /// The mapping of the file, and the titles of all its columns.
    ///
    /// - Throws: ``ImportError``.
    package func mapping() throws -> (mapping: ColumnMapping, titles: [String]) {
        let header = try header()
        var columns: [ColumnRole: [String]] = [:]
        for role in target.roles {
            let named = choices.titles[role] ?? []
            for title in named where position(of: title, in: header.titles) == nil {
                throw ImportError.noColumn(title, columns: header.titles)
            }
            columns[role] = named.isEmpty ? nil : named
        }
        if let (first, second) = ColumnMapping(columns: columns, delimiter: "").contradiction {
            throw ImportError.contradictoryColumns(first, second)
        }
        let taken = Set(columns.values.flatMap(\.self).compactMap { position(of: $0, in: header.titles) })
        guess(&columns, header, taken: taken)
        for role in [.date] + target.roles.filter(\.isRequired) where columns[role] == nil {
            throw ImportError.columnNeeded(role, columns: header.titles)
        }
        if target.roles.contains(.amount) { try findSides(&columns, header) }
        let currency = (columns[.amount] ?? columns[.credit])?.first.flatMap(Self.currency)
        return (
            ColumnMapping(
                columns: columns, decimalMark: choices.decimalMark, dateOrder: choices.dateOrder,
                delimiter: String(decoding: [header.delimiter], as: UTF8.self), titleCurrency: currency,
                answers: choices.answers),
            header.titles
        )
    }

    /// Sees to it that of what comes in and what goes out both are known, or neither.
    private func findSides(_ columns: inout [ColumnRole: [String]], _ header: Header) throws(ImportError) {
        if columns[.amount] != nil {
            (columns[.debit], columns[.credit]) = (nil, nil)
            return
        }
        for (role, other) in [(ColumnRole.debit, ColumnRole.credit), (.credit, .debit)]
        where columns[role] == nil && columns[other] != nil {
            // "Gutschrift" is known; "Belastungen in CHF" is likely its other side.
            let used = Set(columns.values.flatMap(\.self))
            let words = role.titles.filter { $0.count > 3 }
            let likely = header.titles.filter { title in
                let plain = Self.plain(title)
                return !used.contains(title) && words.contains { plain.hasPrefix($0) || plain.hasSuffix(" " + $0) }
            }
            guard likely.count == 1 else { throw .columnNeeded(role, columns: header.titles) }
            columns[role] = likely
        }
        guard columns[.credit] != nil else { throw .columnNeeded(.amount, columns: header.titles) }
    }

    /// Gives each role without a column the one with the surest title.
    private func guess(_ columns: inout [ColumnRole: [String]], _ header: Header, taken: Set<Int>) {
        var taken = taken
        let titles = header.titles
        let plain = titles.map(Self.plain)
        // "Valuta" is a currency in some languages and a day in others.
        // A line with one cell is a remark below the table.
        let sample = header.sample.filter { $0.cells.count { !$0.isEmpty } > 1 }
        func fits(_ role: ColumnRole, _ column: Int) -> Bool {
            let cells = sample.map { TableLayout.cell(column, $0) }.filter { !$0.isEmpty }
            let numbers = cells.count { $0.contains(where: \.isNumber) }
            switch role {
            case .currency: return numbers * 2 <= cells.count
            case .date: return numbers * 2 >= cells.count
            // "Info" has states in the tables of some banks, and remarks in others.
            case .state where plain[column] == "info":
                return !cells.isEmpty && cells.allSatisfy { StateWords.meaning($0) != nil }
            case .state: return !cells.isEmpty && !cells.contains { NumberText($0) != nil && $0 != "0" && $0 != "1" }
            // "Wert" is a value in some tables and a day in others.
            case .amount:
                return cells.isEmpty || !cells.allSatisfy { DateText($0) != nil && $0.contains { ".-/".contains($0) } }
            case .balance, .fee: return cells.allSatisfy { NumberText($0) != nil }
            // A count of rows begins anew in each file.
            case .number: return cells.contains { $0.count > 4 } || plain[column] != "id"
            // A column without a text tells nothing.
            case .note: return !cells.isEmpty || header.sample.isEmpty
            default:
                switch role.content {
                case .day: return cells.count { DateText($0) != nil } * 2 >= cells.count
                case .number: return cells.count { NumberText($0) != nil } * 2 >= cells.count
                case .text: return true
                }
            }
        }
        // What a person named counts more than what a title suggests.
        let namesSides = columns[.debit] != nil || columns[.credit] != nil
        for role in target.roles where columns[role] == nil {
            if role == .amount, namesSides { continue }
            if role == .debit || role == .credit, columns[.amount] != nil { continue }
            // Words decide which column tells the direction, not its title.
            if role == .direction { continue }
            let found = role.titles.lazy.compactMap { title in
                plain.indices.first { plain[$0] == title && !taken.contains($0) && fits(role, $0) }
            }.first
            guard let found else { continue }
            columns[role] = [titles[found]]
            taken.insert(found)
        }
    }

    /// Titles without case, units and the spaces around.
    package static func plain(_ title: String) -> String {
        var text = title.lowercased().prefix { $0 != "(" && $0 != "[" }
        // Some banks write `#Amount`.
        if text.first == "#", text.dropFirst().first?.isLetter == true { text = text.dropFirst() }
        var words = text.split(whereSeparator: \.isWhitespace)
        if let last = words.last, words.count > 1, last == "€" || last == "euros" || (last.count == 3 && isFiat(last)) {
            words.removeLast()
            if words.count > 1, words.last == "in" { words.removeLast() }
        }
        return words.joined(separator: " ")
    }

    private static func isFiat(_ word: Substring) -> Bool {
        (try? Currency(code: String(word)))?.isFiat == true
    }

    /// The currency that a title names: "Amount (EUR)", "Betrag in €", "Amount (BTC)", "Price (GBX)".
    static func currency(of title: String) -> String? {
        if title.contains("€") || title.lowercased().hasSuffix(" euros") { return "EUR" }
        if let open = title.firstIndex(where: { $0 == "(" || $0 == "[" }) {
            let code = title[title.index(after: open)...].prefix { $0 != ")" && $0 != "]" }
            if Currency.whole(ofSubunit: String(code)) != nil { return String(code) }
            if code == code.uppercased(), let known = try? Currency(code: String(code)) { return known.code }
        }
        let words = title.split { !$0.isLetter }.map(String.init)
        return words.first { word in word.count == 3 && word == word.uppercased() && isFiat(word[...]) }
    }

    // MARK: - Header

    private func header() throws -> Header {
        let head = try file.head()
        if let delimiter = choices.delimiter?.utf8.first { return try header(head, delimiter) }
        // The mark under which a row of titles is found is right, whatever else occurs more often.
        let found = try Self.delimiters.compactMap { try $0.asciiValue.flatMap { try self.titled(head, $0) } }
        if let best = found.max(by: { $0.titles.count < $1.titles.count }) { return best }
        let rows = Self.delimiters.map { delimiter in (delimiter, cellCounts(head, delimiter)) }
        // The delimiter that divides most rows into the same number of cells, more than one.
        let best = rows.max { a, b in (a.1.rows, a.1.cells) < (b.1.rows, b.1.cells) }
        guard let best, best.1.rows > 0, let byte = best.0.asciiValue else {
            // What is no text has no cells to be counted.
            for (index, line) in head.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                _ = try TextFile.text(line, line: index + 1)
            }
            _ = try self.rows(head, UInt8(ascii: ","))
            throw head.allSatisfy({ $0 <= 0x20 }) ? ImportError.nothing : .noTable
        }
        return try header(head, byte)
    }

    /// The header by its titles, if there is one with a delimiter.
    private func titled(_ head: [UInt8], _ delimiter: UInt8) throws -> Header? {
        guard head.contains(delimiter), let rows = try? rows(head, delimiter) else { return nil }
        let (dates, amounts) = (Set(ColumnRole.date.titles), ColumnRole.amount.titles)
        let own = target.ownRoles.filter { $0.content == .number }.flatMap(\.titles)
        let sums = Set(amounts + ColumnRole.debit.titles + ColumnRole.credit.titles + own)
        let named = Set(choices.titles.values.flatMap(\.self)).filter { TableLayout.place($0) == nil }
        // What stands above the header of a bank's table is a few lines.
        for row in rows.prefix(30) where row.cells.count > 1 {
            let titles = row.cells.map { String($0.trimming(while: \.isWhitespace)) }
            let plain = Set(titles.map(Self.plain))
            let isNamed = !named.isEmpty && named.allSatisfy(titles.contains)
            if isNamed || (!plain.isDisjoint(with: dates) && !plain.isDisjoint(with: sums)) {
                return Header(delimiter: delimiter, titles: titles, sample: rows.filter { $0.line > row.line })
            }
        }
        return nil
    }

    /// How many rows have the usual number of cells, if that is more than one, and that number.
    private func cellCounts(_ head: [UInt8], _ delimiter: Character) -> (rows: Int, cells: Int) {
        guard let byte = delimiter.asciiValue, let rows = try? self.rows(head, byte), divides(head, byte) else {
            return (0, 0)
        }
        let counts = Dictionary(rows.map { ($0.cells.count, 1) }, uniquingKeysWith: +).filter { $0.key > 1 }
        let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
        return (usual?.value ?? 0, usual?.key ?? 0)
    }

    /// Whether a mark stands anywhere but between digits, where it is one of numbers.
    private func divides(_ head: [UInt8], _ mark: UInt8) -> Bool {
        head.indices.contains { index in
            guard head[index] == mark else { return false }
            return index == 0 || index + 1 == head.count || !head[index - 1].isDigit || !head[index + 1].isDigit
                || head[index - 1] == mark
        }
    }

    private func rows(_ head: [UInt8], _ delimiter: UInt8) throws -> [CSVReader.Row] {
        var reader = CSVReader(delimiter: delimiter)
        var rows: [CSVReader.Row] = []
        try reader.read(head) { rows.append($0) }
        // A quote may be open where the head was cut.
        try? reader.finish { rows.append($0) }
        return rows
    }

    private func header(_ head: [UInt8], _ delimiter: UInt8) throws -> Header {
        if let header = try titled(head, delimiter) { return header }
        let rows = try rows(head, delimiter)
        let usual = Dictionary(rows.map { ($0.cells.count, 1) }, uniquingKeysWith: +).filter { $0.key > 1 }
            .max { ($0.value, $0.key) < ($1.value, $1.key) }
        guard let usual, let first = rows.first(where: { $0.cells.count == usual.key }) else {
            throw ImportError.noTable
        }
        let titles = first.cells.map { String($0.trimming(while: \.isWhitespace)) }
        let isData = titles.contains { DateText($0) != nil } && titles.contains { NumberText($0) != nil }
        return isData
            ? Header(delimiter: delimiter, titles: titles.indices.map { "\($0 + 1)" }, sample: rows)
            : Header(
                delimiter: delimiter, titles: titles, sample: rows.filter { $0.line > first.line })
    }

    private func position(of title: String, in titles: [String]) -> Int? {
        titles.firstIndex(of: title) ?? TableLayout.place(title).flatMap { titles.indices.contains($0) ? $0 : nil }
    }
}

extension StringProtocol {
    /// Without the characters at both ends for which `isOutside` holds.
    package func trimming(while isOutside: (Character) -> Bool) -> SubSequence {
        var text = self[...]
        while let last = text.last, isOutside(last) { text.removeLast() }
        return text.drop(while: isOutside)
    }
}
