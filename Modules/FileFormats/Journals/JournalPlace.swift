public import Values

/// An account of a journal that is read at each run, as an asset's reference keeps it: `assets:savings in /home/me/main.journal`.
public struct JournalPlace: Sendable, Hashable {
    /// The name of the source.
    public static let sourceName = "journal"
    private static let link = " in /"

    /// The account, with those below it.
    public let account: String
    /// The journal's path, from the root.
    public let path: String
    package let dialect: JournalDialect

    /// An account of a journal, whose dialect its name tells.
    ///
    /// - Throws: ``JournalPlaceError``.
    public init(account: String, path: String) throws(JournalPlaceError) {
        guard !account.isEmpty, !account.contains(Self.link) else { throw .noAccount(account) }
        guard path.hasPrefix("/"), let dialect = JournalDialect(path: path) else { throw .noJournal(path: path) }
        (self.account, self.path, self.dialect) = (account, path, dialect)
    }

    /// Reads what ``reference`` gives.
    ///
    /// - Throws: ``JournalPlaceError``.
    package init(reference: String) throws(JournalPlaceError) {
        guard let link = reference.firstRange(of: Self.link) else { throw .noPlace(reference) }
        try self.init(
            account: String(reference[..<link.lowerBound]),
            path: "/" + reference[link.upperBound...])
    }

    /// The text that an asset keeps.
    public var reference: String { "\(account) in \(path)" }
}

/// Why something is no account of a journal.
public enum JournalPlaceError: Problem, Equatable {
    /// Not a name that an account can have.
    case noAccount(String)
    /// The name of the file is not that of a journal.
    case noJournal(path: String)
    /// No account and path; the text as given.
    case noPlace(String)

    /// What is wrong, with what is accepted.
    public var description: String {
        switch self {
        case .noAccount(let name): "'\(name.printable)' is not an account of a journal. Write it as in assets:savings."
        case .noJournal(let path):
            "'\(path.printable)' is not named as journals are: as in main.journal, main.ledger or main.beancount, by its "
                + "path from the root."
        case .noPlace(let text):
            "'\(text.printable)' says no account of a journal. Write it as in: assets:savings in /home/me/main.journal"
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noAccount: "journal.noAccount"
        case .noJournal: "journal.noJournal"
        case .noPlace: "journal.noPlace"
        }
    }

    /// The data does not allow it.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [JournalPlaceError] {
        [.noAccount(""), .noJournal(path: "/home/me/notes.txt"), .noPlace("assets:savings")]
    }
}
