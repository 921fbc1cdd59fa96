public import FileFormats

/// A file of transactions that a person wants to have read.
public struct ImportRequest: Sendable {
    /// What a person says of a table's columns; what is not said is found out.
    public typealias Columns = ColumnChoices

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
    /// The reader of the file; nil to read it by how it begins.
    public var reader: String?
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
    /// Whether the balance that an asset was entered with has the rows before its day in it: then its opening balance is moved before them,
    /// so that the balance of that day stays. Else they add to it.
    public var keepsBalances = false
    /// The deadline of goals for which the file names none; nil to leave them out.
    public var deadline: String?

    /// Whether the report has every row; else only what became of how many, which needs no memory for them.
    public var listsRows = true

    /// A request for a file.
    public init(path: String) { self.path = path }
}
