public import FileFormats
import Models

/// A file of trades to import, and what a person says of it.
public struct PortfolioImportRequest: Sendable {
    /// The path of the file.
    public var path: String
    /// The portfolio of rows that name none.
    public var portfolio: String?
    /// The encoding of a table; nil for what the file names, else UTF-8.
    public var encoding: TextEncoding?
    /// The choices for reading a table's columns.
    public var columns = ColumnChoices()
    /// The name under which the columns of such a table were saved; nil to find out.
    public var map: String?
    /// The name under which the columns are saved; nil to forget them.
    public var savingMapAs: String?
    /// The program that wrote the table; nil for any other, or for columns of one's own.
    public var preset: TradePreset?
    /// Whether units of unknown cost are brought in where a sale takes more than is held.
    public var opensMissing = false
    /// The meaning of a minus before taxes; nil to find out.
    public var negativeTaxes: NegativeTaxes?
    /// The type of instruments that are added.
    public var type: InstrumentType = .other

    /// A file.
    public init(path: String, portfolio: String? = nil) {
        self.path = path
        self.portfolio = portfolio
    }
}

/// The rows of a file that were entered.
public struct PortfolioImport: Sendable {
    /// The transactions that were entered, in the order in which they act.
    public let transactions: [PortfolioTransaction]
    /// How many rows were known already.
    public let known: Int
    /// The instruments that were added.
    public let instruments: [Instrument]
    /// Units of unknown cost that were brought in.
    public let opened: [PortfolioTransaction]
    /// The names of portfolios and instruments.
    public let names: PortfolioNames
    /// The number of prices of the file that were recorded.
    public internal(set) var prices = 0
    /// The roles of a table's columns, with their titles; nothing for a file of another format.
    public internal(set) var columns: [(role: String, title: String)] = []
    /// The titles of a table's columns that were not read.
    public internal(set) var unread: [String] = []
}
