public import Values

/// Reads statements in a format of its own.
public protocol StatementReader: Sendable {
    /// The name by which a person chooses it.
    var name: String { get }

    /// The statement in a file, which may hold anything.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - call: the day, the zone, and the time that reading may take.
    /// - Throws: A ``Problem``.
    func statement(path: String, _ call: Call) async throws -> Statement
}
