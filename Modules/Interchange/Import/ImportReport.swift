import FileFormats
public import Models

/// What an import added, or would add.
public struct ImportReport: Sendable {
    /// What became of a row.
    public enum State: String, Sendable, CaseIterable {
        /// It was added.
        case added
        /// The asset has the same transaction already: its number, or day, amount and texts.
        case known
        /// The asset has one of the same amount, at most 4 days apart, that was entered by hand; this one was added beside it.
        case twin
        /// It was joined with such a one, which it was told to be.
        case linked
        /// The bank corrects one that is there: it was changed, or taken away.
        case corrected
        /// It moved nothing: it is pending, has failed, or states a balance.
        case leftOut
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
        /// Why it was refused or left out, or what it may be the same as; else nil.
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
        /// The balance before the first row by the file's word, entered as the opening balance; nil for none.
        public var opening: Money?
    }

    /// What the file was read as.
    public let format: ImportFormat
    /// How a table was read; nil for other formats.
    public let mapping: ColumnMapping?
    /// The titles of a table's columns that were not read.
    public let unread: [String]
    /// The questions to answer before anything is entered; only in a dry run, which enters nothing.
    public let questions: [ImportQuestion]
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
