import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Which way amounts go: by signs, by columns, by words, by balances, or asked (I2).
@Suite struct DirectionTests {
    private let bench = ImportBench()

    @Test(arguments: [
        ("Af", "Bij", "Af Bij"), ("S", "H", "Soll/Haben"), ("D", "K", "D/K"), ("debit", "credit", "Direction"),
        ("DBIT", "CRDT", "CdtDbtInd"), ("D", "C", "Indicator"), ("OUT", "IN", "Operation Type"),
        ("SENT", "RECV", "Type"), ("Uscita", "Entrata", "Tipo"), ("-", "+", "Sign"), ("Withdrawal", "Deposit", "Kind"),
        ("Debet", "Credit", "Debet/Credit"), ("Ausgang", "Eingang", "Art"), ("Cargo", "Abono", "Movimiento"),
    ])
    func `a column of known words`(_ out: String, _ into: String, _ title: String) async throws {
        let text = """
            Date;Description;\(title);Amount
            05.03.2026;Shop;\(out);12,40
            06.03.2026;Work;\(into);2100,00
            """
        let outcome = try await bench.imports(text, to: "Bank", "EUR")
        #expect(try await bench.balances == ["Bank 2087.60 EUR"], "\(title)")
        #expect(outcome.warnings.contains { $0.code == "direction" })
    }

    @Test func `the table of a Dutch bank, with a code of two letters beside the direction`() async throws {
        let text = """
            "Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"
            "20260305";"Winkel";"NL1";"NL2";"BA";"Af";"12,40";"Betaalautomaat";"Pas 1"
            "20260306";"Werk";"NL1";"NL3";"OV";"Bij";"2100,00";"Overschrijving";"Loon"
            """
        try await bench.imports(text)
        #expect(try await bench.balances == ["NL1 2087.60 EUR"])
    }

    @Test func `operations of a wallet, whose amounts have their fees`() async throws {
        let text = """
            Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name
            2026-03-02T08:00:00.000Z,Confirmed,BTC,IN,0.5,0.0001,h1,Cold 1
            2026-03-03T08:00:00.000Z,Confirmed,BTC,OUT,0.1001,0.0001,h2,Cold 1
            """
        try await bench.imports(text)
        #expect(try await bench.balances == ["Cold 1 0.3999 BTC"])
    }

    @Test(arguments: [("BUY", "SELL"), ("payment", "refund"), ("T1", "T-X"), ("Kauf", "Verkauf")])
    func `words that are not known are asked about, and the answer counts`(_ one: String, _ other: String) async throws
    {
        let text = "Date,Kind,Amount\n2026-03-05,\(one),12.40\n2026-03-06,\(other),100.00\n"
        guard !one.contains("1") else { return }
        let problem = try await bench.problem(text, to: "Bank", "EUR")
        guard case .questions(let questions) = problem else { throw try #require(problem) }
        #expect(questions.map(\.topic) == [.direction])
        #expect(questions[0].lines == [2, 3])
        #expect(questions[0].message.contains("'\(one)' (line 2)"))
        #expect(try await bench.balances.isEmpty)
        try await bench.imports(text, to: "Bank", "EUR") { $0.columns.answers.out = [one] }
        #expect(try await bench.balances == ["Bank 87.60 EUR"])
        #expect(try await bench.questions(text, to: "Other", "EUR") { $0.columns.answers.out = ["none"] } == nil)
        #expect(try await bench.balances == ["Bank 87.60 EUR", "Other 112.40 EUR"])
    }

    @Test func `a third word beside a known pair is told, and can be named, too`() async throws {
        let text = """
            Date,Direction,Amount
            2026-03-05,OUT,12.40
            2026-03-06,IN,100.00
            2026-03-07,NEUTRAL,99.70
            """
        let one = try await bench.imports(text, to: "Bank", "EUR") { $0.columns.answers.out = ["OUT"] }
        #expect(try await bench.balances == ["Bank 187.30 EUR"])
        #expect(one.warnings.filter { $0.code == "direction" }.map(\.message).joined().contains("'NEUTRAL' (line 4)"))
        let both = try await bench.imports(text, to: "Other", "EUR", isDryRun: false) {
            $0.columns.answers.out = ["out", "neutral"]
            $0.columns.titles[.direction] = ["Direction"]
        }
        #expect(try await bench.balances == ["Bank 187.30 EUR", "Other -12.10 EUR"])
        #expect(!both.warnings.contains { $0.message.contains("NEUTRAL") })
    }

    @Test func `other words that nobody knows come in beside the one that was named`() async throws {
        let text = "Date,Kind,Amount\n2026-03-05,Zork,12.40\n2026-03-06,Blip,100.00\n2026-03-07,Blop,1.00\n"
        let outcome = try await bench.imports(text, to: "Bank", "EUR") { $0.columns.answers.out = ["Zork"] }
        #expect(try await bench.balances == ["Bank 88.60 EUR"])
        #expect(!outcome.warnings.contains { $0.message.contains("Blip") })
    }

    @Test func `a word that no row has is named in the question`() async throws {
        let text = "Date,Kind,Amount\n2026-03-05,Kauf,12.40\n2026-03-06,Verkauf,100.00\n"
        let problem = try await bench.problem(text, to: "Bank", "EUR") { $0.columns.answers.out = ["Kauff"] }
        #expect(problem?.description.contains("'Kauff'") == true, "\(String(describing: problem))")
    }

    @Test func `words for what goes out are kept with the other answers`() {
        var answers = ImportAnswers()
        answers.out = ["OUT", "a=b"]
        #expect(ImportAnswers(texts: answers.texts) == answers)
        var later = ImportAnswers()
        #expect(answers.replaced(by: later).out == ["OUT", "a=b"])
        later.out = ["none"]
        #expect(answers.replaced(by: later).out == ["none"])
    }

    @Test(arguments: [
        ("12.40 DR", "2,100.00 CR"), ("DR 12.40", "CR 2,100.00"), ("12.40Dr.", "2,100.00Cr."),
        ("12.40 D", "2,100.00 C"),
        ("12.40 S", "2,100.00 H"), ("(12.40)", "2,100.00"), ("12.40-", "2,100.00+"), ("\u{2212}12.40", "2,100.00"),
        ("12.40 D", "2,100.00 K"), ("12.40 Soll", "2,100.00 Haben"), ("AUD 12.40 DR", "AUD 2,100.00 CR"),
    ])
    func `marks beside an amount`(_ out: String, _ into: String) async throws {
        let text = "Date,Description,Amount,Currency\n2026-03-05,Grocer,\(out),AUD\n2026-03-06,Pay,\"\(into)\",AUD\n"
        try await bench.imports(text, to: "Bank")
        #expect(try await bench.balances == ["Bank 2087.60 AUD"], "\(out)")
    }

    @Test(arguments: ["12.40 XX", "12.40 k", "12 apples", "12.40 Tag"])
    func `a word beside an amount that is no currency is refused`(_ amount: String) async throws {
        let text = "Date,Amount,Currency\n2026-03-05,\(amount),AUD\n2026-03-06,-1,AUD\n"
        #expect(try await bench.problem(text, to: "Bank")?.code == "import.rows")
        #expect(try await bench.balances.isEmpty)
    }

    @Test(arguments: ["kr", "kr.", "SEK"])
    func `an abbreviation of a currency is none of these`(_ sign: String) async throws {
        try await bench.imports("Date,Amount,Currency\n2026-03-05,-12.40 \(sign),SEK\n", to: "Bank")
        #expect(try await bench.balances == ["Bank -12.40 SEK"])
    }

    @Test(arguments: [
        ("Belastung", "Gutschrift"), ("Debet", "Credit"), ("Withdrawn", "Deposits"), ("Soll", "Gutschrift EUR"),
        ("Debit amount", "Credit"), ("Money out (GBP)", "Money in (GBP)"), ("Cargo", "Abono"), ("Uscite", "Entrate"),
        ("Ausgaben in EUR", "Einnahmen in EUR"), ("Lastschrift in CHF", "Gutschrift in CHF"),
    ])
    func `columns for both sides`(_ debit: String, _ credit: String) async throws {
        let text = "Date;\(debit);\(credit)\n2026-03-16;;2100.00\n2026-03-05;-12.40;\n"
        try await bench.imports(text, to: "Konto") {
            if !debit.contains("CHF") && !debit.contains("GBP") && !debit.contains("EUR") && !credit.contains("EUR") {
                $0.currency = "EUR"
            }
        }
        #expect(try await bench.balances.first?.hasPrefix("Konto 2087.60") == true, "\(debit)")
    }

    @Test func `one side without the other is asked about`() async throws {
        let text = "Date,Other,Credit\n2026-03-16,,2100.00\n2026-03-05,12.40,\n"
        #expect(try await bench.problem(text, to: "Konto", "EUR")?.code == "import.columnNeeded")
        try await bench.imports(text, to: "Konto", "EUR") { $0.columns.titles = [.debit: ["Other"]] }
        #expect(try await bench.balances == ["Konto 2087.60 EUR"])
    }

    @Test func `an amount in a third column is asked about`() async throws {
        let text = "Date,Debit,Credit,Sum\n2026-03-16,,2100.00,\n2026-03-05,,,12.40\n"
        #expect(try await bench.problem(text, to: "Konto", "EUR")?.code == "import.sideElsewhere")
    }

    @Test func `named columns count more than a title`() async throws {
        let text = """
            Date,Description,Amount,Currency,Money out (GBP),Money in (GBP)
            2026-03-05,Hotel abroad,-120.00,GBP,103.20,
            2026-03-06,Pay,2100.00,GBP,,2100.00
            """
        try await bench.imports(text, to: "Bank") {
            $0.columns.titles = [.debit: ["Money out (GBP)"], .credit: ["Money in (GBP)"]]
        }
        #expect(try await bench.movements == ["2026-03-05 -103.20", "2026-03-06 2100.00"])
        #expect(
            try await bench.problem(text, to: "Bank") {
                $0.columns.titles = [.debit: ["Money out (GBP)"], .amount: ["Amount"]]
            } == .contradictoryColumns(.amount, .debit))
    }

    @Test func `a minus among debits is a refund, and nothing where all have one`() async throws {
        let text = "Date,Debit,Credit\n2026-03-05,12.40,\n2026-03-06,-5.00,\n2026-03-16,,100.00\n"
        try await bench.imports(text, to: "A", "EUR")
        try await bench.imports(text.replacing("12.40", with: "-12.40"), to: "B", "EUR")
        try await bench.imports("Date,Debit,Credit\n2026-03-05,12.40,\n2026-03-06,,-5.00\n", to: "C", "EUR")
        #expect(try await bench.balances == ["A 92.60 EUR", "B 82.60 EUR", "C -17.40 EUR"])
    }

    @Test func `a balance decides which word goes out`() async throws {
        let text = """
            Date,Kind,Amount,Balance
            2026-03-05,X,12.40,87.60
            2026-03-06,Y,100.00,187.60
            2026-03-07,X,7.60,180.00
            """
        try await bench.imports(text, to: "Bank", "EUR")
        #expect(try await bench.balances == ["Bank 180.00 EUR"])
        #expect(
            try await bench.movements == [
                "2026-03-04 100.00 opening", "2026-03-05 -12.40", "2026-03-06 100.00", "2026-03-07 -7.60",
            ])
    }

    @Test func `signs and words that disagree are asked about`() async throws {
        let text = "Date,Type,Amount\n2026-03-05,Debit,12.40\n2026-03-06,Debit,-5.00\n2026-03-07,Credit,100\n"
        #expect(try await bench.questions(text, to: "Bank", "EUR") == [.direction])
        try await bench.imports(text, to: "Bank", "EUR") { $0.columns.titles = [.direction: ["Type"]] }
        #expect(try await bench.balances == ["Bank 92.60 EUR"])
    }
}
