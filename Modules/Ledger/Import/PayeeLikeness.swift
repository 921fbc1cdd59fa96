import Values

/// Whether the payees of two transactions can be both sides of one transfer: they share a word, one names an account of the ledger or
/// says that it is a transfer, or there is none.
package struct PayeeLikeness {
    /// Words with which banks name transfers.
    private static let transfers: Set<String> = [
        "transfer", "wire", "überweisung", "ueberweisung", "umbuchung", "übertrag", "uebertrag", "dauerauftrag",
        "gutschrift",
        "virement", "bonifico", "traspaso", "transferencia", "overboeking", "överföring", "overførsel", "przelew",
    ]
    private static let leastLetters = 3
    private let accounts: [String]

    /// - Parameter accounts: the names of all accounts.
    package init(_ accounts: [String]) { self.accounts = accounts.map(LedgerText.folded) }

    /// Whether two payees have something in common.
    package func isAlike(_ first: String?, _ second: String?) -> Bool {
        guard let first = first.map(LedgerText.folded)?.orNothing,
            let second = second.map(LedgerText.folded)?.orNothing,
            first != second
        else { return true }
        if [first, second].contains(where: { text in accounts.contains { text.contains($0) } }) { return true }
        let (left, right) = (Self.words(first), Self.words(second))
        return !left.isDisjoint(with: right) || !left.union(right).isDisjoint(with: Self.transfers)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0.count >= leastLetters })
    }
}
