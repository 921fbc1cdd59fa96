/// How much a terminal shows.
public struct ScreenSize: Sendable, Hashable {
    /// Characters in a line.
    public let columns: Int
    /// Lines.
    public let rows: Int

    /// A size; at least one character.
    public init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
