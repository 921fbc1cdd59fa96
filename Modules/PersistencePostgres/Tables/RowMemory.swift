import Values

/// The rows of one kind that a transaction has seen: nobody else writes to the household meanwhile.
///
/// Whoever looks for many rows one by one is better served with all of them at once.
struct RowMemory {
    /// Rows by their keys; nil for a key that has none.
    private(set) var rows: [[Cell]: [Cell]?] = [:]
    /// Whether all rows are there.
    private var isWhole = false
    /// The keys of all rows, once new ones were written often.
    private var keys: Set<[Cell]>?
    private var misses = 0

    /// More rows than this are not held.
    private static let most = 300_000

    /// The knowledge about a row: none, that it does not exist, or its cells.
    func known(_ key: [Cell]) -> [Cell]?? {
        if let row = rows[key] { return .some(row) }
        return isWhole ? .some(nil) : nil
    }

    /// Whether a row is known to be there, or not to be.
    func contains(_ key: [Cell]) -> Bool? { known(key).map { $0 != nil } ?? keys?.contains(key) }

    /// Counts a search; whether it is time to read everything, of so many rows.
    mutating func misses(of count: @autoclosure () throws -> Int) rethrows -> Bool {
        misses += 1
        guard misses > 16 else { return false }
        let count = try count()
        return misses > count / 50 && count <= RowMemory.most
    }

    mutating func note(_ key: [Cell], _ row: [Cell]?) {
        rows[key] = .some(row)
        if row == nil { keys?.remove(key) } else { keys?.insert(key) }
    }

    /// Takes note of a new row, which is read again if it is needed.
    mutating func noteNew(_ key: [Cell], _ row: [Cell]) {
        if isWhole { return note(key, row) }
        rows[key] = nil
        keys?.insert(key)
    }

    mutating func note(allKeys: Set<[Cell]>) { keys = allKeys }

    mutating func note(all: [[Cell]], keyWidth: Int) {
        rows = [:]
        for row in all { rows[Array(row.prefix(keyWidth))] = .some(row) }
        isWhole = true
    }
}
