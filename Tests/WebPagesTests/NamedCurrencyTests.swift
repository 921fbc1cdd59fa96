import Presentation
import Testing
import Values
import WebPages

/// Currencies by their names.
struct NamedCurrencyTests {
    @Test func `a name of one currency stands for it`() throws {
        for (text, code) in [
            ("Euro", "EUR"), ("euros", "EUR"), ("Bitcoin", "BTC"), ("swiss franc", "CHF"), ("US Dollar", "USD"),
            ("Yen", "JPY"), ("Zloty", "PLN"),
        ] { #expect(NamedCurrency(text) == .code(code), "\(text)") }
        for text in ["EUR", "btc", "", "Eu", "nothing", "x", "Infinity", "no currency"] {
            #expect(NamedCurrency(text) == nil, "\(text)")
        }
        let fields = EnteredFields(["currency": "Euro", "name": "Euro"], .preferred("de"), numbers: [])
        #expect(fields.values == ["currency": "EUR", "name": "Euro"] && fields.issues.isEmpty)
    }

    @Test func `a word of several names is refused with those that are meant most`() throws {
        let fields = EnteredFields(["currency": "Dollar"], .preferred("en"), numbers: [])
        let issue = try #require(fields.issues.first)
        #expect(issue.field == "currency" && issue.message.contains("USD (US Dollar), CAD (Canadian Dollar)"))
        #expect(fields.values["currency"] == "Dollar")
    }
}
