import Presentation
import Testing
import Values

/// The currency of the region that a browser is set to.
struct RegionCurrencyTests {
    @Test(
        arguments: [
            ("de-DE,de;q=0.9,en-US;q=0.8", "EUR"), ("de,en-US;q=0.7,en;q=0.3", "EUR"), ("de-CH", "CHF"),
            ("en-GB,en", "GBP"),
            ("en-US", "USD"), ("zh-Hant-HK", "HKD"), ("pl", "PLN"), ("en,de-AT;q=0.5", "EUR"), ("fr_FR", nil),
            ("en", nil),
            ("", nil), ("xx-ZZ", nil),
        ] as [(String, String?)])
    func `it is that of the first tag that names a region`(accepted: String, code: String?) {
        #expect(NumberFormat.tags(accepted).lazy.compactMap(RegionCurrency.currency).first?.code == code)
    }
}
