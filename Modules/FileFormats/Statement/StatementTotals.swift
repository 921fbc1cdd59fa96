import Values

/// The rows of one statement between its opening and its closing balance, which have to agree (I5).
struct StatementTotals {
    private(set) var opening: (line: Int, amount: Money)?
    private(set) var closing: (line: Int, amount: Money)?
    private var sum: Money? = .zero(.usd)
    /// The most decimals of a balance, with which all three are shown.
    private var decimals = 0

    mutating func open(_ amount: String, line: Int) {
        note(amount)
        if opening == nil { opening = (try? Money(amount, .usd)).map { (line, $0) } }
    }

    mutating func close(_ amount: String, line: Int) {
        note(amount)
        closing = (try? Money(amount, .usd)).map { (line, $0) }
    }

    private mutating func note(_ amount: String) {
        decimals = max(decimals, amount.split(separator: ".").dropFirst().first?.count ?? 0)
    }

    private func text(_ amount: Money) -> String {
        let parts = amount.plainText.split(separator: ".")
        let digits = parts.dropFirst().first ?? ""
        let all = digits + String(repeating: "0", count: max(0, decimals - digits.count))
        return all.isEmpty ? String(parts[0]) : "\(parts[0]).\(all)"
    }

    /// Takes in a movement, in digits.
    mutating func add(_ amount: String) { sum = (try? Money(amount, .usd)).flatMap { try? sum?.adding($0) } }

    /// The question to ask if the rows do not lead from one balance to the other; nil if they do, or one is missing.
    var question: ImportQuestion? {
        guard let opening, let closing, let sum, let end = try? opening.amount.adding(sum), end != closing.amount else {
            return nil
        }
        return ImportQuestion(
            .balance, lines: [opening.line, closing.line],
            "The statement goes from \(text(opening.amount)) in line \(opening.line) to "
                + "\(text(closing.amount)) in line \(closing.line), but its rows sum to \(text(sum)): a row may be "
                + "missing, doubled, or read wrongly.")
    }
}
