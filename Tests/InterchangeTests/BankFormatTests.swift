import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

@Suite struct BankFormatTests {
    private func qif(_ text: String, _ change: (inout ImportRequest.Columns) -> Void = { _ in }) throws -> [String] {
        try withFile(Array(text.utf8)) { path in
            var choices = ImportRequest.Columns()
            change(&choices)
            var rows: [String] = []
            try QIFTransactions(file: TextFile(path: path, encoding: .utf8), choices: choices).read {
                rows.append(self.text($0))
            }
            return rows
        }
    }

    private func ofx(_ text: String) throws -> [String] {
        try withFile(Array(text.utf8)) { path in
            var rows: [String] = []
            try OFXTransactions(file: TextFile(path: path, encoding: .utf8)).read { rows.append(self.text($0)) }
            return rows
        }
    }

    private func text(_ row: ReadRow) -> String {
        switch row {
        case .success(let row):
            "\(row.line) \(row.account ?? "-") \(row.day) \(row.amount) \(row.currency ?? "-") \(row.note ?? "-")"
        case .failure(let issue): "\(issue.line) ! \(issue.reason)"
        }
    }

    @Test func `records of QIF with accounts, splits and Quicken's years`() throws {
        let text = """
            !Account
            NChecking
            TBank
            ^
            !Type:Bank
            D12/31'25
            T-1,234.50
            PRent
            MJanuary
            SHousing
            $-1,000.00
            ^
            D1/ 2'26
            U2,000.00
            T2,000.00
            ^
            """
        #expect(
            try qif(text) == ["6 Checking 2025-12-31 -1234.50 - Rent, January", "13 Checking 2026-01-02 2000.00 - -"])
    }

    @Test func `QIF that is not read`() throws {
        #expect(throws: ImportError.ambiguousDate("1/2/26", line: 2)) { try qif("!Type:Bank\nD1/2/26\nT5\n^\n") }
        #expect(try qif("!Type:Cash\nD1/2/26\nT5,00\n^\n") { $0.dateOrder = .dayFirst } == ["2 - 2026-02-01 5.00 - -"])
        #expect(throws: ImportError.self) { try qif("!Type:Invst\nD1/13/26\nNBuy\n^\n") }
        #expect(throws: ImportError.self) { try qif("D1/13/26\nT5\n^\n") }
        #expect(throws: ImportError.self) { try qif("!Nonsense\n") }
        #expect(
            try qif("!Type:Bank\nDnever\nT5\n^\nD1/13/26\nTx\n^\n") == [
                "2 ! 'never' is not a date.", "5 ! 'x' is not an amount.",
            ])
    }

    static let version1 = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102

        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>999<ACCTTYPE>CHECKING</BANKACCTFROM>
        <BANKTRANLIST><DTSTART>20260101<DTEND>20260201
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105120000[-5:EST]<TRNAMT>-12.50<FITID>1<NAME>Coffee &amp; Co<MEMO>&lt;x&gt;</STMTTRN>
        <STMTTRN><TRNTYPE>XFER<DTPOSTED>20260106<TRNAMT>100,25<FITID>2<BANKACCTTO><ACCTID>555</BANKACCTTO><NAME>Pay</STMTTRN>
        </BANKTRANLIST><LEDGERBAL><BALAMT>87.75<DTASOF>20260201</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """

    @Test func `statements of both versions of OFX`() throws {
        let expected = ["7 999 2026-01-05 -12.50 USD Coffee & Co, <x>", "8 999 2026-01-06 100.25 USD Pay"]
        #expect(try ofx(Self.version1) == expected)
        let xml = """
            <?xml version="1.0"?><?OFX OFXHEADER="200"?>
            <OFX><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM><ACCTID>A</ACCTID></BANKACCTFROM><STMTTRN>
            <DTPOSTED>20260105</DTPOSTED><TRNAMT>5</TRNAMT><NAME/><MEMO>m</MEMO></STMTTRN></STMTRS></OFX>
            """
        #expect(try ofx(xml) == ["2 A 2026-01-05 5 EUR m"])
    }

    @Test func `the currency of an amount is the statement's unless the bank did not convert it`() throws {
        func statement(_ currency: String) -> String {
            "<OFX><STMTRS><CURDEF>USD<STMTTRN><DTPOSTED>20260105<TRNAMT>-5\(currency)</STMTTRN></STMTRS></OFX>"
        }
        #expect(try ofx(statement("<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>")) == ["1 - 2026-01-05 -5 EUR -"])
        #expect(
            try ofx(statement("<ORIGCURRENCY><CURRATE>1.1<CURSYM>EUR</ORIGCURRENCY>")) == ["1 - 2026-01-05 -5 USD -"])
    }

    @Test func `OFX that is not read`() throws {
        #expect(throws: ImportError.self) { try ofx("<html><body>x</body></html>") }
        #expect(throws: ImportError.self) { try ofx("<OFX><STMTTRN><DTPOSTED>20260105<TRNAMT>5") }
        #expect(throws: ImportError.self) { try ofx("<OFX><INVSTMTRS></INVSTMTRS></OFX>") }
        #expect(throws: ImportError.self) { try ofx("<OFX><STMTTRN\n>") }
        #expect(
            try ofx("<OFX><STMTTRN><DTPOSTED>2026<TRNAMT>1,000.00</STMTTRN></OFX>") == ["1 ! '2026' is not a date."])
        #expect(
            try ofx("<OFX><STMTTRN><DTPOSTED>20260105<TRNAMT>1,000.00</STMTTRN></OFX>") == [
                "1 ! '1,000.00' is not an amount."
            ])
    }

    @Test func `formats are told apart by how they begin`() {
        #expect(ImportFormat(head: Array(Self.version1.utf8)) == .ofx)
        #expect(ImportFormat(head: Array("\n<?xml version=\"1.0\"?><?OFX?><OFX>".utf8)) == .ofx)
        #expect(ImportFormat(head: Array("!Type:Bank\n".utf8)) == .qif)
        #expect(ImportFormat(head: Array("date,amount\n".utf8)) == .csv)
    }
}
