import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Statements of banks in ISO 20022 and SWIFT, whose balances have to agree with their rows.
@Suite struct StatementFormatTests {
    private let bench = ImportBench()

    struct Entry {
        var amount: String
        var isDebit = false
        var day = "2026-03-05"
        var state = "BOOK"
        var reference: String?
        var text = "Text"
    }

    static func camt(
        _ entries: [Entry], version: String = "053.001.02", opening: String = "1000.00", closing: String,
        iban: String = "DE00"
    ) -> String {
        let isNew = version.hasSuffix("08")
        func balance(_ code: String, _ amount: String, _ day: String) -> String {
            "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">\(amount.replacing("-", with: ""))</Amt>"
                + "<CdtDbtInd>\(amount.hasPrefix("-") ? "DBIT" : "CRDT")</CdtDbtInd><Dt><Dt>\(day)</Dt></Dt></Bal>\n"
        }
        let rows = entries.map { entry in
            "<Ntry><Amt Ccy=\"EUR\">\(entry.amount)</Amt><CdtDbtInd>\(entry.isDebit ? "DBIT" : "CRDT")</CdtDbtInd>"
                + "<Sts>\(isNew ? "<Cd>\(entry.state)</Cd>" : entry.state)</Sts><BookgDt><Dt>\(entry.day)</Dt></BookgDt>"
                + (entry.reference.map { "<AcctSvcrRef>\($0)</AcctSvcrRef>" } ?? "")
                + "<NtryDtls><TxDtls><RltdPties><Cdtr>\(isNew ? "<Pty><Nm>Shop &amp; Co</Nm></Pty>" : "<Nm>Shop &amp; Co</Nm>")</Cdtr></RltdPties>"
                + "<RmtInf><Ustrd>\(entry.text)</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n"
        }
        return
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.\(version)\"><BkToCstmrStmt>"
            + "<GrpHdr><MsgId>1</MsgId></GrpHdr>\n<Stmt><Id>1</Id><Acct><Id><IBAN>\(iban)</IBAN></Id><Ccy>EUR</Ccy></Acct>\n"
            + balance("OPBD", opening, "2026-02-28") + balance("CLBD", closing, "2026-03-31") + rows.joined()
            + "</Stmt></BkToCstmrStmt></Document>\n"
    }

    @Test(arguments: ["053.001.02", "053.001.04", "053.001.08", "052.001.02"])
    func `CAMT in its versions`(_ version: String) async throws {
        let text = Self.camt(
            [Entry(amount: "12.40", isDebit: true, text: "Einkauf"), Entry(amount: "100.00", day: "2026-03-06")],
            version: version, closing: "1087.60")
        let report = try await bench.imports(text, as: "s.xml").value
        #expect(report.format == .camt)
        #expect(try await bench.movements == ["2026-03-04 1000.00 opening", "2026-03-05 -12.40", "2026-03-06 100.00"])
        #expect(try await bench.balances == ["DE00 1087.60 EUR"])
        #expect(report.rows.first?.note == "Shop & Co, Einkauf")
    }

    @Test func `pending entries of CAMT are left out, and reversals go by their own mark`() async throws {
        let text = Self.camt(
            [
                Entry(amount: "12.40", isDebit: true), Entry(amount: "50.00", state: "PDNG"),
                Entry(amount: "12.40", day: "2026-03-07"),
            ], closing: "1000.00"
        ).replacing("<Sts>", with: "<RvslInd>true</RvslInd><Sts>")
        let report = try await bench.imports(text, as: "s.xml").value
        #expect(report.count(.leftOut) == 1)
        #expect(try await bench.balances == ["DE00 1000.00 EUR"])
    }

    @Test func `several accounts of one file, and one statement after another`() async throws {
        let first = Self.camt([Entry(amount: "12.40", isDebit: true, reference: "REF-1")], closing: "987.60")
        let second = Self.camt(
            [Entry(amount: "7.60", isDebit: true, day: "2026-04-02", reference: "REF-2")], opening: "987.60",
            closing: "980.00")
        let other = Self.camt([Entry(amount: "1.00")], opening: "0.00", closing: "1.00", iban: "DE99")
        let both =
            first.replacing("</BkToCstmrStmt></Document>\n", with: "")
            + other.split(separator: "</GrpHdr>")[1]
        try await bench.imports(both, as: "a.xml")
        let later = try await bench.imports(second, as: "b.xml")
        #expect(later.warnings.isEmpty)
        #expect(try await bench.balances == ["DE00 980.00 EUR", "DE99 1.00 EUR"])
        #expect(try await bench.imports(first, as: "a.xml").value.count(.known) == 1)
    }

    @Test(arguments: ["987.60", "1012.40", "0.00"])
    func `CAMT whose rows do not lead to its balance is asked about`(_ closing: String) async throws {
        let text = Self.camt([Entry(amount: "10.00", isDebit: true)], closing: closing)
        #expect(try await bench.questions(text, as: "s.xml") == [.balance])
        try await bench.imports(text, as: "s.xml") { $0.columns.answers.ignoresBalances = true }
        #expect(try await bench.balances == ["DE00 -10.00 EUR"])
    }

    @Test func `one page of CAMT without line ends or with a prefix`() async throws {
        let text = Self.camt([Entry(amount: "12.40", isDebit: true)], closing: "987.60")
        let plain = text.replacing("\n", with: "").replacing("<", with: "<ns:").replacing("<ns:/", with: "</ns:")
            .replacing("<ns:?", with: "<?")
        try await bench.imports(plain, as: "s.xml")
        #expect(try await bench.balances == ["DE00 987.60 EUR"])
    }

    static func mt940(
        _ rows: String, opening: String = "C260301EUR1000,00", closing: String, account: String = "10010010/123456"
    ) -> String {
        ":20:START\n:25:\(account)\n:28C:1/1\n:60F:\(opening)\n\(rows)\n:62F:\(closing)\n-\n"
    }

    @Test(arguments: [
        (
            ":61:2603050305DR12,40NTRFNONREF//X\n:86:005?00Lastschrift?20Einkauf?21 im Markt?32Shop",
            "C260331EUR987,60", "Shop, Einkauf im Markt"
        ),
        (":61:260305D12,40NMSCNONREF\n:86:plain text\nin two lines", "C260331EUR987,60", "plain text in two lines"),
        (
            ":61:2603050305RC12,40NTRFREF1\n:86:/EREF/X/NAME/Winkel BV/REMI/Boodschappen/", "C260331EUR987,60",
            "Winkel BV, Boodschappen"
        ),
        (":61:2603050305RD12,40NTRFREF1//BANK\nsupplementary", "C260331EUR1012,40", "REF1, BANK, supplementary"),
        (":61:2603050305C12,40NTRFNONREF", "C260331EUR1012,40", nil),
        (":61:2603050305CR1012,NTRFNONREF", "C260331EUR2012,00", nil),
    ])
    func `lines of MT940`(_ row: String, _ closing: String, _ note: String?) async throws {
        let report = try await bench.imports(Self.mt940(row, closing: closing), as: "s.sta").value
        #expect(report.format == .mt940)
        #expect(report.rows.map(\.note) == [note], "\(row)")
        let end = closing.dropFirst(10).replacing(",", with: ".")
        #expect(try await bench.balances == ["123456 \(end) EUR"], "\(row)")
    }

    @Test func `MT940 with a heading, debts, a turn of the year, and pages`() async throws {
        let text = """
            {1:F01BANKDEFFAXXX0000000000}{2:I940BANKDEFFXXXXN}{4:
            :20:1
            :25:DE00100200300000000000EUR
            :28C:1/1
            :60F:D251230EUR100,00
            :61:2512310102D5,00NCHGNONREF
            :86:fee
            :62M:D251231EUR105,00
            -}
            {1:F01BANKDEFFAXXX0000000000}{4:
            :20:1
            :25:DE00100200300000000000EUR
            :28C:1/2
            :60M:D251231EUR105,00
            :61:2601020102C205,00NTRFNONREF
            :86:pay
            :62F:C260102EUR100,00
            -}
            """
        try await bench.imports(text, as: "s.sta")
        #expect(try await bench.balances == ["DE00100200300000000000 100.00 EUR"])
        #expect(try await bench.movements == ["2026-01-01 -100.00 opening", "2026-01-02 -5.00", "2026-01-02 205.00"])
    }

    @Test func `MT940 whose rows do not lead to its balance is asked about`() async throws {
        let text = Self.mt940(":61:2603050305D12,40NTRFNONREF", closing: "C260331EUR900,00")
        #expect(try await bench.questions(text, as: "s.sta") == [.balance])
    }

    @Test func `OFX whose types disagree with its signs`() async throws {
        func file(_ first: String, _ second: String) -> String {
            "<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM>"
                + "<STMTTRN><TRNTYPE>\(first)<DTPOSTED>20260305<TRNAMT>40.00<FITID>F1</STMTTRN>"
                + "<STMTTRN><TRNTYPE>\(second)<DTPOSTED>20260306<TRNAMT>100.00<FITID>F2</STMTTRN></STMTRS></OFX>"
        }
        for (index, type) in ["DEBIT", "PAYMENT", "ATM", "FEE"].enumerated() {
            let outcome = try await bench.imports(file(type, "CREDIT"), as: "s.ofx", to: "A\(index)")
            #expect(outcome.warnings.map(\.code) == ["direction"])
        }
        #expect(Set(try await bench.balances.map { $0.dropFirst(3) }) == ["60.00 EUR"])
        // A reversal among others keeps its sign.
        let text = file("DEBIT", "DEBIT").replacing("100.00", with: "-100.00")
        try await bench.imports(text, as: "s.ofx", to: "B")
        #expect(try await bench.balances.last == "B -60.00 EUR")
    }

    @Test(arguments: ["CHARSET:1252", "CHARSET:ISO-8859-1", "CHARSET:8859-1", "CHARSET:NONE"])
    func `the encoding that OFX names`(_ charset: String) async throws {
        let text =
            "OFXHEADER:100\nENCODING:USASCII\n\(charset)\n\n"
            + StatedBalanceTests.ofx([("20260305", "-12.40", "F1", "Café Müller")]).replacing(
                "OFXHEADER:100\n\n", with: "")
        let bytes = Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        let report = try await bench.imports(bytes, as: "s.ofx", to: "A").value
        #expect(report.rows.first?.note == "Café Müller")
        // What is UTF-8 is read so, whatever its heading says.
        let other = try await bench.imports(text, as: "s.ofx", to: "B").value
        #expect(other.rows.first?.note == "Café Müller")
    }

    @Test func `lists beside the account of QIF, and what was there before`() async throws {
        let text = """
            !Option:AutoSwitch
            !Account
            NChecking
            TBank
            ^
            !Type:Cat
            NFood
            ^
            !Type:Class
            NHome
            ^
            !Account
            NChecking
            TBank
            ^
            !Type:Bank
            D04/15'26
            T-100.00
            PShop
            ^
            D1/ 5' 6
            T7.00
            ^
            """
        let outcome = try await bench.imports(text, as: "q.qif", to: "Checking", "USD")
        #expect(try await bench.movements == ["2006-01-05 7.00", "2026-04-15 -100.00"])
        #expect(outcome.warnings.count { $0.code == "notRead" } == 2)
        let opening =
            "!Type:Bank\nD05/04/2026\nT5,000.00\nPOpening Balance\nL[Savings]\n^\nD05/15/2026\nT100.00\nPPlan\n^\n"
        try await bench.imports(opening, as: "q.qif") { $0.currency = "USD" }
        #expect(try await bench.balances == ["Checking -93.00 USD", "Savings 5100.00 USD"])
        #expect(try await bench.movements.contains("2026-05-04 5000.00 opening"))
    }
}
