/// The choices of a person for reading a table.
public struct TableChoices: Sendable {
    /// The columns as a person names them.
    public var columns = ColumnChoices()
    /// The encoding; nil for what the file names, else UTF-8.
    public var encoding: TextEncoding?
    /// The name under which the columns of such a table were saved; nil to find out.
    public var map: String?
    /// The name under which the columns are saved; nil to forget them.
    public var savingMapAs: String?

    /// Nothing is said.
    public init() {}
}
