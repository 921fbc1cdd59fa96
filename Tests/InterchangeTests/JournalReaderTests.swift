import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Journals as people write them: what their programs sum up is what we sum up, or the line is refused.
@Suite struct JournalReaderTests {
    static let samples: [(JournalDialect, String)] = [
        (
            .hledger,
            """
            # A journal by hand.
            ; with comments
            * and headings
            comment
            2020-01-01 no transaction
              a  1
            end comment
            commodity $1,000.00
            commodity 1.000,00 EUR
            commodity "green apples"
              format 1,000. "green apples"
            account assets:bank   ; type: A
              ; a remark
            payee Grocer
            tag project

            2026/1/2=2026-02-03 * (12) Grocer; buys
              expenses:food:meat and veg   $1,234.50  ; [2026-01-05] remark
              assets:bank  $-1,234.5 = $-1,234.50

            2026-01-02 ! opening
              ! assets:bank  10.000,25 EUR
              (budget:food)  $5
              [assets:envelope]  $3
              [assets:bank]  $-3
              * equity:opening balances

            2026.01.03 shares
              assets:broker  10 AAPL @ $5.123
              assets:broker  -2 AAPL @@ $11
              assets:cash
            ~ monthly from 2026-02
              expenses:rent  $500
              assets:bank

            P 2026-01-03 AAPL $6
            P 2026-01-03 00:00:00 EUR $1.1
            2026-01-04 prices the other way round
              assets:a  "green apples" 1,234
              assets:a  -€5
              assets:a  EUR-1.000
              assets:b
            Y2025
            12-31 with a year from before
              assets:a  1.5 BTC
              assets:b  -1.5 BTC == -1.5 BTC
            2026-01-05 posting dates
              assets:a  1 BTC  ; date:2026-02-01
              assets:b  ; date:2-2
            D $1,000.00
            2026-01-06 no symbol
              assets:a  5
              assets:b
            2026-01-07 two commodities
              assets:a  10 USD
              assets:b  -9 XYZ
            2026-01-08 a lot
              assets:broker  1 AAPL {$5} @ $6
              income:gain  $-6
            """
        ),
        (
            .hledger,
            """
            decimal-mark ,
            2026-01-01 a
              assets:a  1.234 EUR
              assets:a  1,234 EUR
              assets:b  0,5 EUR
              assets:b
            2026-01-01 nothing
            """
        ),
        (
            .ledger,
            """
            ; ledger
            # all of these
            | are
            % comments
            commodity $
              note US dollars
              format $1,000.00
            commodity EUR
               format 1.000,00 EUR
               nomarket
            account Assets:Bank
              note mine
            payee Grocer
            tag x
            comment
            2020-01-01 none
              a  1
            end comment
            2026/01/02=2026/02/03 * (12) Grocer  ; buys
              Expenses:Food:Meat and Veg   $1,234.50  ; [2026/01/05] remark
              ; Tag: value
              Assets:Bank\t$-1,234.50 = $-1,234.50

            2026/01/02 ! opening
              ! Assets:Bank  10.000,25 EUR
              (Budget:Food)  $5
              * Equity:Opening Balances

            2026/01/03 shares
              Assets:Broker  10 AAPL @ $5.123
              Assets:Broker  -2 AAPL @@ $11
              Assets:Cash
            ~ Monthly
              Expenses:Rent  $500
              Assets:Bank

            P 2026/01/03 AAPL $6
            2026/01/04 a comma
              Assets:A  1,25 CHF
              Assets:A  -1.250,25 CHF
              Assets:A  1.234 CHF
              Assets:B
            2026/01/05 two commodities
              Assets:A  10 USD
              Assets:B  -9 XYZ
            2026/01/08 a lot
              Assets:Broker  1 AAPL {$5} [2026/01/01] @ $6
              Income:Gain  $-5
            2026/01/09 a name
              Assets:A  "S&P 500" 5
              Assets:B
            """
        ),
        (
            .beancount,
            """
            * Options
            option "title" "Sample"
            option "operating_currency" "USD"
            2026-01-01 commodity AAPL
              name: "Apple"
            2026-01-01 open Assets:Bank USD,EUR
            2026-01-01 open Assets:Broker
            2026-01-01 open Assets:Bank:Sub
            2026-01-01 open Expenses:Food
            2026-01-01 open Income:Gain
            2026-01-01 open Equity:Opening-Balances
            ; a comment
            2026-01-02 * "Grocer" "food; and \\"more\\"" #tag ^link
              receipt: "12"
              Expenses:Food   1,234.50 USD ; remark
                note: "x"
              Assets:Bank

            2026-01-02 txn "opening"
              ! Assets:Bank  2000.25 EUR
              Assets:Bank  10,000 USD
              ; a remark inside
              Equity:Opening-Balances
            2026-01-03 * "shares"
              Assets:Broker  10 AAPL {5.125 USD}
              Assets:Bank
            2026-01-04 * "sold"
              Assets:Broker  -4 AAPL {5.125 USD, 2026-01-03} @ 6.00 USD
              Assets:Bank  24.00 USD
              Income:Gain  -3.50 USD
            2026-01-05 * "change"
              Assets:Bank  -10.00 EUR @ 1.10 USD
              Assets:Bank  11.00 USD
            2026-01-05 * "change"
              Assets:Bank  -10.00 EUR @@ 11.005 USD
              Assets:Bank:Sub  11.00 USD
            2026-01-06 balance Assets:Bank  1980.25 EUR
            2026-01-06 balance Assets:Broker  6 AAPL
            2026-01-06 balance Assets:Bank:Sub  11.01 ~ 0.02 USD
            2026-01-06 price AAPL 6.00 USD
            2026-01-06 note Assets:Bank "called"
            2026-01-06 event "location" "home"
            2026-01-07 * "within half a cent"
              Assets:Bank  1.00 USD
              Assets:Bank:Sub  -1.003 USD
            2026-12-31 close Income:Gain
            """
        ),
    ]

    @Test(arguments: samples.indices.filter { JournalProgram.installed.contains(samples[$0].0) })
    func `journals by hand sum up as their programs say`(_ index: Int) throws {
        let (dialect, text) = Self.samples[index]
        let path = try JournalReading.write(text, dialect)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reading = try JournalReading(path, dialect)
        #expect(reading.refused == [])
        #expect(reading.differences(from: try JournalProgram.balances(dialect, path)) == [])
        if dialect != .beancount, index != 1 { #expect(reading.skipped.count == 1) }
        if index == 0 {
            #expect(reading.days.isSuperset(of: ["2025-12-31", "2026-01-05", "2026-02-01", "2026-02-02"]))
        }
    }

    // MARK: - At random

    @Test(arguments: JournalProgram.installed)
    func `random journals sum up as their programs say`(_ dialect: JournalDialect) throws {
        for seed in UInt64(1)...12 {
            var random = SeededGenerator(seed: seed)
            let text = RandomJournal(dialect, &random).text
            let path = try JournalReading.write(text, dialect)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let reading = try JournalReading(path, dialect)
            #expect(reading.refused == [], "seed \(seed)")
            do {
                let found = try JournalProgram.balances(dialect, path)
                #expect(reading.differences(from: found) == [], "seed \(seed)")
            } catch { Issue.record("seed \(seed): \("\(error)".prefix(2000))") }
        }
    }
}
