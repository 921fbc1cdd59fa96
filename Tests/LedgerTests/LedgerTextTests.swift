import Ledger
import Testing

/// The comparison of texts (G9) and the key of payees (G17).
struct LedgerTextTests {
    @Test(arguments: [
        ("AMZN  Mktp DE", "amzn mktp de"), (" Café\t", "café"), ("Cafe\u{301}", "café"), ("STRASSE", "strasse"),
        ("Straße", "strasse"), ("", ""),
    ])
    func `texts are compared composed, folded and with single spaces`(text: String, folded: String) {
        #expect(LedgerText.folded(text) == folded)
    }

    @Test(arguments: [
        ("SPAR 4711 Wien", "spar wien"), ("Netflix.com", "netflix com"), ("4711", "4711"), ("A1 Telekom", "telekom"),
    ])
    func `the key of a payee has its words without those that have a digit`(text: String, key: String) {
        #expect(LedgerText.payeeKey(text) == key)
    }
}
