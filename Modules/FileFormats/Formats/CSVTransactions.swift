package import Values

/// Transactions in a table, by a mapping.
package struct CSVTransactions {
    package private(set) var mapping: ColumnMapping
    package private(set) var plan: TablePlan
    /// The titles of all columns; nothing for a table without any.
    package let titles: [String]
    /// The titles of the columns whose texts identify a row.
    package let identifying: [String]
    /// The titles of columns that tell nothing, and have amounts.
    package let unreadAmounts: [String]
    private let file: TextFile
    private var context: DateContext

    /// A table with a mapping whose readings are found out where it has none. What has two readings is asked for, never
    /// guessed.
    ///
    /// - Parameters:
    ///   - currency: the currency of rows that name none, where it is known.
    /// - Throws: ``ImportError``.
    package init(
        _ file: TextFile, _ mapping: ColumnMapping, _ context: DateContext = DateContext(), currency: Currency? = nil
    ) throws {
        self.file = file
        self.mapping = mapping
        self.context = context
        if let (first, second) = mapping.contradiction { throw ImportError.contradictoryColumns(first, second) }
        let (survey, above) = try Self.survey(file, mapping, context)
        if let twins = survey.unequalTwins { throw ImportError.sameTitle(twins.title, line: twins.line) }
        if let elsewhere = survey.elsewhere, survey.layout.titles.indices.contains(elsewhere.column) {
            let missing: ColumnRole = mapping.columns[.debit] == nil ? .debit : .credit
            throw ImportError.sideElsewhere(
                missing, title: survey.layout.titles[elsewhere.column], line: elsewhere.line)
        }
        let codes = survey.currencies.isEmpty ? [mapping.titleCurrency].compactMap(\.self) : Array(survey.currencies)
        let units = codes.isEmpty ? [currency].compactMap(\.self) : codes.compactMap { try? Currency(code: $0) }
        let isWhole =
            !units.isEmpty && units.count >= codes.count && units.allSatisfy { $0.isFiat && $0.minorUnit == 0 }
        self.mapping.decimalMark = try mapping.decimalMark ?? survey.numbers.mark(isWhole: isWhole)
        self.mapping.dateOrder = try mapping.dateOrder ?? survey.dates.order()
        if let date = mapping.columns[.date]?.first, ["utc", "gmt"].contains(where: date.lowercased().contains) {
            self.context.isUTC = true
        }
        let names = survey.layout.titles
        titles = names
        identifying = survey.layout.texts.compactMap { names.indices.contains($0) ? names[$0] : nil }
        unreadAmounts = survey.unreadAmounts.positions.compactMap { names.indices.contains($0) ? names[$0] : nil }
        plan = TablePlan(survey, mapping)
        let isKnown = plan.decideDirection(survey, mapping)
        try judgeBalances(survey, isSigned: isKnown)
        plan.balances += above.compactMap { StatedBalance(above: $0, self.mapping, self.context) }
    }

    // MARK: - Rows

    /// Hands on each row below the header.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(_ body: (ReadRow) throws -> Void) throws {
        var ending = TableEnding(plan)
        try read(&ending, body)
    }

    /// Hands on each row below the header, but for lines at the end that are no rows.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(_ ending: inout TableEnding, _ body: (ReadRow) throws -> Void) throws {
        try Self.forEachRow(file, mapping) { layout, row in
            let reader = TableRow(layout: layout, mapping: mapping, plan: plan, context: context, row: row)
            try ending.note(reader, body)
        }
        try ending.finish(body)
    }

    package static func forEachRow(
        _ file: TextFile, _ mapping: ColumnMapping, above: (CSVReader.Row) -> Void = { _ in },
        _ body: (TableLayout, CSVReader.Row) throws -> Void
    ) throws {
        let named = Set(mapping.columns.values.flatMap(\.self))
        // Columns that are all named by numbers belong to a table without titles.
        let isNumbered = !named.isEmpty && named.allSatisfy { Int($0) != nil }
        var layout = isNumbered ? TableLayout(numbered: mapping) : nil
        try file.forEachRow(delimiter: mapping.delimiter.utf8.first ?? 0x2C) { row in
            guard let known = layout else {
                layout = try TableLayout(row, mapping)
                if layout == nil { above(row) }
                return
            }
            try body(known, row)
        }
        guard layout != nil else { throw ImportError.noColumn(named.sorted().first ?? "", columns: []) }
    }

    private static func survey(
        _ file: TextFile, _ mapping: ColumnMapping, _ context: DateContext
    ) throws -> (TableSurvey, above: [CSVReader.Row]) {
        var survey: TableSurvey?
        var header: TableLayout?
        var above: [CSVReader.Row] = []
        try forEachRow(file, mapping, above: { if above.count < 30 { above.append($0) } }) { layout, row in
            if survey == nil { survey = TableSurvey(layout, context) }
            header = layout
            survey?.note(row)
        }
        return (survey ?? TableSurvey(header ?? TableLayout(numbered: mapping), context), above)
    }

    // MARK: - Balances

    /// Compares balances beside the rows with their amounts, which may decide what words and signs do not.
    private mutating func judgeBalances(_ survey: TableSurvey, isSigned: Bool) throws {
        var isSigned = isSigned
        var mismatch: (lines: [Int], account: String)?
        let isCompared = mapping.columns[.balance] != nil && !mapping.answers.ignoresBalances
        if isCompared || (mapping.columns[.balance] != nil && !isSigned) {
            var check = TableBalances(isUnsigned: !isSigned)
            try Self.forEachRow(file, mapping) { layout, row in
                check.note(TableRow(layout: layout, mapping: mapping, plan: plan, context: context, row: row))
            }
            let verdict = check.verdict(fees: plan.fees, hasFees: survey.feeLine != nil)
            if !isSigned, verdict.wrong.isEmpty, let score = verdict.score {
                isSigned = plan.takeDirection(from: score, survey)
            }
            if isSigned, verdict.wrong.isEmpty, verdict.compared > 0 { plan.isProven = true }
            if isSigned, verdict.wrong.isEmpty {
                plan.fees = verdict.fees ?? plan.fees
                plan.unmoved = verdict.unmoved
                if !check.isUnsigned || !isCompared {
                    plan.balances = isCompared ? verdict.balances : []
                } else {
                    try judgeAgain(&mismatch)
                }
            } else if isSigned, isCompared {
                mismatch = (verdict.wrong, verdict.account)
            }
        }
        if !isSigned { plan.askDirection(survey, out: mapping.answers.out) }
        if let line = survey.feeLine, plan.fees == nil {
            plan.questions.append(
                ImportQuestion(
                    .fees, lines: [line],
                    "Is the fee in '\(TablePlan.title(.fee, survey.layout))' part of the amount beside it, or charged "
                        + "besides it?"))
        }
        guard let mismatch, plan.questions.isEmpty else { return }
        let shown = mismatch.lines.prefix(5)
        plan.questions.append(
            ImportQuestion(
                .balance, lines: Array(shown),
                "The balance does not follow from the one before it and the amount: a row may be missing, "
                    + "doubled, or read wrongly."))
    }

    /// Compares once more, now that directions are known.
    private mutating func judgeAgain(_ mismatch: inout (lines: [Int], account: String)?) throws {
        var check = TableBalances(isUnsigned: false)
        try Self.forEachRow(file, mapping) { layout, row in
            check.note(TableRow(layout: layout, mapping: mapping, plan: plan, context: context, row: row))
        }
        let verdict = check.verdict(fees: plan.fees, hasFees: plan.fees != nil)
        plan.unmoved = verdict.unmoved
        plan.balances = verdict.balances
        if !verdict.wrong.isEmpty { mismatch = (verdict.wrong, verdict.account) }
    }
}
