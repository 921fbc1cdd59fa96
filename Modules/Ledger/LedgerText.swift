import Foundation

/// The comparison of texts in the ledger (G9): composed, case folded, white space collapsed and trimmed.
public enum LedgerText {
    /// The text as it is compared.
    public static func folded(_ text: String) -> String {
        let words = text.precomposedStringWithCanonicalMapping.uppercased().lowercased()
            .precomposedStringWithCanonicalMapping
        return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The key by which payees are told apart (G17): the folded text cut at everything but letters and digits, without
    /// words that have a digit; all of it when nothing is left.
    public static func payeeKey(_ text: String) -> String {
        let folded = folded(text)
        let words = folded.split { !$0.isLetter && !$0.isNumber }.filter { !$0.contains(where: \.isNumber) }
        return words.isEmpty ? folded : words.joined(separator: " ")
    }
}
