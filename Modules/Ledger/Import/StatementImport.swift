package import FileFormats
package import Values

package import struct Foundation.UUID

/// A request to import a file; its fields are text.
package struct StatementRequest: Sendable {
    /// The file.
    package var path: String
    /// The account that the file is about; nil where its rows name theirs.
    package var account: String?
    /// The choices about a table's columns.
    package var columns = ColumnChoices()
    /// The encoding; nil for what the file names.
    package var encoding: TextEncoding?
    /// The program whose journal the file is; nil for what its name says.
    package var journal: JournalDialect?
    /// The reader of a further format; nil for the formats that are known.
    package var reader: String?
    /// The name of saved columns; nil to find them out.
    package var map: String?
    /// The name under which the columns are saved; nil for none.
    package var savingMapAs: String?
    /// Whether opening days may move to earlier rows.
    package var movesOpening = false
    /// Whether transfers that are found become one transaction each.
    package var pairs = false
    /// Whether rows that may be there already are left out.
    package var skipsPossible = false

    /// An import.
    package init(path: String) { self.path = path }
}

/// The outcome of an import, row by row.
package struct StatementImport: Sendable {
    /// The verdict on a row.
    package enum Verdict: String, Sendable, CaseIterable {
        /// It was not there.
        case new
        /// It is there already.
        case duplicate
        /// It is a transaction that was entered by hand.
        case linked
        /// It may be there already.
        case possible
        /// It moved nothing.
        case leftOut
        /// It cannot be entered.
        case refused
    }

    /// A row.
    package struct Row: Sendable {
        /// Its line in the file.
        package let line: Int
        /// The verdict.
        package let verdict: Verdict
        /// The transaction; nil for none.
        package var transactionID: UUID?
        /// The account's name; nil where it is not known.
        package var account: String?
        /// The day; nil where it cannot be read.
        package var day: CalendarDay?
        /// The amount; nil where it cannot be read.
        package var amount: Money?
        /// The bank's text.
        package var text: String?
        /// The path of the category that it gets; nil for none.
        package var category: String?
        /// The name of the rule that sets it; nil for none.
        package var rule: String?
        /// Why it is left out or refused.
        package var reason: String?
    }

    /// An account that rows went into.
    package struct Touched: Sendable {
        /// The account.
        package let account: Account
        /// How many rows were entered.
        package let added: Int
        /// Its balance with everything that is entered.
        package let balance: Money
    }

    /// The format that the file was read as.
    package let format: ImportFormat
    /// How a table was read; nil for other formats.
    package let mapping: ColumnMapping?
    /// The titles of columns that were not read.
    package let unread: [String]
    /// The titles of columns without a role whose texts identify rows.
    package var identifying: [String] = []
    /// The questions that are open, in a preview.
    package let questions: [ImportQuestion]
    /// The rows, in the order of the file.
    package private(set) var rows: [Row]
    /// Transfers that were found, or made.
    package let pairs: [TransferPairs.Pair]
    /// The accounts.
    package let accounts: [Touched]
    /// Whether each pair is one transaction now.
    package var isPaired = false
    /// The transactions of pairs that are one transaction now, as they were before.
    package private(set) var paired: [UUID: ListedTransaction] = [:]
    /// How many further pairs were left as they are, because their payees have nothing in common.
    package private(set) var unlikeCount = 0
    /// The names of accounts that a journal brought along.
    package var newAccounts: [String] = []
    /// The paths of categories that a journal brought along.
    package var newCategories: [String] = []

    /// How many rows have a verdict.
    package func count(_ verdict: Verdict) -> Int { rows.count { $0.verdict == verdict } }

    /// Whether the import, of which this is the preview, would be refused as a whole.
    package var isRefused: Bool { !questions.isEmpty || rows.contains { $0.verdict == .refused } }

    /// The number of rows that became transactions: of those that are possibly there, some may have been left out.
    package var enteredCount: Int {
        rows.count { ($0.verdict == .new || $0.verdict == .possible) && $0.transactionID != nil }
    }

    /// The number of rows that were left out because they are possibly there.
    package var skippedCount: Int { rows.count { $0.verdict == .possible && $0.transactionID == nil } }

    /// Notes that each pair is one transaction, whose id is that of what left.
    mutating func pair(_ listed: [UUID: ListedTransaction], unlike: Int) {
        (isPaired, paired, unlikeCount) = (true, listed, unlike)
        let joined = Dictionary(pairs.map { ($0.to, $0.from) }) { first, _ in first }
        for index in rows.indices {
            if let id = rows[index].transactionID, let whole = joined[id] { rows[index].transactionID = whole }
        }
    }
}
