/// A row of a table whose titles a program fixes.
package struct NamedRow {
    package let line: Int
    let cells: [String: String]

    package subscript(_ title: String) -> String? { cells[title] }

    package func refused(_ reason: String) -> ReadRow { .failure(UnreadableRow(line: line, reason: reason)) }
}

extension TextFile {
    /// Hands on each row below the first, by the titles there.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func forEachNamedRow(_ body: (NamedRow) throws -> Void) throws {
        var titles: [String]?
        try forEachRow(delimiter: UInt8(ascii: ",")) { row in
            guard let titles else { return titles = row.cells }
            let cells = zip(titles, row.cells).map { ($0, String($1.trimming(while: \.isWhitespace))) }
            try body(NamedRow(line: row.line, cells: Dictionary(cells) { first, _ in first }))
        }
    }

    /// The titles in the first row of a table with commas; nothing for other files.
    package func titles(_ head: [UInt8]) -> Set<String> {
        var reader = CSVReader(delimiter: UInt8(ascii: ","))
        var titles: Set<String> = []
        try? reader.read(head) { row in if titles.isEmpty { titles = Set(row.cells) } }
        return titles
    }
}
