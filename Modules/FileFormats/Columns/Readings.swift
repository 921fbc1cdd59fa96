import Values

/// In which way the numbers of a column can be read.
struct NumberReadings {
    private var lines: [DecimalMark: Int] = [:]
    private var ambiguous: (text: String, line: Int)?

    mutating func note(_ text: String, line: Int) { note(NumberText(text), text: text, line: line) }

    mutating func note(_ number: NumberText?, text: String, line: Int) {
        switch number?.evidence {
        case .only(let mark): lines[mark] = lines[mark] ?? line
        case .either: ambiguous = ambiguous ?? (text, line)
        case .none?, nil: break
        }
    }

    /// The mark before decimals; nil when no number shows it, and none needs it.
    ///
    /// - Parameter isWhole: whether the amounts are in currencies without decimals, so that `1,500` is 1500.
    /// - Throws: ``ImportError/mixedNumbers(lines:)``, ``ImportError/ambiguousNumber(_:line:)``.
    func mark(isWhole: Bool = false) throws(ImportError) -> DecimalMark? {
        if lines.count > 1 { throw .mixedNumbers(lines: lines.values.sorted()) }
        if lines.isEmpty, let ambiguous {
            guard isWhole else { throw .ambiguousNumber(ambiguous.text, line: ambiguous.line) }
            return ambiguous.text.contains(",") ? .point : .comma
        }
        return lines.keys.first
    }
}

/// In which way the dates of a column can be read.
struct DateReadings {
    private let context: DateContext
    /// The line of the first date that can be read in one order alone.
    private var lines: [DateOrder: Int] = [:]
    private var possible = Set(DateOrder.allCases)
    private var ambiguous: (text: String, line: Int)?
    private var wasShort = false
    /// The numbers that stood first and last in dates with a year of two digits.
    private var first: Set<Int> = []
    private var last: Set<Int> = []
    /// The orders by which all days are near the present one.
    private var near = Set(DateOrder.allCases)

    init(_ context: DateContext = DateContext()) { self.context = context }

    mutating func note(_ text: String, line: Int) { note(DateText(text), text: text, line: line) }

    mutating func note(_ date: DateText?, text: String, line: Int) {
        guard let date, date.needsOrder else { return }
        let orders = date.orders(context)
        guard !orders.isEmpty else { return }
        if orders.count == 1, let order = orders.first { lines[order] = lines[order] ?? line }
        possible.formIntersection(orders)
        if orders.count > 1 { ambiguous = ambiguous ?? (text, line) }
        guard let parts = date.shortParts else { return }
        wasShort = true
        first.insert(parts[0])
        last.insert(parts[2])
        for order in near where !isNear(date, order) { near.remove(order) }
    }

    private func isNear(_ date: DateText, _ order: DateOrder) -> Bool {
        guard let today = context.today, let day = date.plain(order, context) else { return context.today == nil }
        return day > today.adding(months: -60) && day < today.adding(months: 18)
    }

    /// The order of day, month and year; nil when no date shows it, and none needs it.
    ///
    /// - Throws: ``ImportError/mixedDates(lines:)``, ``ImportError/ambiguousDate(_:line:)``.
    func order() throws(ImportError) -> DateOrder? {
        if lines.count > 1 { throw .mixedDates(lines: lines.values.sorted()) }
        if let order = lines.keys.first, possible.contains(order) { return order }
        guard let ambiguous else { return nil }
        let orders = likely
        guard orders.count == 1, let order = orders.first else {
            throw .ambiguousDate(ambiguous.text, line: ambiguous.line)
        }
        return order
    }

    /// The orders that the whole column leaves: years change more slowly than days, and most lists are of the last years.
    private var likely: Set<DateOrder> {
        guard wasShort else { return possible }
        var orders = possible
        if orders.contains(.yearFirst) {
            if first.count < last.count, near.contains(.yearFirst) || near.isEmpty { return [.yearFirst] }
            if first.count > last.count { orders.remove(.yearFirst) }
        }
        let likely = orders.intersection(near)
        return likely.isEmpty ? orders : likely
    }
}
