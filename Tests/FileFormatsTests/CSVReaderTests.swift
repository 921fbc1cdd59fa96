import Foundation
import TestSupport
import Testing

@testable import FileFormats

@Suite struct CSVReaderTests {
    private func rows(_ text: String, delimiter: Character = ",", piece: Int = 1 << 16) throws -> [[String]] {
        var reader = CSVReader(delimiter: try #require(delimiter.asciiValue))
        var rows: [[String]] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            try reader.read(Array(bytes[index..<min(index + piece, bytes.count)])) { rows.append($0.cells) }
            index += piece
        }
        try reader.finish { rows.append($0.cells) }
        return rows
    }

    @Test func `quotes, delimiters and line ends inside cells`() throws {
        #expect(
            try rows("a,b\r\n\"1,2\",\"say \"\"hi\"\"\"\n\n\"two\nlines\",\n") == [
                ["a", "b"], ["1,2", "say \"hi\""], ["two\nlines", ""],
            ])
        #expect(try rows("a;b\r1;2\r", delimiter: ";") == [["a", "b"], ["1", "2"]])
        #expect(try rows("a,b") == [["a", "b"]])
        #expect(try rows("a,") == [["a", ""]])
        #expect(try rows("5\" disk,x") == [["5\" disk", "x"]])
    }

    @Test func `lines are counted with those inside quotes`() throws {
        var reader = CSVReader(delimiter: 0x2C)
        var lines: [Int] = []
        try reader.read(Array("a\n\"x\r\ny\"\r\nb\rc".utf8)) { lines.append($0.line) }
        try reader.finish { lines.append($0.line) }
        #expect(lines == [1, 2, 4, 5])
    }

    @Test func `what is no table`() {
        #expect(throws: ImportError.openQuote(line: 2)) { try rows("a\n\"b,c\nd") }
        #expect(throws: ImportError.textAfterQuote(line: 1)) { try rows("\"a\"b,c\n") }
        #expect(throws: ImportError.notText(line: 2)) { try rows("a\nb\u{0}c\n") }
        #expect(throws: ImportError.lineTooLong(line: 2)) { try rows("a\n\"" + String(repeating: "b", count: 1 << 20)) }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `what is written is read back, whatever the size of the pieces`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let parts = ["a", "ü", "\"", ",", ";", "\n", "\r\n", " ", "=", "1", "€"]
        for _ in 0..<60 {
            let width = Int.random(in: 1...4, using: &random)
            let table = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                (0..<width).map { _ in
                    (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
                        .joined()
                }
            }
            let text = table.map { row in
                row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
            }.joined(separator: "\r\n")
            // Rows without anything are left out, as they are in spreadsheets.
            let expected = table.filter { $0.contains { $0.contains { !$0.isWhitespace } } }
            for piece in [1, 2, 3, 7, 1 << 16] {
                #expect(try rows(text, piece: piece) == expected, "seed \(seed), pieces of \(piece)")
            }
        }
    }
}

@Suite struct TextFileTests {
    private func lines(_ bytes: [UInt8], _ encoding: TextEncoding = .utf8) throws -> [String] {
        try withFile(bytes) { path in
            var lines: [String] = []
            try TextFile(path: path, encoding: encoding).forEachLine { _, text in lines.append(text) }
            return lines
        }
    }

    @Test func `encodings and byte order marks`() throws {
        #expect(try lines([0xEF, 0xBB, 0xBF] + Array("ä\r\nb\rc\n\nd".utf8)) == ["ä", "b", "c", "", "d"])
        #expect(try lines([0xFF, 0xFE, 0xE4, 0x00, 0x3D, 0xD8, 0x00, 0xDE]) == ["ä😀"])
        #expect(try lines([0xFE, 0xFF, 0x00, 0xE4]) == ["ä"])
        #expect(try lines([0xE4, 0x00], .utf16) == ["ä"])
        #expect(try lines([0xE4, 0x80], .latin1) == ["ä€"])
        #expect(throws: ImportError.notText(line: 2)) { try lines([0x61, 0x0A, 0xE4, 0x62]) }
        #expect(throws: ImportError.notText(line: nil)) { try lines([0xFF, 0xFE, 0x3D, 0xD8]) }
        #expect(throws: ImportError.notText(line: nil)) { try lines([0xFF, 0xFE, 0x3D]) }
        #expect(throws: ImportError.notText(line: 1)) { try lines([0x81], .latin1) }
    }

    @Test func `UTF-16 in pieces that divide its units and pairs`() throws {
        let text = String(repeating: "a😀ü\n", count: 20_000)
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try lines(bytes).count == 20_000)
        #expect(try lines(bytes).allSatisfy { $0 == "a😀ü" })
    }

    @Test(arguments: [("PK\u{3}\u{4}", "a spreadsheet or another archive"), ("%PDF-1.7", "a PDF")])
    func `files of other kinds`(_ start: String, _ name: String) {
        #expect(throws: ImportError.otherKind(of: name)) { try lines(Array(start.utf8) + [0, 1]) }
    }

    @Test func `a line without an end`() {
        #expect(throws: ImportError.lineTooLong(line: 1)) { try lines([UInt8](repeating: 0x61, count: 3 << 20)) }
        #expect(throws: ImportError.unreadable(path: "/nowhere")) {
            try TextFile(path: "/nowhere", encoding: .utf8).head()
        }
    }
}
