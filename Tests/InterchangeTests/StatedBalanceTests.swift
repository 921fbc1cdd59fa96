import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Balances, totals, fees and states in a file, against its rows (I3, I4, I5).
@Suite struct StatedBalanceTests {
    private let bench = ImportBench()

    static func ofx(_ rows: [(day: String, amount: String, id: String, name: String)], balance: String? = nil) -> String
    {
        let list = rows.map {
            "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>\($0.day)120000<TRNAMT>\($0.amount)<FITID>\($0.id)<NAME>\($0.name)</STMTTRN>"
        }
        return "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR\n"
            + "<BANKACCTFROM><BANKID>100200<ACCTID>4711<ACCTTYPE>SAVINGS</BANKACCTFROM>\n<BANKTRANLIST>"
            + list.joined(separator: "\n") + "</BANKTRANLIST>\n"
            + (balance.map { "<LEDGERBAL><BALAMT>\($0)<DTASOF>20260331</LEDGERBAL>" } ?? "")
            + "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    }

    @Test func `what a statement has besides its rows is the opening balance of a new asset`() async throws {
        let outcome = try await bench.imports(
            Self.ofx([("20260305", "100.00", "F1", "PLAN")], balance: "5100.00"), as: "s.ofx", to: "Savings")
        #expect(try await bench.movements == ["2026-03-04 5000.00 opening", "2026-03-05 100.00"])
        #expect(outcome.value.assets.map(\.balance) == [try money("5100 EUR")])
        #expect(outcome.value.assets.first?.opening == (try money("5000 EUR")))
        #expect(outcome.warnings.map(\.code) == ["openingBalance"])
    }

    @Test func `an asset with a past of its own keeps it, and the difference is told`() async throws {
        try await bench.imports("date,amount\n2026-02-01,1.00\n", to: "Savings", "EUR")
        let outcome = try await bench.imports(
            Self.ofx([("20260305", "100.00", "F1", "PLAN")], balance: "5100.00"), as: "s.ofx", to: "Savings")
        #expect(try await bench.balances == ["Savings 101.00 EUR"])
        let warning = try #require(outcome.warnings.first { $0.code == "balanceDiffers" })
        #expect(warning.message.contains("holds 101.00 EUR") && warning.message.contains("4999.00 EUR more"))
        let agreed = try await bench.imports(
            Self.ofx([("20260320", "5.00", "F2", "PLAN")], balance: "106.00"), as: "s.ofx", to: "Savings")
        #expect(agreed.warnings.isEmpty)
        let ignored = try await bench.imports(
            Self.ofx([("20260321", "5.00", "F3", "PLAN")], balance: "1.00"), as: "s.ofx", to: "Savings"
        ) { $0.columns.answers.ignoresBalances = true }
        #expect(ignored.warnings.isEmpty)
    }

    static let rows = [
        "2026-03-02,500.00,500.00", "2026-03-03,-100.00,400.00", "2026-03-04,-20.00,380.00", "2026-03-06,50.00,430.00",
    ]

    @Test(arguments: [false, true], [0, 1, 2, 3, 4])
    func `a running balance finds what does not follow`(_ isReversed: Bool, _ fault: Int) async throws {
        var rows = Self.rows
        switch fault {
        case 1: rows[2] = "2026-03-04,20.00,380.00"
        case 2: rows.insert(rows[1], at: 2)
        case 3: rows.remove(at: 2)
        case 4: rows = rows.map { $0.split(separator: ",") }.map { "\($0[0]),\($0[2]),\($0[1])" }
        default: break
        }
        let text = "Date,Amount,Balance\n" + (isReversed ? rows.reversed() : rows).joined(separator: "\n")
        let questions = try await bench.questions(text, to: "Bank", "EUR")
        #expect((questions == nil) == (fault == 0), "fault \(fault)")
        #expect(fault == 0 || questions == [.balance] || questions == [.direction], "fault \(fault)")
        if fault == 0 { #expect(try await bench.balances == ["Bank 430.00 EUR"]) }
    }

    @Test func `rows of a day in another order than their balances`() async throws {
        let text = """
            Date,Amount,Balance
            2026-03-02,500.00,500.00
            2026-03-03,-20.00,380.00
            2026-03-03,-100.00,400.00
            2026-03-04,5.00,385.00
            """
        try await bench.imports(text, to: "Bank", "EUR")
        #expect(try await bench.balances == ["Bank 385.00 EUR"])
    }

    @Test func `a balance that does not follow can be passed over`() async throws {
        let text = "Date,Amount,Balance\n2026-03-02,500.00,500.00\n2026-03-03,-100.00,7.00\n"
        #expect(try await bench.questions(text, to: "Bank", "EUR") == [.balance])
        let preview = try await bench.imports(text, to: "Bank", "EUR", isDryRun: true)
        #expect(preview.value.questions.map(\.lines) == [[3]])
        #expect(preview.value.rows.count == 2)
        try await bench.imports(text, to: "Bank", "EUR") { $0.columns.answers.ignoresBalances = true }
        #expect(try await bench.balances == ["Bank 400.00 EUR"])
    }

    @Test(arguments: ["2.00", "-2.00"])
    func `a fee besides the amount, as the balance shows`(_ fee: String) async throws {
        let text = """
            Date,Description,Amount,Fee,Balance
            2026-03-02,Top-up,500.00,0.00,500.00
            2026-03-03,Cash,-100.00,\(fee),398.00
            """
        try await bench.imports(text, to: "Wallet", "EUR")
        #expect(try await bench.balances == ["Wallet 398.00 EUR"])
    }

    @Test func `a fee within the amount, as the balance shows`() async throws {
        let text = """
            Date,Description,Amount,Total fees,Balance
            2026-03-02,Top-up,500.00,0.00,500.00
            2026-03-03,Cash,-102.00,2.00,398.00
            """
        try await bench.imports(text, to: "Wallet", "EUR")
        #expect(try await bench.balances == ["Wallet 398.00 EUR"])
    }

    @Test(arguments: ["Fee", "Gebühr", "Commission", "Frais"])
    func `a fee that nothing decides is asked about`(_ title: String) async throws {
        let text = "Date,Amount,\(title)\n2026-03-02,500.00,0\n2026-03-03,-100.00,2.00\n"
        #expect(try await bench.questions(text, to: "A", "EUR") == [.fees])
        try await bench.imports(text, to: "A", "EUR") { $0.columns.answers.fees = .apart }
        try await bench.imports(text, to: "B", "EUR") { $0.columns.answers.fees = .included }
        #expect(try await bench.balances == ["A 398.00 EUR", "B 400.00 EUR"])
    }

    @Test func `a fee in another currency is of that asset`() async throws {
        let text = """
            Date,Account,Amount,Currency,Fee,Fee currency
            2026-03-02,Ex,-0.5,BTC,2.00,EUR
            2026-03-03,Ex,1.5,BTC,,
            """
        try await bench.imports(text)
        #expect(try await bench.balances == ["Ex BTC 1 BTC", "Ex EUR -2.00 EUR"])
    }

    @Test(arguments: [
        "REVERTED", "Vorgemerkt", "Pending", "Failed", "declined", "CANCELLED", "Rejected", "offen", "En attente",
        "geannuleerd", "Pendiente", "Storniert",
    ])
    func `what moved nothing is left out and listed`(_ state: String) async throws {
        let text = """
            Date,Description,Amount,State
            2026-03-02,Top-up,500.00,COMPLETED
            2026-03-03,Hotel,-100.00,\(state)
            """
        let report = try await bench.imports(text, to: "Wallet", "EUR").value
        #expect(try await bench.balances == ["Wallet 500.00 EUR"])
        #expect(report.count(.leftOut) == 1)
        #expect(report.rows.last?.reason?.contains(state) == true)
    }

    @Test func `states that are not known are asked about`() async throws {
        let text = "Date,Amount,State\n2026-03-02,500.00,COMPLETED\n2026-03-03,-100.00,Zork\n"
        #expect(try await bench.questions(text, to: "A", "EUR") == [.state])
        try await bench.imports(text, to: "A", "EUR") { $0.columns.answers.leftOut = ["zork"] }
        try await bench.imports(text, to: "B", "EUR") { $0.columns.answers.countsPending = true }
        #expect(try await bench.balances == ["A 500.00 EUR", "B 400.00 EUR"])
        try await bench.imports("Date,Amount,Status\n2026-03-02,5.00,Zork\n2026-03-03,-1.00,Zork\n", to: "C", "EUR")
        #expect(try await bench.balances.last == "C 4.00 EUR")
    }

    @Test func `what a wallet does not confirm`() async throws {
        let text = """
            "Confirmed","Date","Type","Label","Address","Amount (BTC)","ID"
            "true","2026-03-03T08:00:00","Sent to","","bc1q","-0.10010000","t2"
            "false","2026-03-04T08:00:00","Sent to","","bc1q","-0.20000000","t3"
            "true","2026-03-02T08:00:00","Received with","","bc1q","0.50000000","t1"
            """
        try await bench.imports(text, to: "Core")
        #expect(try await bench.balances == ["Core 0.3999 BTC"])
    }

    @Test func `a notice whose booking is there`() async throws {
        let text = """
            txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
            "","R1","2026-03-02 08:00:00","deposit","","currency","ZEUR",500.0000,0.0000,""
            "L1AAAA","R1","2026-03-02 09:00:00","deposit","","currency","ZEUR",500.0000,0.0000,500.0000
            "L2AAAA","R2","2026-03-03 09:00:00","withdrawal","","currency","ZEUR",-100.0000,1.0000,399.0000
            """
        let report = try await bench.imports(text, to: "Exchange").value
        #expect(try await bench.balances == ["Exchange 399.00 EUR"])
        #expect(report.count(.leftOut) == 1)
    }

    @Test func `rows that are balances`() async throws {
        let text = """
            Data,Historico,Valor
            "02/03/2026","Saldo Anterior","1.000,00"
            "05/03/2026","Compra","-12,40"
            "16/03/2026","Salario","2.100,00"
            "31/03/2026","S A L D O","3.087,60"
            """
        let report = try await bench.imports(text, to: "Conta", "BRL").value
        #expect(try await bench.balances == ["Conta 3087.60 BRL"])
        #expect(
            try await bench.movements == ["2026-03-02 1000.00 opening", "2026-03-05 -12.40", "2026-03-16 2100.00"])
        #expect(report.count(.leftOut) == 1)
    }

    @Test(arguments: [
        "Opening balance", "Anfangssaldo", "Balance brought forward", "Beginning balance as of 03/01/2026",
    ])
    func `what was there before by a word`(_ word: String) async throws {
        let text = "Date,Description,Amount\n2026-03-01,\(word),1000.00\n2026-03-05,Shop,-12.40\n"
        try await bench.imports(text, to: "Bank", "EUR")
        #expect(try await bench.movements == ["2026-03-01 1000.00 opening", "2026-03-05 -12.40"], "\(word)")
    }

    @Test func `the sum of all rows at the end is asked about, where no word names it`() async throws {
        let text = "Date,Description,Amount\n2026-03-01,A,10.00\n2026-03-05,B,-2.40\n2026-03-06,C,7.60\n"
        #expect(try await bench.questions(text, to: "Bank", "EUR") == [.total])
        try await bench.imports(text.replacing("C", with: "Total"), to: "Bank", "EUR")
        #expect(try await bench.balances == ["Bank 7.60 EUR"])
        try await bench.imports(text, to: "Other", "EUR") { $0.columns.answers.ignoresBalances = true }
        #expect(try await bench.balances == ["Bank 7.60 EUR", "Other 15.20 EUR"])
    }

    @Test func `lines below a table are no rows`() async throws {
        let text = """
            Datum von:;01.03.2026
            Konto:;CH00

            Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie
            16.03.2026;Buchung;LOHN;2100;;;
            05.03.2026;Karte;KAUF;;-12.40;;

            Disclaimer:
            Der Inhalt wurde durch Filter der Kundin bzw. des Kunden erzeugt.
            """
        let outcome = try await bench.imports(text, to: "PF")
        #expect(try await bench.balances == ["PF 2087.60 CHF"])
        #expect(outcome.warnings.contains { $0.code == "notRead" && $0.message.contains("8, 9") })
    }

    @Test(arguments: [
        "***END OF FILE***", "Date downloaded 2026-04-01", "Alter Kontostand;;987,60", "Total;;7,60",
        ";Kontostand am 31.03.2026;999,00",
    ])
    func `other lines below a table`(_ line: String) async throws {
        let text = "Datum;Text;Betrag\n01.03.2026;A;10,00\n05.03.2026;B;-2,40\n\(line)\n"
        try await bench.imports(text, to: "Bank", "EUR")
        #expect(try await bench.balances == ["Bank 7.60 EUR"], "\(line)")
    }

    @Test func `a line in the middle that cannot be read is refused`() async throws {
        let text = "Datum;Text;Betrag\n01.03.2026;A;10,00\nRemark\n05.03.2026;B;-2,40\n"
        #expect(try await bench.problem(text, to: "Bank", "EUR")?.code == "import.rows")
        let twice = "Datum;Text;Betrag\n01.03.2026;A;10,00\nDatum;Text;Betrag\n05.03.2026;B;-2,40\n"
        #expect(try await bench.problem(twice, to: "Bank", "EUR")?.description.contains("second table") == true)
    }
}
