public import Values

/// Why a file cannot be imported.
public enum ImportError: Problem, Equatable {
    /// There is no file at the path, or it may not be read.
    case unreadable(path: String)
    /// The path is that of a folder.
    case folder(path: String)
    /// The file is something else, by how it begins: "a PDF".
    case otherKind(of: String)
    /// The file has what a program's accounts held at an instant, and no transactions.
    case balancesOnly(program: String)
    /// A line is not text in the encoding that was assumed; nil when the line is not known.
    case notText(line: Int?)
    /// A line with a control character, as no text has.
    case controlCharacter(line: Int)
    /// A line or row is longer than a list of transactions has.
    case lineTooLong(line: Int)
    /// A quote that a row begins is never closed.
    case openQuote(line: Int)
    /// Text follows a closing quote inside a cell.
    case textAfterQuote(line: Int)
    /// Nothing in the file looks like a table.
    case noTable
    /// A column that was named is not there.
    case noColumn(String, columns: [String])
    /// Two columns have a title that was used.
    case sameTitle(String, line: Int)
    /// No column is known to tell something that is needed.
    case columnNeeded(ColumnRole, columns: [String])
    /// Two columns were named of which one makes the other useless.
    case contradictoryColumns(ColumnRole, ColumnRole)
    /// The columns of what comes in and goes out are empty in a row, and a column that is not read has a number.
    case sideElsewhere(ColumnRole, title: String, line: Int)
    /// The questions to answer before anything is entered.
    case questions([ImportQuestion])
    /// The written rows differ from the counted ones: a defect of the program.
    case notWritten(counted: Int, found: Int)
    /// A number that can be read in two ways, and nothing in the file says in which.
    case ambiguousNumber(String, line: Int)
    /// Numbers of one column that are written in two ways.
    case mixedNumbers(lines: [Int])
    /// A date that can be read in two ways, and nothing in the file says in which.
    case ambiguousDate(String, line: Int)
    /// Dates of one column that are written in two ways.
    case mixedDates(lines: [Int])
    /// The file names no account, and no asset was named for it; the columns that are not read.
    case assetNeeded(unread: [String])
    /// Rows name no currency, and their accounts are no assets, which would have one.
    case currencyNeeded(accounts: [String])
    /// A journal has nothing in the account; the accounts that stand at the top of the journal.
    case noJournalAccount(String?, accounts: [String])
    /// No mapping is saved under the name; the names that are.
    case unknownMap(String, known: [String])
    /// No reader of statements has the name; the names of those that are there.
    case unknownReader(String, known: [String])
    /// A reader could not read the file; the reason as a sentence.
    case readerFailed(String, reason: String)
    /// Rows that cannot be entered: the first of them, and how many there are.
    case rows([RowIssue], count: Int)
    /// The file has no transactions.
    case nothing
    /// The format's own rules are broken at a line.
    case malformed(ImportFormat, line: Int, reason: String)

    /// A row that cannot be entered.
    public struct RowIssue: Sendable, Hashable {
        /// Its line, from 1.
        public let line: Int
        /// Why, as a sentence.
        public let message: String

        package init(line: Int, message: String) {
            self.line = line
            self.message = message
        }
    }

    /// The reason as a sentence, or one for each row.
    public var description: String {
        switch self {
        case .unreadable(let path): "The file \(path) is not there, or may not be read."
        case .folder(let path): "\(path) is a folder. Name a file in it."
        case .otherKind(let kind): "The file is \(kind), not a table or a statement. Save what it holds as CSV first."
        case .balancesOnly(let program):
            "The file has balances of \(program) at one instant, and no transactions: a later one would be added to them. "
                + "Export its history of events."
        case .notText(let line?): "Line \(line) is not text in this encoding."
        case .notText(nil): "The file is not text in this encoding."
        case .controlCharacter(let line):
            "Line \(line) has a control character, as no text has: is it the right file?"
        case .lineTooLong(let line): "Line \(line) is longer than any list of transactions has: is it the right file?"
        case .openQuote(let line): "The quote in line \(line) is never closed."
        case .textAfterQuote(let line): "In line \(line), text follows a closing quote."
        case .noTable: "The file has no rows with several columns."
        case .noColumn(let title, let columns):
            "There is no column '\(title.printable)'. The columns are: \(Self.list(columns))."
        case .sameTitle(let title, let line):
            "Two columns have the title '\(title.printable)' in line \(line). Name one by its place, as in #3, or rename it in the file."
        case .columnNeeded(let role, let columns):
            "It is not clear which column is the \(role.name). The columns are: \(Self.list(columns))."
        case .contradictoryColumns(let first, let second):
            "A column is named for the \(first.name) and one for the \(second.name): the amount of a row stands in one "
                + "column, or in two for what goes out and comes in."
        case .sideElsewhere(let role, let title, let line):
            "Line \(line) has no amount where it is looked for, and a number in '\(title.printable)': is that the "
                + "\(role.name)?"
        case .questions(let questions):
            questions.map { question in
                let lines = question.lines.prefix(6).map(String.init).joined(separator: ", ")
                return lines.isEmpty ? question.message : "Line \(lines): \(question.message)"
            }.joined(separator: "\n")
        case .notWritten(let counted, let found):
            "\(counted) transactions were to be added, but \(found) would have been: nothing was written. Please report this."
        case .ambiguousNumber(let text, let line):
            "'\(text.printable)' in line \(line) can be read in two ways: is the mark for decimals or for thousands?"
        case .mixedNumbers(let lines):
            "The numbers in lines \(lines.map(String.init).joined(separator: " and ")) have different decimal marks."
        case .ambiguousDate(let text, let line):
            "'\(text.printable)' in line \(line) can be read in two ways: is the day or the month first?"
        case .mixedDates(let lines):
            "The dates in lines \(lines.map(String.init).joined(separator: " and ")) have day and month in different "
                + "orders."
        case .assetNeeded(let unread):
            "The file does not say which account it is about."
                + (unread.isEmpty ? "" : " Columns that are not read: \(Self.list(unread)).")
        case .currencyNeeded(let accounts):
            "The file does not say in which currency \(Self.list(accounts)) \(accounts.count == 1 ? "is" : "are")."
        case .noJournalAccount(let name, let accounts):
            (name.map { "The journal has nothing in the account '\($0.printable)'." }
                ?? "The journal has nothing in an account 'assets'.")
                + (accounts.isEmpty ? "" : " At its top are: \(Self.list(accounts)).")
        case .unknownMap(let name, let known):
            "No mapping is saved as '\(name.printable)'."
                + (known.isEmpty ? " None is saved yet." : " Saved are: \(Self.list(known)).")
        case .unknownReader(let name, let known):
            "No reader is called '\(name.printable)'."
                + (known.isEmpty ? "" : " There are: \(Self.list(known)).")
        case .readerFailed(_, let reason): reason
        case .rows(let issues, let count):
            Self.byMessage(issues).map { "\(Self.title($0.lines)): \($0.message)" }.joined(separator: "\n")
                + (count > issues.count ? "\n\(count - issues.count) more rows cannot be entered." : "")
        case .nothing: "The file has no transactions."
        case .malformed(let format, let line, let reason):
            "Line \(line) is not \(format.rawValue.uppercased()): \(reason)."
        }
    }

    /// The issues of one cause together, in the order of the first of each.
    private static func byMessage(_ issues: [RowIssue]) -> [(lines: [Int], message: String)] {
        var groups: [(lines: [Int], message: String)] = []
        var places: [String: Int] = [:]
        for issue in issues {
            if let place = places[issue.message] {
                groups[place].lines.append(issue.line)
            } else {
                places[issue.message] = groups.count
                groups.append(([issue.line], issue.message))
            }
        }
        return groups
    }

    private static func title(_ lines: [Int]) -> String {
        let shown = lines.prefix(6).map(String.init).joined(separator: ", ")
        return (lines.count == 1 ? "Line " : "Lines ") + shown
            + (lines.count > 6 ? " and \(lines.count - 6) more" : "")
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .unreadable: "import.unreadable"
        case .folder: "import.folder"
        case .otherKind: "import.otherKind"
        case .balancesOnly: "import.balancesOnly"
        case .notText: "import.notText"
        case .controlCharacter: "import.controlCharacter"
        case .lineTooLong: "import.lineTooLong"
        case .openQuote: "import.openQuote"
        case .textAfterQuote: "import.textAfterQuote"
        case .noTable: "import.noTable"
        case .noColumn: "import.noColumn"
        case .sameTitle: "import.sameTitle"
        case .columnNeeded: "import.columnNeeded"
        case .contradictoryColumns: "import.contradictoryColumns"
        case .sideElsewhere: "import.sideElsewhere"
        case .questions: "import.questions"
        case .notWritten: "import.notWritten"
        case .ambiguousNumber: "import.ambiguousNumber"
        case .mixedNumbers: "import.mixedNumbers"
        case .ambiguousDate: "import.ambiguousDate"
        case .mixedDates: "import.mixedDates"
        case .assetNeeded: "import.assetNeeded"
        case .currencyNeeded: "import.currencyNeeded"
        case .noJournalAccount: "import.noJournalAccount"
        case .unknownMap: "import.unknownMap"
        case .unknownReader: "import.unknownReader"
        case .readerFailed: "import.readerFailed"
        case .rows: "import.rows"
        case .nothing: "import.nothing"
        case .malformed: "import.malformed"
        }
    }

    /// The outside failed where the file or its reader cannot be used, else the file is refused.
    public var kind: ProblemKind {
        switch self {
        case .unreadable, .readerFailed: .outside
        default: .refused
        }
    }

    /// How to say what the file does not.
    public var remedy: Remedy? {
        switch self {
        case .notText: .giveEncoding
        case .columnNeeded(let role, _): .giveColumn(of: role)
        case .noColumn, .sideElsewhere, .sameTitle: .giveColumn
        case .questions(let questions): .answerQuestions(ImportQuestion.topics(of: questions))
        case .ambiguousNumber, .mixedNumbers: .giveDecimalMark
        case .ambiguousDate, .mixedDates: .giveDateOrder
        case .assetNeeded(let unread): unread.isEmpty ? .nameAsset : .nameAssetOrColumn
        case .currencyNeeded: .giveCurrency
        case .noJournalAccount: .giveAccount
        case .rows: .previewImport
        default: nil
        }
    }

    private static func list(_ titles: [String]) -> String {
        let shown = titles.prefix(30).map { "'\($0.printable)'" }.joined(separator: ", ")
        return titles.count > 30 ? "\(shown) and \(titles.count - 30) more" : shown
    }

    /// One of each case.
    public static var examples: [ImportError] {
        [
            .unreadable(path: "bank.csv"), .folder(path: "statements"), .otherKind(of: "a PDF"),
            .balancesOnly(program: "rotki"), .notText(line: 12), .controlCharacter(line: 1),
            .lineTooLong(line: 3),
            .openQuote(line: 4), .textAfterQuote(line: 4), .noTable, .noColumn("Dote", columns: ["Date", "Amount"]),
            .sameTitle("Amount", line: 1), .columnNeeded(.date, columns: ["When", "Amount"]),
            .contradictoryColumns(.amount, .debit), .sideElsewhere(.debit, title: "Belastung", line: 2),
            .questions([
                ImportQuestion(.direction, lines: [2, 3], "No amount has a minus: which column says what goes out?")
            ]),
            .notWritten(counted: 3, found: 0), .ambiguousNumber("1.234", line: 2),
            .mixedNumbers(lines: [2, 7]), .ambiguousDate("03/04/2026", line: 2), .mixedDates(lines: [2, 9]),
            .assetNeeded(unread: ["Pot"]), .currencyNeeded(accounts: ["Mattress"]),
            .noJournalAccount("savings", accounts: ["assets", "expenses"]),
            .unknownMap("Bank", known: ["bank"]),
            .unknownReader("excel", known: ["exec"]),
            .readerFailed("exec", reason: "The program 'statements' ended with status 1: no such bank"),
            .rows([RowIssue(line: 5, message: "'abc' is not a date.")], count: 1), .nothing,
            .malformed(.qif, line: 1, reason: "it does not begin with a type"),
        ]
    }
}

extension Remedy {
    /// Say in which encoding the file is.
    public static let giveEncoding = Remedy("giveEncoding")
    /// Say which column tells what.
    public static let giveColumn = Remedy("giveColumn")
    /// Say which column tells a role.
    public static func giveColumn(of role: ColumnRole) -> Remedy { Remedy("giveColumn", ["role": role.name]) }
    /// Say which mark stands before decimals.
    public static let giveDecimalMark = Remedy("giveDecimalMark")
    /// Say whether the day or the month comes first.
    public static let giveDateOrder = Remedy("giveDateOrder")
    /// Say which account of a journal is meant.
    public static let giveAccount = Remedy("giveAccount")
    /// Say which asset the file is about.
    public static let nameAsset = Remedy("nameAsset")
    /// Say which asset the file is about, or which column names the account.
    public static let nameAssetOrColumn = Remedy("nameAssetOrColumn")
    /// Say in which currency rows are that name none.
    public static let giveCurrency = Remedy("giveCurrency")
    /// Answer questions about a file: those of the topics, in one argument with spaces between them.
    public static func answerQuestions(_ topics: [ImportQuestion.Topic]) -> Remedy {
        Remedy("answerQuestions", ["topics": topics.map(\.rawValue).joined(separator: " ")])
    }
    /// Look at what would be added, line by line.
    public static let previewImport = Remedy("previewImport")
}
