import Models
import ProgramSupport
import Testing

@testable import Presentation

struct CSVTests {
    private static func table(_ rows: [JSONValue], _ columns: String...) throws -> CSVTable {
        let columns = columns.map { CSV.Column(path: $0) }
        return try CSVTable(parsing: rows.reduce(CSV.header(columns)) { $0 + CSV.line($1, columns) })
    }

    @Test(arguments: ["plain", "a,b", "say \"hi\"", "two\r\nlines", "\n", "\"", "\"\u{301}", "e\u{301},", " ", "日本"])
    func `a text comes back as it was`(text: String) throws {
        let table = try Self.table([["a": .string(text), "b": "end"]], "a", "b")
        #expect(table.rows == [["a": text, "b": "end"]])
        #expect(table.rows.first?["a"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1+1", "'-1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"), ("-5", "-5"), ("-0.50", "-0.50"), ("-", "'-"), ("1=1", "1=1"),
    ])
    func `no cell is a formula, and numbers stay numbers`(text: String, expected: String) throws {
        #expect(try Self.table([["a": .string(text)]], "a").rows == [["a": expected]])
    }

    private struct Entry {
        var day: CalendarDay
        var name: String?
        var amount: Money?
        var sources: [String] = []
        var unavailable: [Unavailable] = []
        var parts: [Entry] = []

        static let shape = Shape<Entry>(
            .value("date", \.day), .value("name", \.name), .value("amount", \.amount), .value("sources", \.sources),
            .unavailable(\.unavailable),
            .list("parts", Shape<Entry>(.value("date", \.day)), \.parts))
        static let document = DocumentShape<[Entry]>(
            "entries", "Entries.", main: "entries",
            Shape(
                .list("entries", shape, { $0 }), .value("count", \.count),
                .list("days", Shape<Entry>(.value("date", \.day)), { $0 }),
                .optionalList("odd", Shape<Entry>(.value("date", \.day))) { $0.count % 2 == 1 ? $0 : nil }))
    }

    @Test func `columns come in the order of the shape; lists of objects have none, reasons are one`() throws {
        let day = try CalendarDay("2026-05-20")
        let gap = Unavailable(item: "BTC", reason: "No rate.")
        let entries = [
            Entry(day: day, name: "Car", amount: try Money("5", .usd), sources: ["a", "b"], parts: [Entry(day: day)]),
            Entry(day: day, unavailable: [gap, gap]),
        ]
        let text = Document(Entry.document, entries, asOf: day).csvText
        #expect(
            text == """
                date,name,amount.amount,amount.currency,sources,reason\r
                2026-05-20,Car,5.00,USD,a b,\r
                2026-05-20,,,,,BTC: No rate.; BTC: No rate.\r\n
                """)
    }

    @Test(arguments: [0, 1, 2, 3000]) func `the pieces of a long document are its text`(count: Int) throws {
        let day = try CalendarDay("2026-05-20")
        let entries = (0..<count).map { Entry(day: day, name: "Car \($0)", parts: [Entry(day: day)]) }
        let document = Document(Entry.document, entries, asOf: day, warnings: [Warning(code: "a", message: "b")])
        var (json, csv) = ([[UInt8]](), [[UInt8]]())
        try document.forEachPieceOfJSON { json.append($0) }
        try document.forEachPieceOfCSV { csv.append($0) }
        #expect(String(decoding: json.joined(), as: UTF8.self) == document.jsonText)
        #expect(String(decoding: csv.joined(), as: UTF8.self) == document.csvText)
        #expect((json.count > 5) == (count > 1000))
    }

    @Test func `there is a header without a row`() throws {
        let text = Document(Entry.document, [], asOf: try CalendarDay("2026-05-20")).csvText
        #expect(text == "date,name,amount.amount,amount.currency,sources,reason\r\n")
    }
}
