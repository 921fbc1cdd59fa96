/// Reads tables as RFC 4180 says, with any delimiter and any line end: one row at a time, whatever the size of the file.
package struct CSVReader {
    /// A row: where it begins, and its cells.
    package struct Row {
        package let line: Int
        package let cells: [String]

        /// Whether nothing is in it.
        var isEmpty: Bool {
            cells.allSatisfy { cell in
                // Nearly no cell begins with anything else.
                if let first = cell.utf8.first, (0x21..<0x7F).contains(first) { return false }
                return cell.allSatisfy(\.isWhitespace)
            }
        }
    }

    private enum State { case cellStart, plain, quoted, quoteInQuoted }

    private let delimiter: UInt8
    private var state = State.cellStart
    private var cell: [UInt8] = []
    private var cells: [String] = []
    private var size = 0
    private var line = 1
    private var start = 1
    private var wasReturn = false

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Reads a piece of the file and hands on the rows that end in it.
    ///
    /// - Throws: ``ImportError`` about a row that cannot be read, and what `body` throws.
    mutating func read(_ piece: [UInt8], _ body: (Row) throws -> Void) throws {
        for byte in piece {
            let isSecondHalf = byte == 0x0A && wasReturn
            wasReturn = byte == 0x0D
            if isSecondHalf {
                // The end of the line was told by the return before it.
                if state == .quoted { cell.append(byte) }
                continue
            }
            let endsLine = byte == 0x0A || byte == 0x0D
            if endsLine { line += 1 }
            size += 1
            guard size <= TextFile.longestLine else { throw ImportError.lineTooLong(line: start) }
            switch state {
            case .quoted:
                if byte == UInt8(ascii: "\"") { state = .quoteInQuoted } else { cell.append(byte) }
            case .quoteInQuoted where byte == UInt8(ascii: "\""):
                cell.append(byte)
                state = .quoted
            case _ where byte == delimiter:
                try endCell()
            case _ where endsLine:
                try endRow(body)
            case .quoteInQuoted:
                throw ImportError.textAfterQuote(line: start)
            case .cellStart where byte == UInt8(ascii: "\""):
                state = .quoted
            default:
                cell.append(byte)
                state = .plain
            }
        }
    }

    /// Hands on the last row when the file does not end with a line end.
    ///
    /// - Throws: ``ImportError/openQuote(line:)`` inside quotes, and what `body` throws.
    mutating func finish(_ body: (Row) throws -> Void) throws {
        guard state != .quoted else { throw ImportError.openQuote(line: start) }
        if state != .cellStart || !cells.isEmpty { try endRow(body) }
    }

    private mutating func endCell() throws(ImportError) {
        cells.append(try TextFile.text(cell[...], line: start))
        cell.removeAll(keepingCapacity: true)
        state = .cellStart
    }

    private mutating func endRow(_ body: (Row) throws -> Void) throws {
        try endCell()
        let row = Row(line: start, cells: cells)
        cells = []
        cells.reserveCapacity(min(row.cells.count, 64))
        size = 0
        start = line
        if !row.isEmpty { try body(row) }
    }
}

extension TextFile {
    /// Hands on each row that is not empty.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func forEachRow(delimiter: UInt8, _ body: (CSVReader.Row) throws -> Void) throws {
        var reader = CSVReader(delimiter: delimiter)
        try forEachPiece { try reader.read($0, body) }
        try reader.finish(body)
    }
}

extension CSVReader {
    /// The rows of a table in memory that are not empty.
    ///
    /// - Throws: ``ImportError``.
    package static func rows(of bytes: [UInt8], delimiter: UInt8) throws -> [Row] {
        var (reader, rows) = (CSVReader(delimiter: delimiter), [Row]())
        try reader.read(bytes) { rows.append($0) }
        try reader.finish { rows.append($0) }
        return rows
    }
}
