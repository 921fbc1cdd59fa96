import Values

/// A row of a table, read by its plan.
struct TableRow {
    let layout: TableLayout
    let mapping: ColumnMapping
    let plan: TablePlan
    let context: DateContext
    let row: CSVReader.Row

    /// Why a row cannot be read.
    struct Refusal: Error { let reason: String }

    /// A number in digits, and the currency beside it.
    struct Number {
        var text: String
        let currency: String?

        var isNegative: Bool { text.utf8.first == UInt8(ascii: "-") }
        var isZero: Bool { !text.utf8.contains { (0x31...0x39).contains($0) } }

        mutating func negate() { text = isNegative ? String(text.dropFirst()) : "-" + text }
    }

    var line: Int { row.line }
    private var mark: DecimalMark { mapping.decimalMark ?? .point }

    private var columns: MovementColumns { layout.columns }

    /// The cell of a column; nil when it is empty, or without a column.
    func cell(_ position: Int?) -> String? { TableLayout.filled(position, row) }

    /// The account that the row names; nil when it names none.
    var account: String? { cell(columns.account) }
    /// The number of the balance after the row; nil where there is none.
    var balance: Number? { number(columns.balance) }

    // MARK: - Parts

    /// The day; nil where there is none.
    var day: CalendarDay? {
        dateText.flatMap { DateText($0)?.day(mapping.dateOrder ?? .dayFirst, context) }
    }

    /// The date as it is written; what is not booked yet may have that of its order alone.
    private var dateText: String? {
        if let text = cell(columns.date) { return text }
        return layout.otherDays.lazy.map { TableLayout.cell($0, row) }.first { !$0.isEmpty }
    }

    private func number(_ position: Int?) -> Number? { cell(position).flatMap(number(of:)) }

    private func number(of text: String) -> Number? {
        guard let number = NumberText(text), let plain = number.plain(mark) else { return nil }
        return Number(text: plain, currency: number.currency)
    }

    /// The signed amount before fees; nil where no amount is given.
    ///
    /// - Throws: ``Refusal``.
    func amount() throws(Refusal) -> Number? {
        guard columns.amount != nil else { return try sides() }
        guard let text = cell(columns.amount) else { return nil }
        var number = try readable(text)
        guard case .words(let column, let out) = plan.direction else { return number }
        if out.contains(TableLayout.cell(column, row)) { number.negate() }
        return number
    }

    private func readable(_ text: String, _ what: String = "an amount") throws(Refusal) -> Number {
        if let number = number(of: text) { return number }
        guard NumberText(text)?.hasLostDigits == true else {
            throw Refusal(reason: "'\(text.printable)' is not \(what).")
        }
        throw Refusal(reason: "'\(text.printable)' has lost digits: export the file again without a spreadsheet.")
    }

    /// One of the two is empty, or 0.
    private func sides() throws(Refusal) -> Number? {
        var sides: [Number] = []
        var isGiven = false
        for (column, isOut) in [(columns.credit, false), (columns.debit, true)] {
            guard let text = cell(column) else { continue }
            isGiven = true
            var number = try readable(text)
            guard !number.isZero else { continue }
            // Some banks write all debits with a minus; where others have none, one with a minus is a refund.
            if isOut, plan.hasRefunds || !number.isNegative { number.negate() }
            sides.append(number)
        }
        guard sides.count < 2 else { throw Refusal(reason: "it has an amount that comes in and one that goes out.") }
        return sides.first ?? (isGiven || cell(columns.balance) == nil ? Number(text: "0", currency: nil) : nil)
    }

    /// The size of the fee in the row's own currency; 0 where there is none, or where it is in another one.
    var fee: Money {
        guard let number = number(columns.fee), feeCurrency == nil, let fee = try? Money(number.text, .usd) else {
            return .zero(.usd)
        }
        return fee.isNegative ? fee.negated : fee
    }

    /// The currency of the fee where it is another one than the row's; nil else.
    var feeCurrency: String? {
        guard let fee = number(columns.fee), !fee.isZero,
            let code = cell(columns.feeCurrency) ?? fee.currency, code != currency(nil)
        else { return nil }
        return code
    }

    /// The currency that the row names, in its column, beside its amount, or in a title.
    func currency(_ beside: String?) -> String? { cell(columns.currency) ?? beside ?? mapping.titleCurrency }

    /// The texts that identify the row.
    var texts: [String] { layout.texts.map { TableLayout.cell($0, row) } }

    /// Whether a cell of the row's texts, or of any other column that is no number, satisfies a condition.
    func hasText(_ condition: (String) -> Bool) -> Bool {
        (layout.texts + columns.notes + layout.unread).contains {
            condition(TableLayout.cell($0, row))
        }
    }

    // MARK: - The row

    /// Why the row moved nothing; nil if it did.
    var leftOut: String? {
        if plan.unmoved.contains(line) { return "The balances around it go on without it." }
        guard let state = cell(columns.state) else { return nil }
        let answers = mapping.answers
        if answers.leftOut.contains(where: { $0.lowercased() == state.lowercased() }) {
            return "Its state is '\(state.printable)'."
        }
        switch StateWords.meaning(state) {
        case .failed: return "Its state is '\(state.printable)', so it moved nothing."
        case .pending where !answers.countsPending: return "Its state is '\(state.printable)', so it is not booked yet."
        default: return nil
        }
    }

    /// The row, and the fee in another currency where it has one.
    ///
    /// - Throws: ``Refusal``.
    func read() throws(Refusal) -> [ImportedRow] {
        let surplus = row.cells.dropFirst(layout.width)
        if !layout.titles.isEmpty, surplus.contains(where: { !$0.isEmpty }) {
            throw Refusal(reason: "it has \(row.cells.count) columns where the titles are \(layout.width).")
        }
        if row.cells.first == layout.titles.first, row.cells == layout.titles {
            throw Refusal(reason: "the titles stand there again: a second table begins.")
        }
        guard let dateText else { throw Refusal(reason: "it has no date.") }
        guard let day else { throw Refusal(reason: "'\(dateText.printable)' is not a date.") }
        guard var amount = try amount() else { throw Refusal(reason: "it has no amount.") }
        if plan.fees == .apart, !fee.isZero, let net = try? Money(amount.text, .usd).subtracting(fee) {
            amount.text = net.plainText
        }
        var read = ImportedRow(
            line: line, account: account, currency: currency(amount.currency), day: day,
            amount: .entered(amount.text), sign: amount.currency, note: note)
        read.texts = texts
        read.number = cell(columns.number)
        read.leftOut = leftOut
        read.fieldCurrencies = layout.titleCurrencies
        read.fields = try fields(noting: &read.fieldCurrencies)
        read.time = DateText(dateText)?.time(mapping.dateOrder ?? .dayFirst, context)
        guard let code = feeCurrency, let charged = number(columns.fee) else { return [read] }
        var other = read
        (other.currency, other.sign) = (code, nil)
        other.amount = .entered(charged.isNegative ? charged.text : "-" + charged.text)
        other.note = [read.note, TablePlan.title(.fee, layout)].compactMap(\.self).joined(separator: ", ")
        return [read, other]
    }

    /// Whether a cell of a role that movements do not have is filled.
    var hasOwnCells: Bool { layout.ownRoles.contains { layout.cell($0, row) != nil } }

    /// The cells of roles that movements do not have.
    ///
    /// - Parameter currencies: the currencies of amounts, by titles; those beside amounts are added.
    /// - Throws: ``Refusal``.
    private func fields(noting currencies: inout [ColumnRole: String]) throws(Refusal) -> [ColumnRole: String] {
        var fields: [ColumnRole: String] = [:]
        for role in layout.ownRoles {
            guard let text = layout.cell(role, row) else {
                guard !role.isRequired else { throw Refusal(reason: "it has no \(role.name).") }
                continue
            }
            switch role.content {
            case .text: fields[role] = text
            case .number:
                let number = try readable(text, "a number")
                if let code = number.currency {
                    // Whoever takes the digits of a mere number would count them in any currency.
                    guard role.isAmount else {
                        throw Refusal(reason: "'\(text.printable)' names a currency in the column of the \(role.name).")
                    }
                    if let title = currencies[role], title != code {
                        throw Refusal(
                            reason: "'\(text.printable)' is in a column whose title names \(title.printable).")
                    }
                    currencies[role] = code
                }
                fields[role] = number.text
            case .day:
                guard let day = DateText(text)?.day(mapping.dateOrder ?? .dayFirst, context) else {
                    throw Refusal(reason: "'\(text.printable)' is not a date.")
                }
                fields[role] = "\(day)"
            }
        }
        return fields
    }

    private var note: String? {
        var notes: [String] = []
        for column in columns.notes {
            let note = TableLayout.cell(column, row)
            if !note.isEmpty, !notes.contains(note) { notes.append(note) }
        }
        // A movement without a purpose is known by its other side.
        if notes.isEmpty, let side = layout.otherSides.lazy.compactMap({ TableLayout.filled($0, row) }).first {
            notes.append(side)
        }
        guard !notes.isEmpty else { return nil }
        let note = notes.joined(separator: ", ")
        guard note.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return note }
        return note.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension Money {
    /// The number in digits, as short as it is exact.
    package var plainText: String {
        let text = amountText
        guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
        guard let last = text.utf8.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return text }
        return String(text.utf8[last] == UInt8(ascii: ".") ? text[..<last] : text[...last])
    }
}
