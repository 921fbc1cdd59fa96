import ExchangeRates
import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Days of instants and of short years (I8), hundredths of currencies (I9), and numbers that programs write.
@Suite struct DaysAndUnitsTests {
    private let bench = ImportBench()

    @Test(arguments: [
        (["26-03-02 08:00:00", "26-03-03 08:00:00"], "2026-03-02"), (["26/03/02", "26/03/05"], "2026-03-02"),
        (["26.03.02", "26.03.05", "26.04.05"], "2026-03-02"), (["02.03.26", "05.03.26"], "2026-03-02"),
        (["03/12/26", "03/13/26"], "2026-03-12"), (["13/03/26", "14/03/26"], "2026-03-13"),
        (["12/31/99", "01/13/00"], "1999-12-31"), (["13 Mar 26", "05 Mar 26"], "2026-03-13"),
        (["05-Mar-26", "26-Mar-05"], "2026-03-05"), (["13 Mar 47"], "1947-03-13"),
    ])
    func `years of two digits`(_ dates: [String], _ first: String) async throws {
        let text = "Date,Amount\n" + dates.map { "\($0),-1.00" }.joined(separator: "\n")
        let report = try await bench.imports(text, to: "A", "EUR").value
        #expect(report.rows.first?.day == (try day(first)), "\(dates)")
    }

    @Test func `years that nothing tells are asked about, and answered`() async throws {
        let text = "Date,Amount\n04-03-05,-1.00\n"
        #expect(try await bench.problem(text, to: "A", "EUR")?.code == "import.ambiguousDate")
        let report = try await bench.imports(text, to: "A", "EUR") {
            $0.columns.dateOrder = .yearFirst
            $0.columns.answers.century = 1900
        }
        #expect(report.value.rows.map(\.day) == [try day("1904-03-05")])
        let named = try await bench.imports("Date,Amount\n13 Mar 26,-1.00\n", to: "B", "EUR") {
            $0.columns.answers.century = 1900
        }
        #expect(named.value.rows.map(\.day) == [try day("1926-03-13")])
    }

    @Test(arguments: [
        ("2026-03-31T22:00:00.000Z", "Europe/Berlin", "2026-04-01"),
        ("2026-03-31T22:00:00Z", "America/New_York", "2026-03-31"),
        ("2026-04-01T00:30:00+02:00", "America/New_York", "2026-03-31"),
        ("2026-03-31 23:30:00", "Asia/Tokyo", "2026-03-31"),
        ("2026-03-31 23:30:00 UTC", "Europe/Berlin", "2026-04-01"),
        ("2026-03-31 23:30 GMT+1", "Europe/Berlin", "2026-04-01"),
        ("1774994400", "Europe/Berlin", "2026-04-01"), ("1774994400000", "America/New_York", "2026-03-31"),
        ("2026-03-29T00:30:00Z", "Europe/Berlin", "2026-03-29"),
        ("2026-10-25 23:30:00 -0000", "Europe/Berlin", "2026-10-26"),
        ("31 Mar 2026 22:00 UTC", "Europe/Berlin", "2026-04-01"), ("31-Mar-26 10:30 PM", "Europe/Berlin", "2026-03-31"),
        ("31-Mar-26 22:00:00Z", "Europe/Berlin", "2026-04-01"),
    ])
    func `the day of an instant is that of the zone`(_ time: String, _ zone: String, _ expected: String) async throws {
        let text = Data("Timestamp,Amount\n\(time),-1.00\n".utf8)
        let report = try await bench.imports(text, as: "t.csv", to: "A", "EUR", zone: zone) { _ in }.value
        #expect(report.rows.map(\.day) == [try day(expected)], "\(time)")
    }

    @Test func `a column of UTC, Ghostfolio and rotki`() async throws {
        let table = Data("UTC_Time,Account,Coin,Change\n2026-03-31 23:30:00,Spot,BTC,-0.5\n".utf8)
        let report = try await bench.imports(table, as: "t.csv", zone: "Europe/Berlin") { _ in }.value
        #expect(report.rows.map(\.day) == [try day("2026-04-01")])
        let ghost = Data(
            #"{"accounts":[{"id":"a1","name":"Broker","currency":"EUR","balances":[{"date":"2026-02-28T23:00:00.000Z","value":100}]}],"activities":[{"accountId":"a1","quantity":0.5,"type":"BUY","currency":"EUR","date":"2026-03-31T22:00:00.000Z","symbol":"bitcoin","unitPrice":1}]}"#
                .utf8)
        let days = try await bench.imports(ghost, as: "g.json", zone: "Europe/Berlin") { _ in }.value.rows.map(\.day)
        #expect(days == [try day("2026-03-01"), try day("2026-04-01")])
        let rotki = Data("Type,Location,Currency,Amount,Timestamp\nDeposit,kraken,EUR,5,1774994400000\n".utf8)
        let row = try await bench.imports(rotki, as: "r.csv", zone: "Europe/Berlin") { _ in }.value.rows.first
        #expect(row?.day == (try day("2026-04-01")))
    }

    @Test(arguments: [
        ("GBp", "12345", "123.45 GBP"), ("GBX", "12345", "123.45 GBP"), ("ZAc", "50", "0.50 ZAR"),
        ("ILA", "-7", "-0.07 ILS"),
        ("USd", "1.5", "0.015 USD"), ("EUr", "100", "1.00 EUR"), ("gbp", "5", "5.00 GBP"), ("GBP", "5", "5.00 GBP"),
    ])
    func `hundredths of a currency`(_ code: String, _ amount: String, _ expected: String) async throws {
        let outcome = try await bench.imports("Date,Amount,Currency\n2026-03-05,\(amount),\(code)\n", to: "Broker")
        #expect(try await bench.balances == ["Broker \(expected)"])
        let isSaid = outcome.warnings.contains { $0.code == "subunits" }
        #expect(isSaid == (code != "gbp" && code != "GBP"))
    }

    @Test(arguments: ["GBp", "GBX", "ZAc", "USd", "JPy"])
    func `a code is not changed in case where that makes another unit`(_ code: String) {
        #expect(throws: CurrencyError.self) { try Currency(code: code) }
    }

    @Test func `pounds and pence in a journal are one currency`() async throws {
        let text = "2026-03-05 a\n  assets:cash  10 GBP\n  equity\n\n2026-03-06 b\n  assets:cash  500 GBp\n  equity\n"
        try await bench.imports(text, as: "m.journal")
        #expect(try await bench.balances == ["cash 15.00 GBP"])
    }

    @Test func `pence in a table of rates are no pounds`() throws {
        let table = try FixedRateTable(
            csv: "from,to,rate,date\nGBp,EUR,0.0115,2026-03-05\nUSD,ZAc,1800,2026-03-05\nGBX,ZAc,22,2026-03-05\n",
            fileTime: Date(timeIntervalSince1970: 0))
        #expect(table.currencies == [.gbp, .eur, .usd, try currency("ZAR")])
    }

    @Test(arguments: [
        ("2.5E-7", "0.00000025"), ("1e-8", "0.00000001"), ("0.5", "0.5"), ("1.5E+1", "15"), ("-3.2e-05", "-0.000032"),
    ])
    func `numbers with an exponent`(_ text: String, _ expected: String) async throws {
        try await bench.imports("Date,Amount\n2026-03-05,\(text)\n2026-03-06,0E-10\n", to: "Cold", "BTC")
        #expect(try await bench.balances == ["Cold \(expected) BTC"])
    }

    @Test func `a number that lost digits is refused`() async throws {
        let problem = try await bench.problem("Date,Amount\n2026-03-05,1.23E+05\n2026-03-06,-1\n", to: "Cold", "BTC")
        #expect(problem?.description.contains("lost digits") == true)
    }

    @Test(arguments: [
        ("1,00,000.00", "100000.00 INR"), ("12,34,567.89", "1234567.89 INR"), ("12,34,567", "1234567.00 INR"),
        ("1,23,45,678.5", "12345678.50 INR"),
    ])
    func `lakhs and crores`(_ amount: String, _ expected: String) async throws {
        try await bench.imports("Date,Debit,Credit\n2026-03-05,,\"\(amount)\"\n", to: "Bank", "INR")
        #expect(try await bench.balances == ["Bank \(expected)"])
    }

    @Test(arguments: [("JPY", "1500.00"), ("KRW", ""), ("VND", ""), ("CLP", "")])
    func `a currency without decimals decides what a mark is`(_ code: String, _ unused: String) async throws {
        let text = "Date,Amount\n2026-03-05,\"1,500\"\n2026-03-06,\"12,000\"\n"
        try await bench.imports(text, to: "Post", code)
        #expect(try await bench.balances == ["Post 13500 \(code)"])
        // The asset has a currency by then.
        try await bench.imports("Date,Amount\n2026-03-07,1.500\n", to: "Post")
        #expect(try await bench.balances == ["Post 15000 \(code)"])
        #expect(try await bench.problem(text, to: "Other", "EUR")?.code == "import.ambiguousNumber")
        #expect(try await bench.problem(text, to: "Other", "KWD")?.code == "import.ambiguousNumber")
    }

    @Test(arguments: [
        ("Amount (BTC)", "BTC"), ("Amount [ETH]", "ETH"), ("Betrag in CHF", "CHF"), ("Importe (ARS)", "ARS"),
    ])
    func `a title that names its currency`(_ title: String, _ code: String) async throws {
        try await bench.imports("Date,\(title)\n2026-03-05,-0.5\n", to: "Core")
        #expect(try await bench.balances.first?.hasSuffix(code) == true)
    }

    @Test(arguments: [("ZEUR", "EUR"), ("XXBT", "BTC"), ("XETH", "ETH"), ("XBT", "BTC"), ("XXDG", "DOGE")])
    func `names of an exchange`(_ name: String, _ code: String) async throws {
        try await bench.imports("Date,Amount,Currency\n2026-03-05,-0.5,\(name)\n", to: "Ex")
        #expect(try await bench.balances.first?.hasSuffix(code) == true)
    }

    @Test func `the mark between columns is the one under which titles are found`() async throws {
        let text = """
            Umsätze Girokonto;;;Kundennummer: 1
            Letzter Kontostand;;;;1.000,00;EUR
            Vorgemerkte Umsätze fehlen hier, bis sie gebucht sind.
            Stand, wie er der Bank vorliegt.
            Buchungstag;Verwendungszweck;Betrag;Währung
            05.03.2026;Kauf;-12,40;EUR
            16.03.2026;Lohn;2.100,00;EUR
            """
        try await bench.imports(text, to: "Giro")
        try await bench.imports("A, b\nWhen|Sum\n2026-03-05|-1,5\n", to: "Other", "EUR") {
            $0.columns.delimiter = "|"
            $0.columns.titles = [.date: ["When"], .amount: ["Sum"]]
        }
        try await bench.imports("When;Sum\n05.03.2026;-1,50\n", to: "Third", "EUR") {
            $0.columns.titles = [.date: ["When"], .amount: ["Sum"]]
        }
        #expect(try await bench.balances == ["Giro 2087.60 EUR", "Other -1.50 EUR", "Third -1.50 EUR"])
    }

    @Test func `two columns of one title`() async throws {
        let text = """
            IBAN;DE00

            Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
            05.03.2026;05.03.2026;A B;Gutschrift;Sparrate;3.100,00;EUR;100,00;EUR
            02.03.2026;02.03.2026;A B;Gutschrift;Sparrate;3.000,00;EUR;1.000,00;EUR
            """
        try await bench.imports(text, to: "Extra")
        #expect(try await bench.balances == ["Extra 3100.00 EUR"])
        let other = "Date,Amount,Amount\n2026-03-05,-1,-2\n"
        #expect(try await bench.problem(other, to: "A", "EUR")?.code == "import.sameTitle")
        try await bench.imports(other, to: "A", "EUR") { $0.columns.titles = [.amount: ["#3"]] }
        #expect(try await bench.balances.first == "A -2.00 EUR")
    }

    @Test func `piggy banks without a date are left out or get one`() async throws {
        let text = """
            user_id,piggy_bank_id,created_at,updated_at,account_name,account_type,name,currency_code,target_amount,current_amount,start_date,target_date,order,active
            1,1,2026-01-10T08:00:00+01:00,2026-05-01T08:00:00+02:00,Savings,Asset account,Bike,EUR,800.0,250.0,2026-01-10,2026-12-31,1,1
            1,2,2026-01-10T08:00:00+01:00,2026-05-01T08:00:00+02:00,Savings,Asset account,Rainy day,EUR,3000.0,500.0,,,2,1
            1,3,2026-01-10T08:00:00+01:00,2026-05-01T08:00:00+02:00,Savings,Asset account,Old,EUR,30.0,5.0,,2026-12-31,3,0
            """
        let outcome = try await bench.imports(text)
        #expect(outcome.value.goals == 1)
        #expect(outcome.warnings.count { $0.code == "leftOut" } == 2)
        #expect(try await ImportBench().imports(text) { $0.deadline = "2027-12-31" }.value.goals == 2)
    }
}
