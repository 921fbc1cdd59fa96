import Foundation
import Models
import Presentation
import Testing
import WebPages

/// What a field shows, it accepts; what could be read in two ways is refused, and both readings are named.
struct EnteredFieldsTests {
    /// Languages and regions with what they write before decimals, and 1234.50 euros as pages show them.
    private static let locales: [(tag: String, decimal: String, shown: String)] = [
        ("en-US", ".", "1,234.50\u{A0}EUR"), ("de-DE", ",", "1.234,50\u{A0}EUR"),
        ("fr-FR", ",", "1\u{202F}234,50\u{A0}EUR"), ("de-CH", ".", "1’234.50\u{A0}EUR"),
        ("pt-BR", ",", "1.234,50\u{A0}EUR"), ("pl-PL", ",", "1234,50\u{A0}EUR"), ("es-ES", ",", "1234,50\u{A0}EUR"),
        ("sv-SE", ",", "1\u{A0}234,50\u{A0}EUR"), ("it-IT", ",", "1234,50\u{A0}EUR"),
        ("es-MX", ".", "1,234.50\u{A0}EUR"),
        ("de-LI", ".", "1’234.50\u{A0}EUR"), ("en-ZA", ",", "1\u{A0}234,50\u{A0}EUR"),
        ("nn-NO", ",", "1\u{A0}234,50\u{A0}EUR"), ("pt-PT", ",", "1234,50\u{A0}EUR"),
        ("en-AU", ".", "1,234.50\u{A0}EUR"), ("tr-TR", ",", "1.234,50\u{A0}EUR"),
    ]

    @Test func `amounts are shown as they are known in each place`() throws {
        for (tag, decimal, shown) in Self.locales {
            let format = NumberFormat.preferred("\(tag),en;q=0.5")
            #expect(format.text(try Money("1234.50", .eur)) == shown, "\(tag)")
            #expect(format.text(try Money("315.81", .eur)) == "315\(decimal)81\u{A0}EUR", "\(tag)")
        }
        #expect(NumberFormat.preferred("pl").text(try Money("12345.50", .eur)) == "12\u{A0}345,50\u{A0}EUR")
        #expect(NumberFormat.preferred("pl-PL").text(try CalendarDay("2026-06-05")) == "05.06.2026")
        #expect(NumberFormat.preferred("pt-BR").text(try CalendarDay("2026-06-05")) == "05/06/2026")
    }

    @Test func `what a field shows, it accepts, and a point for decimals everywhere`() {
        for (tag, _, _) in Self.locales {
            let format = NumberFormat.preferred(tag)
            for number in [
                "12000", "12000.50", "0.5", "0.00000001", "-3.25", "1.234", "12.3456", "123.456789", "0.125",
            ] {
                let shown = format.plain(number)
                #expect(format.read(shown) == .text(number), "\(tag) shows \(shown) for \(number)")
            }
            for number in ["12000.50", "315.81", "0.125", "1234.567", "0.1234"] {
                #expect(format.read(number) == .text(number), "\(tag) \(number)")
            }
            #expect(format.read(format.plain("33.333%")) == .text("33.333%"))
            #expect(format.read("33.333%") == .text("33.333%"), "a share has no thousands")
            for other in ["rest", "", "abc", "1e5", "12 EUR", "--", "5.", ".5"] {
                #expect(format.read(other) == .text(other) && format.plain(other) == other, "\(tag) \(other)")
            }
        }
    }

    /// Texts with a sign that may separate thousands, and how else each can be written; nil for one that has no such sign.
    private static let texts: [(tag: String, text: String, readings: [String]?)] = [
        ("de-DE", "12.000", ["12000", "12"]), ("de-DE", "1.23.567", ["123567"]),
        ("de-DE", "1.234", ["1234", "1,234"]), ("de-DE", "1,23.50", ["123,50", "1,235"]),
        ("en-US", "12,000", ["12000", "12"]), ("en-US", "12,500", ["12500", "12.5"]),
        ("en-US", "1,2000.50", ["12000.50", "1.20005"]), ("en-US", "12.00,50", ["1200.50", "12.005"]),
        ("fr-FR", "12 34,50", ["1234,50"]), ("fr-FR", "1’234", ["1234"]),
        ("de-CH", "1’23.50", ["123.50"]), ("de-CH", "12,500", ["12500", "12.5"]),
        ("pl-PL", "1 200", ["1200"]), ("pt-BR", "-12.000", ["-12000", "-12"]), ("es-ES", "2.500%", nil),
        ("en-IN", "1,000,00", ["100000"]),
    ]

    /// Numbers as pages write them, which have one reading alone.
    @Test(arguments: [
        ("de-DE", "12.000,50", "12000.50"), ("de-DE", "1.234.567", "1234567"), ("de-DE", "1.234.567,89", "1234567.89"),
        ("en-US", "12,000.50", "12000.50"), ("en-US", "-1,234,567", "-1234567"), ("en-IN", "1,00,000", "100000"),
        ("fr-FR", "1 234,50", "1234.50"), ("fr-FR", "1\u{202F}234", "1234"), ("de-CH", "1’234.50", "1234.50"),
        ("de-CH", "1'234", "1234"), ("en-US", "12000,50", "12000.50"), ("en-GB", "1850,4", "1850.4"),
        ("en-GB", "1.850,40", "1850.40"), ("de-DE", "1,234.50", "1234.50"), ("de-CH", "12,5", "12.5"),
        ("en-US", "1 234,567", "1234.567"), ("de-DE", "-1,234,567.8", "-1234567.8"), ("en-US", "33,333%", "33.333%"),
        ("pl-PL", "12 000", "12000"), ("sv-SE", "12\u{A0}000,5", "12000.5"),
    ])
    func `a number is read as pages write it somewhere, where it can mean nothing else`(
        tag: String, text: String, number: String
    ) {
        #expect(NumberFormat.preferred(tag).read(text) == .text(number))
    }

    @Test(arguments: texts)
    func `a sign between thousands is refused, and both readings are named`(
        tag: String, text: String, readings: [String]?
    ) throws {
        let format = NumberFormat.preferred(tag)
        guard let readings else {
            #expect(format.read(text) == .text(text))
            return
        }
        #expect(format.read(text) == .grouped(readings))
        let entered = EnteredFields(["amount": text, "note": text], format, numbers: ["amount"])
        #expect(entered.values == ["amount": text, "note": text])
        let issue = try #require(entered.issues.first)
        #expect(entered.issues.count == 1 && issue.field == "amount")
        for reading in readings { #expect(issue.message.contains("'\(reading)'"), "\(issue.message)") }
        #expect(entered.refusal() != nil)
    }

    @Test func `numbers are read in every field that holds one, and nowhere else`() throws {
        let format = NumberFormat.preferred("de")
        let goal = "0b7d2a52-6c0f-4b0e-9d2b-2f6a4f1c8e11"
        let names = ["target", "amount", goal]
        let typed = Dictionary(uniqueKeysWithValues: names.map { ($0, "12,5") })
        let entered = EnteredFields(
            typed.merging(["name": "12,5", "link": "1,5"]) { own, _ in own }, format,
            numbers: ["amount", "balance", "target"])
        for name in names { #expect(entered.values[name] == "12.5", "\(name)") }
        #expect(entered.values["name"] == "12,5" && entered.values["link"] == "1,5")
        #expect(entered.refusal() == nil)
    }

    private let day = CalendarDay(dayNumber: 20_000)

    @Test func `a field that comes back shows what was typed, and one that others changed the new value`() {
        let format = NumberFormat.preferred("de")
        func shown(_ typed: String, _ value: String) -> String {
            let style = PageStyle(format, hidesAmounts: false, zone: .gmt, today: day, typed: ["amount": typed])
            let html = FormFields(["amount": value]).number("amount", "Amount", style).text
            return html.firstMatch(of: #/ value="([^"]*)"/#).map { String($0.output.1) } ?? ""
        }
        #expect(shown("12,50", "12.50") == "12,50")
        #expect(shown("12.50", "12.50") == "12.50")
        #expect(shown("12.000", "12.000") == "12.000", "what was refused is not turned into another number")
        #expect(shown("12,000", "12.000") == "12,000")
        #expect(shown("12,50", "99.90") == "99,90")
        #expect(shown("rest", "rest") == "rest")
        let style = PageStyle(format, hidesAmounts: false, zone: .gmt, today: day)
        let field = FormFields().editing.number("amount", "Amount", otherwise: "1234.50", style).text
        #expect(field.contains("value=\"1234,50\"") && field.contains("data-now=\"1234,50\""))
        #expect(field.contains("inputmode=\"decimal\"") && !field.contains("dirty"))
    }

    @Test func `what use cases refuse is told with what was typed`() {
        func told(_ code: String, _ typed: String, _ tag: String) -> String {
            let issue = ValidationIssue(code: code, field: "amount", message: "?")
            return EnteredFields.worded(issue, ["amount": typed], NumberFormat.preferred(tag)).message
        }
        let ambiguous = told("number.ambiguous", "12,000", "de")
        #expect(ambiguous.contains("'12,000'") && ambiguous.contains("'12000'") && ambiguous.contains("'12'"))
        let wrong = told("number.notANumber", "x", "de")
        #expect(wrong.contains("comma") && wrong.contains("1234,50"), "\(wrong)")
        #expect(told("number.notANumber", "x", "en").contains("1234.50"))
        #expect(told("notPositive", "0", "de") == "?")
    }
}
