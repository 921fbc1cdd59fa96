import Values

/// Tells rows of a table from what stands among and below them: balances, totals, remarks (I4).
package struct TableEnding {
    /// A line that may stand below the table.
    private struct Held {
        let row: ReadRow
        let line: Int
        let isRemark: Bool
        let isSum: Bool
    }

    private static let mostHeld = 200

    private let plan: TablePlan
    private var held: [Held] = []
    /// The last row that was read: only the next one shows that it is not the total of all.
    private var last: (rows: [ImportedRow], isSum: Bool, named: TableRow)?
    /// The sum of all movements so far, in whatever currency.
    private var sum: Money? = .zero(.usd)
    private var count = 0
    /// Lines that are no rows.
    package private(set) var remarks: [Int] = []
    /// The line with the sum of all rows.
    package private(set) var total: Int?
    package private(set) var questions: [ImportQuestion] = []

    package init(_ plan: TablePlan) { self.plan = plan }

    /// Takes in a row, and hands on the one before it.
    ///
    /// - Throws: What `body` throws.
    mutating func note(_ row: TableRow, _ body: (ReadRow) throws -> Void) throws {
        let rows: [ImportedRow]
        do {
            rows = try row.read()
        } catch {
            return try hold(row, error.reason, body)
        }
        try release(body)
        for line in held { try body(line.row) }
        held = []
        guard let first = rows.first, first.leftOut == nil else {
            for row in rows { try body(.success(row)) }
            return
        }
        let isSum = count > 0 && amount(of: first).map { $0 == sum && !$0.isZero } == true
        if count == 0, row.hasText(BalanceWords.isOpening) {
            var opening = first
            opening.isOpening = true
            last = ([opening], false, row)
        } else {
            last = (rows, isSum, row)
        }
        if !isSum { add(first) }
    }

    private func amount(of row: ImportedRow) -> Money? {
        guard case .entered(let text) = row.amount else { return nil }
        return try? Money(text, .usd)
    }

    private mutating func add(_ row: ImportedRow) {
        count += 1
        sum = amount(of: row).flatMap { amount in try? sum?.adding(amount) }
    }

    /// Hands on the last row, which others follow.
    private mutating func release(_ body: (ReadRow) throws -> Void) throws {
        guard let (rows, isSum, named) = last else { return }
        last = nil
        if isSum, named.hasText({ BalanceWords.isClosing($0) || BalanceWords.isOpening($0) }) {
            return try leaveOut(rows, "It states what the rows above it sum to.", body)
        }
        if isSum, let first = rows.first { add(first) }
        for row in rows { try body(.success(row)) }
    }

    private func leaveOut(_ rows: [ImportedRow], _ reason: String, _ body: (ReadRow) throws -> Void) throws {
        for var row in rows {
            row.leftOut = reason
            try body(.success(row))
        }
    }

    /// Holds back what cannot be read until a row follows, or none.
    private mutating func hold(_ row: TableRow, _ reason: String, _ body: (ReadRow) throws -> Void) throws {
        let hasDay = row.day != nil
        let number = (try? row.amount()).flatMap { $0.isZero ? nil : try? Money($0.text, .usd) }
        func isWord(_ text: String) -> Bool { BalanceWords.isClosing(text) || BalanceWords.isOpening(text) }
        // Below a table, the word often stands in the first column.
        let isNamed = row.hasText(isWord) || (!hasDay && row.cell(row.layout.columns.date).map(isWord) == true)
        let isSum =
            number != nil && number == sum && row.cell(row.layout.columns.date)?.contains(where: \.isNumber) != true
        // A sum that is not that of the rows contradicts them, and a balance says nothing of them.
        func isBalance(_ text: String) -> Bool { BalanceWords.isBalance(text) || BalanceWords.isOpening(text) }
        let statesBalance = row.hasText(isBalance) || row.cell(row.layout.columns.date).map(isBalance) == true
        // A total that is not the sum of the rows is left out only where a person says so.
        let statesTotal = !hasDay && (isNamed || row.cell(row.layout.columns.amount).map(isWord) == true)
        let isIgnored = statesTotal && row.mapping.answers.ignoresBalances
        let reason =
            statesTotal ? "it has no date, and states a total that is not the sum of the rows above it." : reason
        let isRemark =
            isIgnored || isSum || (isNamed && number == nil) || (statesBalance && !hasDay)
            || (!hasDay && number == nil && !row.hasOwnCells)
        // Among the rows, a line that only states a balance says nothing of its own.
        if isNamed, number == nil, held.isEmpty {
            remarks.append(row.line)
            return
        }
        held.append(
            Held(
                row: .failure(UnreadableRow(line: row.line, reason: reason, leftOut: row.leftOut)), line: row.line,
                isRemark: isRemark, isSum: isSum))
        guard held.count > Self.mostHeld else { return }
        try release(body)
        for line in held { try body(line.row) }
        held = []
    }

    /// Hands on what was held back at the end of the file.
    ///
    /// - Throws: What `body` throws.
    mutating func finish(_ body: (ReadRow) throws -> Void) throws {
        try finishLast(body)
        let end = held.lastIndex { !$0.isRemark }.map { $0 + 1 } ?? 0
        for line in held[..<end] { try body(line.row) }
        for line in held[end...] {
            if line.isSum { total = line.line } else { remarks.append(line.line) }
        }
        held = []
    }

    private mutating func finishLast(_ body: (ReadRow) throws -> Void) throws {
        guard let (rows, isSum, named) = last, let first = rows.first else { return }
        last = nil
        if isSum, named.hasText(BalanceWords.isClosing) {
            return try leaveOut(rows, "It states what the rows above it sum to.", body)
        }
        // Total is also the name of a company that sells petrol.
        let isOther = count > 1 && !isSum && named.hasText(BalanceWords.isBalance)
        if isOther || (isSum && count > 1), !plan.isProven {
            let ignores = named.mapping.answers.ignoresBalances
            if isOther, ignores { return try leaveOut(rows, "It states a balance.", body) }
            if !ignores {
                questions.append(
                    ImportQuestion(
                        .total, lines: [first.line],
                        isSum
                            ? "It has the sum of all rows above it: is it their total, and no movement?"
                            : "It states a balance or a total that is not the sum of the rows above it."
                    ))
            }
        }
        if count > 1, !isSum, named.hasText(BalanceWords.isOpening) {
            var opening = first
            opening.isOpening = true
            return try body(.success(opening))
        }
        for row in rows { try body(.success(row)) }
    }
}
