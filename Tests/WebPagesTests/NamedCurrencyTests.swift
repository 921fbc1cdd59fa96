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

    @Test func `a sign stands for the one currency that is meant, the household's own first`() throws {
        for (text, usual, code) in [
            ("€", nil, "EUR"), ("£", "EUR", "GBP"), ("$", "CAD", "CAD"), ("US$", "CAD", "USD"), ("kr", "SEK", "SEK"),
        ] { #expect(NamedCurrency(text, usual: usual) == .code(code), "\(text)") }
        func read(_ typed: [String: String]) -> EnteredFields {
            EnteredFields(typed, .preferred("en"), numbers: ["target", "amount"])
        }
        #expect(read(["currency": "€"]).values["currency"] == "EUR")
        #expect(read(["currency": "$", "usual": "USD"]).values["currency"] == "USD")
        let several = read(["currency": "$", "usual": "EUR"])
        #expect(several.issues.first?.message.contains("USD (US Dollar), CAD (Canadian Dollar)") == true)
        #expect(several.values["currency"] == "$")
        // Beside a number it may only repeat the currency of the form.
        for text in ["1200 €", "€1200", "EUR 1200", "1200eur"] {
            #expect(read(["target": text, "currency": "EUR"]).values["target"] == "1200", "\(text)")
            #expect(read(["amount": text, "usual": "EUR"]).values["amount"] == "1200", "\(text)")
            #expect(read(["amount": text]).values["amount"] == text, "no currency is known")
        }
        let other = read(["target": "1200 $", "currency": "EUR", "usual": "EUR"])
        #expect(
            other.issues.map(\.field) == ["target"] && other.issues[0].message.contains("another currency than EUR"))
        #expect(read(["target": "1,200 €", "currency": "€"]).issues[0].message.contains("'1200'"))
        #expect(read(["target": "60%", "usual": "EUR"]).values["target"] == "60%")
        // The key of a form has the name of a field for an amount on another form.
        let key = "4dRiP3R7gjHFgHdGqtqEXx0nd7rUi46A-97xHzR2cvE"
        #expect(read(["amount": key, "usual": "EUR"]).values["amount"] == key)
        #expect(read(["amount": key, "usual": "EUR"]).issues.isEmpty)
    }

    @Test func `a word of several names is refused with those that are meant most`() throws {
        let fields = EnteredFields(["currency": "Dollar"], .preferred("en"), numbers: [])
        let issue = try #require(fields.issues.first)
        #expect(issue.field == "currency" && issue.message.contains("USD (US Dollar), CAD (Canadian Dollar)"))
        #expect(fields.values["currency"] == "Dollar")
    }
}
