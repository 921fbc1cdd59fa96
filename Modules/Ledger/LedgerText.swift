import Foundation

/// The comparison of texts in the ledger (G9): composed, case folded, white space collapsed and trimmed.
public enum LedgerText {
    /// The text as it is compared.
    public static func folded(_ text: String) -> String {
        var text = text
        if let plain = text.withUTF8(foldedASCII) { return plain }
        let words = text.precomposedStringWithCanonicalMapping.uppercased().lowercased()
            .precomposedStringWithCanonicalMapping
        return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The same of a text in ASCII, as nearly all are; nil for any other.
    private static func foldedASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { folded in
            var count = 0
            var isBetweenWords = false
            for byte in bytes {
                if byte == 0x20 || (0x09...0x0D).contains(byte) {
                    isBetweenWords = count > 0
                    continue
                }
                if isBetweenWords {
                    folded[count] = 0x20
                    count += 1
                    isBetweenWords = false
                }
                folded[count] = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
                count += 1
            }
            return count
        }
    }

    /// The key by which payees are told apart (G17): the folded text cut at everything but letters and digits, without
    /// words that have a digit; all of it when nothing is left.
    public static func payeeKey(_ text: String) -> String {
        let folded = folded(text)
        let words = folded.split { !$0.isLetter && !$0.isNumber }.filter { !$0.contains(where: \.isNumber) }
        return words.isEmpty ? folded : words.joined(separator: " ")
    }
}
