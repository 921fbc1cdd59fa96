import Values

/// Facts that all rows of a table show before one is read: how numbers and dates are written, whether amounts have signs, and which
/// words its columns hold.
struct TableSurvey {
    /// The few different words of a column.
    struct Words {
        /// A word of a column.
        struct Use {
            let line: Int
            var positive = 0
            var negative = 0
        }

        static let most = 8
        var uses: [String: Use] = [:]
        /// Whether the column holds more than a few short words.
        var isOther = false

        mutating func note(_ text: String, line: Int, isNegative: Bool?) {
            guard !isOther, !text.isEmpty else { return }
            if uses[text] == nil {
                guard uses.count < Self.most, Self.isShort(text) else {
                    isOther = true
                    return
                }
                uses[text] = Use(line: line)
            }
            if isNegative == true { uses[text]?.negative += 1 }
            if isNegative == false { uses[text]?.positive += 1 }
        }

        /// Whether a text could name a direction: a sign, a letter, or one or two words.
        private static func isShort(_ text: String) -> Bool {
            guard text.utf8.count <= 24 else { return false }
            if text == "+" || text == "-" { return true }
            return !text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
                && text.split(separator: " ").count <= 2
        }

        /// Whether all words are known directions.
        var isDirection: Bool {
            !isOther && !uses.isEmpty && uses.keys.allSatisfy { DirectionWords.isOut($0) != nil }
        }
    }

    let layout: TableLayout
    var numbers = NumberReadings()
    var dates: DateReadings
    /// The words of each column that tells nothing yet, and of the column of directions.
    private(set) var words: [Int: Words] = [:]
    private(set) var states: [String: Int] = [:]
    private(set) var rows = 0
    /// Whether an amount has a minus, a plus, brackets, or a word such as DR.
    private(set) var isSigned = false
    private(set) var hasPlainDebit = false
    /// The first row with a fee that is not 0.
    private(set) var feeLine: Int?
    private(set) var currencies: Set<String> = []
    /// The first row whose sides are both empty while a column that is not read has a number, and that column.
    private(set) var elsewhere: (line: Int, column: Int)?
    /// The columns that tell nothing, and have amounts.
    private(set) var unreadAmounts = UnreadAmounts()
    /// The first row in which columns of one title differ.
    private(set) var unequalTwins: (title: String, line: Int)?
    /// The columns whose cells are numbers, with what they mean here.
    private let numberColumns: [(position: Int, meaning: Meaning)]
    /// The columns whose cells are days.
    private let dayColumns: [Int]

    private enum Meaning { case amount, debit, fee, other }

    init(_ layout: TableLayout, _ context: DateContext) {
        self.layout = layout
        let meanings: [(ColumnRole, Meaning)] =
            [(.amount, .amount), (.debit, .debit), (.credit, .other), (.balance, .other), (.fee, .fee)]
            + layout.ownRoles.filter { $0.content == .number }.map { ($0, .other) }
        numberColumns = meanings.flatMap { role, meaning in (layout.positions[role] ?? []).map { ($0, meaning) } }
        dayColumns = ([.date] + layout.ownRoles.filter { $0.content == .day }).flatMap { layout.positions[$0] ?? [] }
        dates = DateReadings(context)
    }

    mutating func note(_ row: CSVReader.Row) {
        rows += 1
        var isNegative: Bool?
        for (position, meaning) in numberColumns {
            let text = TableLayout.cell(position, row)
            guard !text.isEmpty else { continue }
            let number = NumberText(text)
            numbers.note(number, text: text, line: row.line)
            guard let number, !number.isZero else { continue }
            switch meaning {
            case .amount:
                isNegative = number.isMinus
                if number.hasSign { isSigned = true }
            case .debit: if !number.isMinus { hasPlainDebit = true }
            case .fee: if hasOwnFee(row, number) { feeLine = feeLine ?? row.line }
            case .other: break
            }
        }
        for position in dayColumns {
            let text = TableLayout.cell(position, row)
            if !text.isEmpty { dates.note(DateText(text), text: text, line: row.line) }
        }
        // A remark below the table stands in some column, too, and is none of its words.
        let isRow = cell(layout.columns.date, row) != nil
        if isRow, let state = cell(layout.columns.state, row), states.count < 40 {
            states[state] = states[state] ?? row.line
        }
        if isRow, let code = cell(layout.columns.currency, row), currencies.count < 40 { currencies.insert(code) }
        for position in layout.worded where isRow && words[position]?.isOther != true {
            words[position, default: Words()].note(
                TableLayout.cell(position, row), line: row.line, isNegative: isNegative)
        }
        noteSides(row)
        if isRow { unreadAmounts.note(row, at: layout.unread) }
        for twin in layout.twins where unequalTwins == nil {
            let cells = Set(twin.positions.map { TableLayout.cell($0, row) })
            if cells.count > 1 { unequalTwins = (twin.title, row.line) }
        }
    }

    private func cell(_ position: Int?, _ row: CSVReader.Row) -> String? { TableLayout.filled(position, row) }

    /// Whether the fee is in the currency of the row.
    private func hasOwnFee(_ row: CSVReader.Row, _ fee: NumberText) -> Bool {
        guard let code = cell(layout.columns.feeCurrency, row) ?? fee.currency,
            let own = cell(layout.columns.currency, row)
        else { return true }
        return code == own
    }

    /// Sees a row that comes in or goes out in a column that is not read.
    private mutating func noteSides(_ row: CSVReader.Row) {
        guard elsewhere == nil, layout.columns.hasSides, cell(layout.columns.debit, row) == nil,
            cell(layout.columns.credit, row) == nil, cell(layout.columns.date, row) != nil
        else { return }
        for position in layout.unread {
            let text = TableLayout.cell(position, row)
            guard text.contains(where: { $0 == "." || $0 == "," }), let number = NumberText(text), !number.isZero else {
                continue
            }
            elsewhere = (row.line, position)
            return
        }
    }
}
