/// How prices move together: 1 on the diagonal, −1 to 1 elsewhere, positive semidefinite.
public struct CorrelationMatrix: Sendable, Hashable {
    /// How small a pivot is taken for 0, since the entries of a perfect correlation are rounded.
    private static let tolerance = 1e-9

    /// The entries by row and column.
    public let rows: [[Double]]
    /// The lower triangle L with L·Lᵀ equal to the matrix.
    let factor: [[Double]]

    /// Prices that move independently of each other.
    public init(independent count: Int) {
        rows = (0..<count).map { row in (0..<count).map { $0 == row ? 1 : 0 } }
        factor = rows
    }

    /// A matrix, checked by its Cholesky factor.
    ///
    /// - Throws: ``CorrelationError``.
    public init(_ rows: [[Double]]) throws(CorrelationError) {
        let size = rows.count
        var factor = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
        for i in 0..<size {
            guard rows[i].count == size else { throw .notSquare(rows: size, row: i + 1, columns: rows[i].count) }
            for j in 0...i {
                guard rows[i][j].isFinite, abs(rows[i][j]) <= 1, rows[i][j] == rows[j][i], i != j || rows[i][i] == 1
                else { throw .notACorrelation(rows[i][j], row: i + 1, column: j + 1) }
                let rest = (0..<j).reduce(rows[i][j]) { $0 - factor[i][$1] * factor[j][$1] }
                if i == j {
                    guard rest > -Self.tolerance else { throw .contradictory(row: i + 1) }
                    factor[i][i] = rest > Self.tolerance ? rest.squareRoot() : 0
                } else if factor[j][j] > 0 {
                    factor[i][j] = rest / factor[j][j]
                } else {
                    // What moves exactly as the rows before it leaves nothing to move with.
                    guard abs(rest) <= 1e-4 else { throw .contradictory(row: i + 1) }
                }
            }
        }
        self.rows = rows
        self.factor = factor
    }
}

/// Why numbers are no correlations.
public enum CorrelationError: Error, Equatable {
    /// A row does not have as many columns as there are rows.
    case notSquare(rows: Int, row: Int, columns: Int)
    /// A number outside −1…1, a diagonal that is not 1, or two halves that differ.
    case notACorrelation(Double, row: Int, column: Int)
    /// No prices move like this: the row contradicts those before it.
    case contradictory(row: Int)
}
