import Values

/// The names of accounts in a file that is imported into one account: rows about others do not go into it.
///
/// A file of one account may name it in its own way, as by its number. One of several tells by its names which rows are about it.
struct OtherAccounts {
    private let account: Account
    /// The accounts that the names stand for; nil for a name that stands for none.
    private let known: [String: Account?]
    /// Whether rows name the account as the ledger does.
    private let isNamed: Bool

    init(_ names: Set<String>, besides account: Account, _ ledger: LedgerNames) {
        self.account = account
        let known = Dictionary(uniqueKeysWithValues: names.map { ($0, try? ledger.account($0)) })
        self.known = known
        isNamed = known.values.contains { $0?.id == account.id }
    }

    /// Whether a name stands for an account of the ledger.
    func isKnown(_ name: String) -> Bool { known[name].flatMap(\.self) != nil }

    /// The verdict on a row that names an account, with its reason; nil where the row is about the account that was given.
    func reason(against name: String) -> (StatementImport.Verdict, String)? {
        if let other = known[name].flatMap(\.self) {
            return other.id == account.id ? nil : (.leftOut, "it is about '\(other.name.printable)'")
        }
        if isNamed { return (.leftOut, "it is about '\(name.printable)', which is no account") }
        guard known.count > 1 else { return nil }
        return (
            .refused,
            "It is about '\(name.printable)', which is no account, and the file is about several: perhaps it is not about "
                + "'\(account.name.printable)'."
        )
    }
}
