/// A file of transactions that a person wants to have read.
public struct ImportRequest: Sendable {
    /// What a person says of a table's columns; what is not said is found out.
    public struct Columns: Sendable {
        /// The titles of the columns for each role.
        public var titles: [ColumnMapping.Role: [String]] = [:]
        /// Which mark stands before decimals; nil to find out.
        public var decimalMark: DecimalMark?
        /// The order of day and month; nil to find out.
        public var dateOrder: DateOrder?
        /// The delimiter of cells; nil to find out.
        public var delimiter: String?
        /// The answers about the rows.
        public var answers = ImportAnswers()

        /// Nothing is said.
        public init() {}
    }

    /// The file.
    public var path: String
    /// How its bytes stand for text, unless a byte order mark says so; nil to go by what the file names.
    public var encoding: TextEncoding?
    /// The asset of rows that name no account, by name or id; a name that no asset has becomes a new asset.
    public var asset: String?
    /// The currency of rows that name none.
    public var currency: String?
    /// The program whose journal the file is; nil to know it by the file's name.
    public var journal: JournalDialect?
    /// The account of a journal that is imported, with those below it; nil for all assets.
    public var account: String?
    /// What is said of a table's columns.
    public var columns = Columns()
    /// The name of a saved mapping to use; nil for none.
    public var map: String?
    /// The name under which to save the mapping that was used; nil for none.
    public var savingMapAs: String?
    /// Whether rows are joined with what was entered by hand with the same amount, at most 4 days apart.
    public var linksTwins = false
    /// The deadline of goals for which the file names none; nil to leave them out.
    public var deadline: String?

    /// Whether the report has every row; else only what became of how many, which needs no memory for them.
    public var listsRows = true

    /// A request for a file.
    public init(path: String) { self.path = path }
}

/// What transactions can be written in.
public enum ImportFormat: String, Sendable, CaseIterable {
    /// A table with any delimiter.
    case csv
    /// Open Financial Exchange, versions 1 and 2 (also called QFX).
    case ofx
    /// Quicken Interchange Format.
    case qif
    /// ISO 20022 bank statements, `camt.053` and `camt.052`.
    case camt
    /// SWIFT MT940 bank statements.
    case mt940
    /// A journal of hledger.
    case hledger
    /// A journal of ledger.
    case ledger
    /// A journal of beancount.
    case beancount
    /// Piggy banks of Firefly III.
    case firefly
    /// What Ghostfolio exports.
    case ghostfolio
    /// Events of rotki.
    case rotki

    init(_ dialect: JournalDialect) {
        self =
            switch dialect {
            case .hledger: .hledger
            case .ledger: .ledger
            case .beancount: .beancount
            }
    }

    /// The format of a file by how it begins.
    init(head: [UInt8]) {
        let text = String(decoding: head.prefix(2000), as: UTF8.self)
        let start = text.drop(while: \.isWhitespace)
        if start.hasPrefix("OFXHEADER") || text.contains("<OFX>") || text.contains("<?OFX") {
            self = .ofx
        } else if CAMTStatement.matches(text) {
            self = .camt
        } else if MT940Statement.matches(text) {
            self = .mt940
        } else if start.hasPrefix("!") {
            self = .qif
        } else {
            self = .csv
        }
    }
}
