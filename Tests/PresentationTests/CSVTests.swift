import Models
import ProgramSupport
import Testing

@testable import Presentation

struct CSVTests {
    @Test(arguments: ["plain", "a,b", "say \"hi\"", "two\r\nlines", "\n", "\"", "\"\u{301}", "e\u{301},", " ", "日本"])
    func `a text comes back as it was`(text: String) throws {
        let table = try CSVTable(parsing: CSV.text([["a": .string(text), "b": "end"]]))
        #expect(table.rows == [["a": text, "b": "end"]])
        #expect(table.rows.first?["a"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"), ("-5", "-5"), ("-0.50", "-0.50"), ("-", "'-"), ("1=1", "1=1"),
    ])
    func `no cell is a formula, and numbers stay numbers`(text: String, expected: String) throws {
        let table = try CSVTable(parsing: CSV.text([["a": .string(text)]]))
        #expect(table.rows == [["a": expected]])
    }

    @Test func `columns are paths, and numbers in them count as numbers`() throws {
        let numbers = JSONValue.array((0..<12).map { .number(String($0)) })
        let table = try CSVTable(parsing: CSV.text([["list": numbers, "a": ["b": true]]]))
        #expect(table.columns == ["a.b"] + (0..<12).map { "list.\($0)" })
    }

    @Test func `an amount that is null in one row has no column of its own`() throws {
        let table = try CSVTable(
            parsing: CSV.text([["a": ["amount": "1", "currency": "EUR"]], ["a": .null], ["b": .null]]))
        #expect(table.columns == ["a.amount", "a.currency", "b"])
        #expect(table.rows[1] == ["a.amount": "", "a.currency": "", "b": ""])
    }

    @Test func `no rows are no text`() {
        #expect(CSV.text([]).isEmpty)
    }
}
