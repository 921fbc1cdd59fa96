import Models

/// The rows of one statement between its opening and its closing balance, which have to agree (I5).
struct StatementTotals {
    private(set) var opening: (line: Int, amount: Money)?
    private(set) var closing: (line: Int, amount: Money)?
    private var sum: Money? = .zero(.usd)

    mutating func open(_ amount: String, line: Int) {
        if opening == nil { opening = (try? Money(amount, .usd)).map { (line, $0) } }
    }

    mutating func close(_ amount: String, line: Int) { closing = (try? Money(amount, .usd)).map { (line, $0) } }

    /// Takes in a movement, in digits.
    mutating func add(_ amount: String) { sum = (try? Money(amount, .usd)).flatMap { try? sum?.adding($0) } }

    /// The question to ask if the rows do not lead from one balance to the other; nil if they do, or one is missing.
    var question: ImportQuestion? {
        guard let opening, let closing, let sum, let end = try? opening.amount.adding(sum), end != closing.amount else {
            return nil
        }
        return ImportQuestion(
            .balance, lines: [opening.line, closing.line],
            "The statement goes from \(opening.amount.plainText) in line \(opening.line) to "
                + "\(closing.amount.plainText) in line \(closing.line), but its rows sum to \(sum.plainText): a row may be "
                + "missing, doubled, or read wrongly.")
    }
}
