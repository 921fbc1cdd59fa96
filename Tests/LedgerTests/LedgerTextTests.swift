import Ledger
import TestSupport
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

    @Test(arguments: SeededGenerator.seeds)
    func `texts in ASCII are folded as all others are`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let characters = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                let code = Bool.random(using: &generator) ? UInt8.random(in: 0..<128, using: &generator) : 32
                return Character(Unicode.Scalar(code))
            }
            let text = String(characters)
            // One letter beyond ASCII makes it any text.
            let folded = String(LedgerText.folded("\u{E9} " + text).dropFirst(2))
            #expect(LedgerText.folded(text) == folded, "seed \(seed): \(characters)")
        }
    }

    @Test(arguments: [
        ("SPAR 4711 Wien", "spar wien"), ("Netflix.com", "netflix com"), ("4711", "4711"), ("A1 Telekom", "telekom"),
    ])
    func `the key of a payee has its words without those that have a digit`(text: String, key: String) {
        #expect(LedgerText.payeeKey(text) == key)
    }
}
