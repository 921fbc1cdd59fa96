import Foundation
import TestSupport
import Testing
import Values

@testable import FileFormats

/// Tables whose rows are no movements of money: the roles that a domain declares.
@Suite struct ImportTargetTests {
    private static let shares = ColumnRole(
        "shares", .number, titles: ["shares", "stück", "quantity"], isRequired: true)
    private static let price = ColumnRole("price", .number, titles: ["price", "kurs"])
    private static let security = ColumnRole("security", titles: ["security", "wertpapier", "isin"], isRequired: true)
    private static let settled = ColumnRole("settled", .day, titles: ["settlement date", "valuta"])
    private static let trades = ImportTarget([.date, security, shares, price, settled, .note])

    private let call = Call(now: Date(timeIntervalSince1970: 1_790_000_000), program: "cst-test", command: "import")

    private func rows(_ text: String, _ columns: ColumnChoices = ColumnChoices()) throws -> [ReadRow] {
        try withFile(Array(text.utf8)) { path in
            var rows: [ReadRow] = []
            let statement = try Statement(path: path, for: Self.trades, columns: columns, call)
            #expect(statement.questions.isEmpty)
            try statement.forEachRow { rows.append($0) }
            return rows
        }
    }

    @Test func `columns are found by the titles of roles, and numbers and days read as in the rest of the table`()
        throws
    {
        let found = try rows(
            """
            Wertpapier;Datum;Stück;Kurs;Valuta;Notiz
            US0378331005;03.02.2026;1.250,5;182,37;05.02.2026;Sparplan
            IE00B4L5Y983;13.02.2026;-3;;;
            """)
        let first = try #require(try found.first?.get())
        #expect(first.day == (try CalendarDay("2026-02-03")) && first.note == "Sparplan")
        #expect(first[Self.security] == "US0378331005" && first[Self.shares] == "1250.5")
        #expect(first[Self.price] == "182.37" && first[Self.settled] == "2026-02-05")
        let second = try #require(try found.last?.get())
        #expect(second[Self.shares] == "-3" && second[Self.price] == nil && second[Self.settled] == nil)
    }

    @Test(arguments: [
        ("Security,Date,Shares\nA,2026-02-03,\n", "it has no shares"),
        ("Security,Date,Shares\nA,2026-02-03,many\n", "'many' is not a number"),
        ("Security,Date,Shares\nA,2026-02-03,200 USD\n", "names a currency"),
        ("Security,Date,Shares\nA,,5\n", "it has no date"),
        (
            "Security,Date,Shares,Settlement date\nA,2026-02-03,2,later\nB,2026-02-03,2,2026-02-04\n",
            "'later' is not a date"
        ),
    ])
    func `a cell that cannot be read refuses its row`(text: String, reason: String) throws {
        // Cells that hold no number tell nothing of a title, so a person names the columns.
        var columns = ColumnChoices()
        columns.titles = [Self.shares: ["Shares"]]
        if text.contains("Settlement") { columns.titles[Self.settled] = ["Settlement date"] }
        let row = try #require(try rows(text, columns).first)
        guard case .failure(let issue) = row else { throw UnexpectedRow() }
        #expect(issue.line == 2 && issue.reason.contains(reason), "\(issue)")
    }

    private struct UnexpectedRow: Error {}

    @Test func `a required role without a column is asked for by its name`() throws {
        #expect(throws: ImportError.columnNeeded(Self.shares, columns: ["Security", "Date", "Price"])) {
            try rows("Security,Date,Price\nA,2026-02-03,5\n")
        }
    }

    @Test func `a number that can be read in two ways is no guess`() throws {
        #expect(throws: ImportError.ambiguousNumber("1.250", line: 2)) {
            try rows("Security,Date,Shares\nA,2026-02-03,1.250\n")
        }
        #expect(throws: ImportError.ambiguousDate("03/04/2026", line: 2)) {
            try rows("Security,Date,Shares,Settlement date\nA,2026-02-03,12,03/04/2026\n")
        }
    }

    @Test func `movements of an account are the target if none is named`() throws {
        let rows = try withFile(Array("Date,Amount,Payee\n2026-02-03,-12.50,Baker\n".utf8)) { path in
            var rows: [ReadRow] = []
            let statement = try Statement(path: path, call)
            try statement.forEachRow { row in rows.append(row) }
            return rows
        }
        let row = try #require(try rows.first?.get())
        #expect(try row.amount.money(Currency(code: "EUR")) == Money("-12.50", Currency(code: "EUR")))
        #expect(row.note == "Baker")
    }

    @Test func `a target is a list of roles`() throws {
        let weights = ImportTarget([
            .date, .note, ColumnRole("weight", .number, titles: ["weight", "grams"], isRequired: true),
        ])
        #expect(weights.role(named: "weight")?.isRequired == true && weights.role(named: "amount") == nil)
    }

    @Test func `rows are handed on only where no question is open`() throws {
        let text = "Date,Amount,Kind\n2026-02-03,5,Red\n2026-02-04,7,Blue\n"
        try withFile(Array(text.utf8)) { path in
            let statement = try Statement(path: path, call)
            #expect(!statement.questions.isEmpty)
            #expect(throws: ImportError.questions(statement.questions)) { try statement.forEachRow { _ in } }
        }
    }

    @Test func `a mapping that was saved for another target says what it lacks of this one`() throws {
        let trades = ColumnMapping(columns: [.date: ["Datum"], Self.shares: ["Stück"]], delimiter: ";")
        #expect(throws: ImportError.columnNeeded(.amount, columns: ["Datum", "Stück"])) {
            try trades.limited(to: .movements)
        }
        #expect(throws: ImportError.columnNeeded(Self.security, columns: ["Datum", "Stück"])) {
            try trades.limited(to: Self.trades)
        }
    }

    @Test func `a folder is told as one`() throws {
        let path = FileManager.default.temporaryDirectory.path
        #expect(throws: ImportError.folder(path: path)) { try Statement(path: path, call) }
        #expect(throws: ImportError.unreadable(path: "\(path)/no-such-file")) {
            try Statement(path: "\(path)/no-such-file", call)
        }
    }

    @Test func `a saved mapping keeps the columns of any role`() throws {
        let mapping = ColumnMapping(
            columns: [.date: ["Datum"], Self.shares: ["Stück"], Self.security: ["ISIN", "Name"]], delimiter: ";")
        let saved = SavedMapping(name: "depot", mapping: mapping)
        let record = Record(EntityKind(SavedMapping.self), SavedMapping.declaration.cells(of: saved))
        #expect(try record.value(SavedMapping.self) == saved)
    }
}
