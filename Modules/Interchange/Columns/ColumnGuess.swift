import Models

/// Finds out how a table is written: its delimiter, and which column tells what.
struct ColumnGuess {
    private static let delimiters: [Character] = [",", ";", "\t", "|"]

    let file: TextFile
    /// What a person says.
    let choices: ImportRequest.Columns

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
    func mapping() throws -> (mapping: ColumnMapping, titles: [String]) {
        let header = try header()
        var columns: [ColumnMapping.Role: [String]] = [:]
        for role in ColumnMapping.Role.allCases {
            let named = choices.titles[role] ?? []
            for title in named where position(of: title, in: header.titles) == nil {
                throw ImportError.noColumn(title, columns: header.titles)
            }
            columns[role] = named.isEmpty ? nil : named
        }
        let taken = Set(columns.values.flatMap(\.self).compactMap { position(of: $0, in: header.titles) })
        guess(&columns, header, taken: taken)
        if columns[.debit] == nil || columns[.credit] == nil, columns[.amount] != nil {
            (columns[.debit], columns[.credit]) = (nil, nil)
        }
        guard columns[.date] != nil else { throw ImportError.columnNeeded(.date, columns: header.titles) }
        guard columns[.amount] != nil || columns[.credit] != nil || columns[.debit] != nil else {
            throw ImportError.columnNeeded(.amount, columns: header.titles)
        }
        let currency = (columns[.amount] ?? columns[.credit])?.first.flatMap(Self.currency)
        return (
            ColumnMapping(
                columns: columns, decimalMark: choices.decimalMark, dateOrder: choices.dateOrder,
                delimiter: String(decoding: [header.delimiter], as: UTF8.self), titleCurrency: currency),
            header.titles
        )
    }

    /// Gives each role without a column the one with the surest title.
    private func guess(_ columns: inout [ColumnMapping.Role: [String]], _ header: Header, taken: Set<Int>) {
        var taken = taken
        let titles = header.titles
        let plain = titles.map(Self.plain)
        // "Valuta" is a currency in some languages and a day in others.
        func fits(_ role: ColumnMapping.Role, _ column: Int) -> Bool {
            let cells = header.sample.compactMap { $0.cells.indices.contains(column) ? $0.cells[column] : nil }
                .filter { !$0.isEmpty }
            let numbers = cells.count { $0.contains(where: \.isNumber) }
            switch role {
            case .currency: return numbers * 2 <= cells.count
            case .date: return numbers * 2 >= cells.count
            default: return true
            }
        }
        for role in ColumnMapping.Role.allCases where columns[role] == nil {
            if role == .debit || role == .credit, columns[.amount] != nil { continue }
            let found = role.titles.lazy.compactMap { title in
                plain.indices.first { plain[$0] == title && !taken.contains($0) && fits(role, $0) }
            }.first
            guard let found else { continue }
            columns[role] = [titles[found]]
            taken.insert(found)
        }
    }

    /// Titles without case, units in brackets and the spaces around.
    private static func plain(_ title: String) -> String {
        let text = title.lowercased().prefix { $0 != "(" && $0 != "[" }
        var words = text.split(whereSeparator: \.isWhitespace)
        if let last = words.last, words.count > 1, last == "€" || last == "eur" || last == "usd" {
            words.removeLast()
            if words.count > 1, words.last == "in" { words.removeLast() }
        }
        return words.joined(separator: " ")
    }

    /// The currency that a title names: "Amount (EUR)", "Betrag in €".
    private static func currency(of title: String) -> String? {
        if title.contains("€") { return "EUR" }
        let words = title.split { !$0.isLetter }.map(String.init)
        return words.first { word in
            word.count == 3 && word == word.uppercased() && (try? Currency(code: word))?.isFiat == true
        }
    }

    // MARK: - Header

    private func header() throws -> Header {
        let head = try file.head()
        let rows = Self.delimiters.map { delimiter in (delimiter, cellCounts(head, delimiter)) }
        // The delimiter that divides most rows into the same number of cells, more than one.
        let best = rows.max { a, b in (a.1.rows, a.1.cells) < (b.1.rows, b.1.cells) }
        guard let best, best.1.rows > 0, let byte = best.0.asciiValue else {
            // What is no text has no cells to be counted.
            _ = try self.rows(head, UInt8(ascii: ","))
            throw ImportError.noTable
        }
        return try header(head, byte)
    }

    /// How many rows have the usual number of cells, if that is more than one, and that number.
    private func cellCounts(_ head: [UInt8], _ delimiter: Character) -> (rows: Int, cells: Int) {
        guard let byte = delimiter.asciiValue, let rows = try? self.rows(head, byte) else { return (0, 0) }
        let counts = Dictionary(rows.map { ($0.cells.count, 1) }, uniquingKeysWith: +).filter { $0.key > 1 }
        let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
        return (usual?.value ?? 0, usual?.key ?? 0)
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
        let rows = try rows(head, delimiter)
        let (dates, amounts) = (Set(ColumnMapping.Role.date.titles), ColumnMapping.Role.amount.titles)
        let sums = Set(amounts + ColumnMapping.Role.debit.titles + ColumnMapping.Role.credit.titles)
        let named = Set(choices.titles.values.flatMap(\.self))
        // What stands above the header of a bank's table is a few lines.
        for row in rows.prefix(30) {
            let titles = row.cells.map { String($0.trimming(while: \.isWhitespace)) }
            let plain = Set(titles.map(Self.plain))
            let isNamed = !named.isEmpty && named.allSatisfy(titles.contains)
            if isNamed || (!plain.isDisjoint(with: dates) && !plain.isDisjoint(with: sums)) {
                return Header(
                    delimiter: delimiter, titles: titles, sample: rows.filter { $0.line > row.line })
            }
        }
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

    private func position(of title: String, in titles: [String]) -> Int? { titles.firstIndex(of: title) }
}

extension StringProtocol {
    /// Without the characters at both ends for which `isOutside` holds.
    func trimming(while isOutside: (Character) -> Bool) -> SubSequence {
        var text = self[...]
        while let last = text.last, isOutside(last) { text.removeLast() }
        return text.drop(while: isOutside)
    }
}
