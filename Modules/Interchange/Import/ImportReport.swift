public import Models

/// What an import added, or would add.
public struct ImportReport: Sendable {
    /// What became of a row.
    public enum State: String, Sendable, CaseIterable {
        /// It was added.
        case added
        /// The asset has the same transaction already: day, amount and note.
        case known
        /// It changes nothing: its amount is 0.
        case empty
        /// It cannot be read, or not entered. Nothing is written then.
        case refused
    }

    /// A row of the file.
    public struct Row: Sendable {
        /// Its line in the file, from 1.
        public let line: Int
        /// What became of it.
        public let state: State
        /// The name of the asset; nil when that is not known.
        public let asset: String?
        /// The day; nil when that cannot be read.
        public let day: CalendarDay?
        /// The amount; nil when that cannot be read.
        public let amount: Money?
        /// What it was for.
        public let note: String?
        /// Why it was refused; else nil.
        public let reason: String?
    }

    /// An asset to which rows belong.
    public struct AssetChange: Sendable {
        /// The asset.
        public let asset: Asset
        /// Whether the import adds it.
        public let isNew: Bool
        /// How many transactions are added.
        public let added: Int
        /// The sum of all its transactions up to the call's day, with those added.
        public let balance: Money
    }

    /// What the file was read as.
    public let format: ImportFormat
    /// How a table was read; nil for other formats.
    public let mapping: ColumnMapping?
    /// The titles of a table's columns that were not read.
    public let unread: [String]
    /// Every row, in the order of the file; only what ``ImportRequest/listsRows`` asks for.
    public let rows: [Row]
    /// How many rows ended in each state.
    let counts: [State: Int]
    /// How many of those that were added are dated after today.
    let future: Int
    /// The assets, in the order of the file.
    public let assets: [AssetChange]
    /// How many goals the file brought.
    public let goals: Int
    /// How many allocations the file brought.
    public let allocations: Int

    /// How many rows ended in a state.
    public func count(_ state: State) -> Int { counts[state] ?? 0 }
}

/// One transaction as a file tells it.
struct ImportedRow: Sendable {
    /// How much, before the currency of its asset is known.
    enum Amount: Sendable, CustomStringConvertible {
        /// `-1234.50`, as a person may have written it.
        case entered(String)
        /// `-1234.50`, where the file's own rules leave no doubt how it is read.
        case exact(String)
        /// A number that is read already.
        case number(Money)

        /// The number in digits, with a point.
        var description: String {
            switch self {
            case .entered(let text), .exact(let text): text
            case .number(let money): money.amountText
            }
        }

        /// The amount in the currency of its asset.
        ///
        /// - Throws: ``NumberError``.
        func money(_ currency: Currency) throws(NumberError) -> Money {
            switch self {
            case .entered(let text): try Money(entered: text, currency)
            case .exact(let text): try Money(text, currency)
            case .number(let money): money.counted(in: currency)
            }
        }
    }

    let line: Int
    /// The account that the file names; nil when it names none.
    var account: String?
    /// The asset, where the file was written from it.
    var assetID: Asset.ID?
    /// The currency that the row names, as a code or a sign; nil when it names none.
    var currency: String?
    var day: CalendarDay
    var amount: Amount
    /// The code or sign of a currency that stands beside the amount; nil for none.
    var sign: String?
    var note: String?
    /// Whether it is what the account held before, and no payment.
    var isOpening = false
    /// What the file keeps of a transaction of ours.
    var details: JournalTag.Details?
}

/// A row that cannot be read.
struct UnreadableRow: Error {
    let line: Int
    let reason: String
}

typealias ReadRow = Result<ImportedRow, UnreadableRow>
