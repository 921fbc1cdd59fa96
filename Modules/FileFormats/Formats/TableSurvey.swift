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
    /// The first row in which columns of one title differ.
    private(set) var unequalTwins: (title: String, line: Int)?
    /// The roles whose cells are numbers, and those whose cells are days.
    private let numberRoles: [ColumnRole]
    private let dayRoles: [ColumnRole]

    init(_ layout: TableLayout, _ context: DateContext) {
        self.layout = layout
        numberRoles = [.amount, .debit, .credit, .balance, .fee] + layout.ownRoles.filter { $0.content == .number }
        dayRoles = [.date] + layout.ownRoles.filter { $0.content == .day }
        dates = DateReadings(context)
    }

    mutating func note(_ row: CSVReader.Row) {
        rows += 1
        var isNegative: Bool?
        for role in numberRoles {
            for position in layout.positions[role] ?? [] {
                let text = TableLayout.cell(position, row)
                guard !text.isEmpty else { continue }
                let number = NumberText(text)
                numbers.note(number, text: text, line: row.line)
                guard let number, !number.isZero else { continue }
                switch role {
                case .amount:
                    isNegative = number.isMinus
                    if number.hasSign { isSigned = true }
                case .debit: if !number.isMinus { hasPlainDebit = true }
                case .fee: if hasOwnFee(row, number) { feeLine = feeLine ?? row.line }
                default: break
                }
            }
        }
        for position in dayRoles.flatMap({ layout.positions[$0] ?? [] }) {
            let text = TableLayout.cell(position, row)
            if !text.isEmpty { dates.note(DateText(text), text: text, line: row.line) }
        }
        // A remark below the table stands in some column, too, and is none of its words.
        let isRow = layout.cell(.date, row) != nil
        if isRow, let state = layout.cell(.state, row), states.count < 40 { states[state] = states[state] ?? row.line }
        if isRow, let code = layout.cell(.currency, row), currencies.count < 40 { currencies.insert(code) }
        for position in layout.unread + (layout.positions[.direction] ?? [])
        where isRow && words[position]?.isOther != true {
            words[position, default: Words()].note(
                TableLayout.cell(position, row), line: row.line, isNegative: isNegative)
        }
        noteSides(row)
        for twin in layout.twins where unequalTwins == nil {
            let cells = Set(twin.positions.map { TableLayout.cell($0, row) })
            if cells.count > 1 { unequalTwins = (twin.title, row.line) }
        }
    }

    /// Whether the fee is in the currency of the row.
    private func hasOwnFee(_ row: CSVReader.Row, _ fee: NumberText) -> Bool {
        guard let code = layout.cell(.feeCurrency, row) ?? fee.currency, let own = layout.cell(.currency, row) else {
            return true
        }
        return code == own
    }

    /// Sees a row that comes in or goes out in a column that is not read.
    private mutating func noteSides(_ row: CSVReader.Row) {
        guard elsewhere == nil, layout.hasSides, layout.cell(.debit, row) == nil,
            layout.cell(.credit, row) == nil, layout.cell(.date, row) != nil
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
