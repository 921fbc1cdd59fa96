import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Layouts of banks, brokers and exchanges, with invented values: each is read right, or asks; never wrong without a question.
@Suite struct BankLayoutTests {
    struct Layout: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// The days and amounts of the movements, without opening balances.
        let movements: [String]
        var currency: String?
        var testDescription: String { name }
    }

    static let layouts: [Layout] = [
        Layout(
            name: "direction as a word, days without marks",
            text: """
                "Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"
                "20260305";"Winkel";"NL1";"NL2";"BA";"Af";"12,40";"Betaalautomaat";"Pas 1"
                "20260306";"Werk";"NL1";"NL3";"OV";"Bij";"2100,00";"Overschrijving";"Loon"
                """, movements: ["2026-03-05 -12.40", "2026-03-06 2100.00"]),
        Layout(
            name: "signs and a running balance, newest first",
            text: """
                Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
                06.03.2026;06.03.2026;Werk;Gutschrift;Lohn;3.087,60;EUR;2.100,00;EUR
                05.03.2026;05.03.2026;Laden;Lastschrift;Kauf;987,60;EUR;-12,40;EUR
                """, movements: ["2026-03-05 -12.40", "2026-03-06 2100.00"]),
        Layout(
            name: "a preamble, and a footer with the old balance",
            text: """
                "Kontonummer:";"DE00 / Girokonto";

                "Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (EUR)";
                "05.03.2026";"05.03.2026";"Lastschrift";"Laden";"Kauf";"-12,40";
                "06.03.2026";"06.03.2026";"Gutschrift";"Werk";"Lohn";"2.100,00";
                "Alter Kontostand";"";"";"";"";"1.000,00";
                """, movements: ["2026-03-05 -12.40", "2026-03-06 2100.00"]),
        Layout(
            name: "two columns in Swiss francs and a disclaimer",
            text: """
                Datum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF
                06.03.2026;Buchung;LOHN;2100;
                05.03.2026;Karte;KAUF;;-12.40

                Disclaimer:
                Ohne Gewähr.
                """, movements: ["2026-03-05 -12.40", "2026-03-06 2100.00"]),
        Layout(
            name: "debit and credit with a balance",
            text: """
                Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
                06/03/2026,BGC,'00-00-00,12345678,WORK,,2100.00,3087.60
                05/03/2026,DEB,'00-00-00,12345678,SHOP,12.40,,987.60
                13/02/2026,DEB,'00-00-00,12345678,OLD,1.00,,1000.00
                """, movements: ["2026-02-13 -1.00", "2026-03-05 -12.40", "2026-03-06 2100.00"], currency: "GBP"),
        Layout(
            name: "paid out and paid in",
            text: """
                Date,Description,Paid out,Paid in,Balance
                13 Mar 2026,Shop,£12.40,,£987.60
                14 Mar 2026,Work,,"£2,100.00","£3,087.60"
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"]),
        Layout(
            name: "a money app with fees and states",
            text: """
                Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
                TOPUP,Current,2026-03-02 08:00:00,2026-03-02 08:00:01,Top-up,500.00,0.00,EUR,COMPLETED,500.00
                ATM,Current,2026-03-03 08:00:00,2026-03-03 08:00:01,Cash,-100.00,2.00,EUR,COMPLETED,398.00
                CARD_PAYMENT,Current,2026-03-04 08:00:00,,Hotel,-100.00,0.00,EUR,REVERTED,
                """, movements: ["2026-03-02 500.00", "2026-03-03 -102.00"]),
        Layout(
            name: "an American bank with a summary above",
            text: """
                Description,,Summary Amt.
                Beginning balance as of 03/01/2026,,"1,000.00"
                Total credits,,"2,100.00"

                Date,Description,Amount,Running Bal.
                03/01/2026,Beginning balance as of 03/01/2026,,"1,000.00"
                03/15/2026,SHOP,"-12.40","987.60"
                03/16/2026,WORK,"2,100.00","3,087.60"
                """, movements: ["2026-03-15 -12.40", "2026-03-16 2100.00"], currency: "USD"),
        Layout(
            name: "a card whose charges are positive beside payments with a minus, by words",
            text: """
                Date,Description,Amount,Direction
                2026-03-05,SHOP,12.40,debit
                2026-03-06,PAYMENT,100.00,credit
                """, movements: ["2026-03-05 -12.40", "2026-03-06 100.00"], currency: "USD"),
        Layout(
            name: "an Indian bank with lakhs",
            text: """
                Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
                13/03/26,UPI,0000,13/03/26,"1,00,000.00",,"9,00,000.00"
                16/03/26,SALARY,0001,16/03/26,,"12,34,567.89","21,34,567.89"
                """, movements: ["2026-03-13 -100000.00", "2026-03-16 1234567.89"], currency: "INR"),
        Layout(
            name: "a Baltic bank with D and K",
            text: """
                "Kliendi konto";"Kuupäev";"Saaja/maksja nimi";"Deebet/Kreedit";"Summa";"Valuuta";"Selgitus"
                "EE1";"13.03.2026";"Pood";"D";"12,40";"EUR";"Ost"
                "EE1";"14.03.2026";"Töö";"K";"2100,00";"EUR";"Palk"
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"]),
        Layout(
            name: "a Brazilian bank whose rows are balances, too",
            text: """
                Data,Historico,Valor
                "02/03/2026","Saldo Anterior","1.000,00"
                "13/03/2026","Compra","-12,40"
                "16/03/2026","Salario","2.100,00"
                "31/03/2026","S A L D O","3.087,60"
                """, movements: ["2026-03-13 -12.40", "2026-03-16 2100.00"], currency: "BRL"),
        Layout(
            name: "a French bank",
            text: """
                Date;Libellé;Débit euros;Crédit euros;Solde
                13/03/2026;CARTE MAGASIN;-12,40;;987,60
                14/03/2026;VIREMENT SALAIRE;;2 100,00;3 087,60
                """.replacing(" euros", with: " (EUR)"), movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"]),
        Layout(
            name: "a Spanish bank with charges and credits",
            text: """
                Fecha;Concepto;Cargo;Abono;Saldo
                13/03/2026;Tienda;12,40;;987,60
                14/03/2026;Nómina;;2.100,00;3.087,60
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"], currency: "EUR"),
        Layout(
            name: "an Italian bank",
            text: """
                Data Contabile;Data Valuta;Descrizione;Uscite;Entrate
                13/03/2026;13/03/2026;Negozio;12,40;
                14/03/2026;14/03/2026;Stipendio;;2.100,00
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"], currency: "EUR"),
        Layout(
            name: "a Swedish bank with crowns",
            text: """
                Bokföringsdag;Belopp;Rubrik;Saldo;Valuta
                2026-03-14;2 100,00;Lön;3 087,60;SEK
                2026-03-13;-12,40;Affär;987,60;SEK
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"]),
        Layout(
            name: "a Polish bank",
            text: """
                Data operacji;Opis;Kwota;Saldo po operacji
                2026-03-13;Sklep;-12,40 PLN;987,60 PLN
                2026-03-14;Praca;2 100,00 PLN;3 087,60 PLN
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"]),
        Layout(
            name: "an Australian bank with DR and CR",
            text: """
                Date,Description,Amount,Currency
                2026-03-13,Grocer,12.40 DR,AUD
                2026-03-14,Pay,"2,100.00 CR",AUD
                """, movements: ["2026-03-13 -12.40", "2026-03-14 2100.00"]),
        Layout(
            name: "a Japanese bank",
            text: """
                Date,Description,Withdrawal,Deposit,Balance
                2026/03/13,Shop,"1,500",,"98,500"
                2026/03/14,Pay,,"210,000","308,500"
                """, movements: ["2026-03-13 -1500", "2026-03-14 210000"], currency: "JPY"),
        Layout(
            name: "an exchange's ledger with its own codes",
            text: """
                txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
                "","R1","2026-03-12 08:00:00","deposit","","currency","ZEUR",500.0000,0.0000,""
                "L1AAAA","R1","2026-03-12 09:00:00","deposit","","currency","ZEUR",500.0000,0.0000,500.0000
                "L2AAAA","R2","2026-03-13 09:00:00","withdrawal","","currency","ZEUR",-100.0000,1.0000,399.0000
                """, movements: ["2026-03-12 500.00", "2026-03-13 -101.00"]),
        Layout(
            name: "an exchange with short years",
            text: """
                User ID,Time,Account,Operation,Coin,Change,Remark
                1,26-03-02 08:00:00,Spot,Deposit,BTC,0.5,
                1,26-03-03 08:00:00,Spot,Withdraw,BTC,-0.1,
                """, movements: ["2026-03-02 0.5", "2026-03-03 -0.1"]),
        Layout(
            name: "a wallet's operations",
            text: """
                Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name
                2026-03-02T08:00:00.000Z,Confirmed,BTC,IN,0.5,0.0001,h1,Cold 1
                2026-03-03T08:00:00.000Z,Confirmed,BTC,OUT,0.1001,0.0001,h2,Cold 1
                """, movements: ["2026-03-02 0.5", "2026-03-03 -0.1001"]),
        Layout(
            name: "a broker in pence",
            text: """
                Date,Description,Amount,Currency
                2026-03-13,Sale,12345,GBp
                2026-03-14,Fee,-100,GBp
                """, movements: ["2026-03-13 123.45", "2026-03-14 -1.00"]),
    ]

    @Test(arguments: layouts)
    func `each movement is right`(_ layout: Layout) async throws {
        let bench = ImportBench()
        try await bench.imports(layout.text, to: "Account", layout.currency)
        let movements = try await bench.movements.filter { !$0.hasSuffix("opening") }
        #expect(movements == layout.movements)
    }

    /// A table with a balance beside each of a few random rows.
    private func table(_ random: inout SeededGenerator) -> [(day: Int, amount: Int, fee: Int, balance: Int)] {
        var balance = Int.random(in: 0...100_000, using: &random)
        return (1...Int.random(in: 4...20, using: &random)).map { day in
            let amount = Int.random(in: 100...50_000, using: &random) * (Bool.random(using: &random) ? 1 : -1)
            balance += amount
            return (day, amount, 0, balance)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a balance finds any row that was changed, doubled or lost`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        func cents(_ number: Int) -> String {
            let size = abs(number)
            return "\(number < 0 ? "-" : "")\(size / 100).\(size % 100 < 10 ? "0" : "")\(size % 100)"
        }
        for _ in 0..<40 {
            var rows = table(&random)
            // What stands at the ends has only one neighbour to be compared with.
            let place = Int.random(in: 1..<(rows.count - 1), using: &random)
            let kind = Int.random(in: 0...4, using: &random)
            var lines: [String] {
                rows.map { "2026-03-\($0.day < 10 ? "0" : "")\($0.day),\(cents($0.amount)),\(cents($0.balance))" }
            }
            let whole = "Date,Amount,Balance\n" + lines.joined(separator: "\n")
            #expect(try await ImportBench().problem(whole, to: "A", "EUR") == nil, "seed \(seed): \(whole)")
            switch kind {
            case 0: rows[place].amount = -rows[place].amount
            case 1: rows.insert(rows[place], at: place)
            case 2: rows.remove(at: place)
            case 3: rows[place].amount += 150
            default: rows = rows.map { ($0.day, $0.balance, 0, $0.amount) }
            }
            let text =
                "Date,Amount,Balance\n"
                + (Bool.random(using: &random) ? lines : lines.reversed()).joined(separator: "\n")
            let problem = try await ImportBench().problem(text, to: "A", "EUR")
            #expect(problem?.code == "import.questions", "seed \(seed), \(kind): \(text)")
        }
    }
}
