import FileFormats
import Models

/// A reason, as a sentence, why a row of a file is not entered.
struct RowRefusal: Error, CustomStringConvertible {
    let message: String

    var description: String { message }

    init(_ message: String) { self.message = message }
}

/// The rows of a file that cannot be entered: the first of them, and how many there are.
struct RowIssues {
    private static let limit = 20
    private var issues: [ImportError.RowIssue] = []
    private var count = 0

    /// Takes note of an error that a row has.
    ///
    /// - Throws: An error that is not about the row.
    mutating func note(_ error: any Error, line: Int) throws {
        switch error {
        case let row as UnreadableRow: add(row.reason, line: row.line)
        case let refusal as RowRefusal: add(refusal.message, line: line)
        // No row names a portfolio: that is no issue of this one.
        case PortfolioError.choosePortfolio, PortfolioError.noPortfolio: throw error
        case let problem as any Problem: add(problem.description, line: line)
        default: throw error
        }
    }

    /// Takes note of a reason.
    mutating func add(_ message: String, line: Int) {
        count += 1
        if issues.count < Self.limit { issues.append(ImportError.RowIssue(line: line, message: message)) }
    }

    /// Throws the noted rows in the order of their lines.
    ///
    /// - Throws: ``ImportError/rows(_:count:)``.
    func check() throws(ImportError) {
        guard issues.isEmpty else { throw .rows(issues.sorted { $0.line < $1.line }, count: count) }
    }
}
