import Values

import struct Foundation.UUID

extension KindTable {
    /// One pass over the index of a total, which holds all that is needed and lies in the order of what is summed for.
    func sums(
        of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay],
        in unit: TableRows<some TableConnection>
    ) throws -> [UUID: [Money]] {
        guard let total = totals.first(where: { $0.columns.total.amount == amount }) else {
            throw StoreError.unknownColumn(kind: kind.description.kind, column: amount)
        }
        let split = total.columns.split == nil ? nil : choices.map { $0.map { Array($0.utf8) } }
        let width = total.columns.split == nil ? 4 : 5
        var sums: [UUID: [Money]] = [:]
        var found = TableTotal()
        var current = RunningSum()
        // Rows come by day, so that each is looked at once, however many days there are.
        let order = DayOrder(days)
        func add(_ row: RowReader) throws {
            found.add(Checksum.of(row, columns: 0..<width))
            if let split, !split.contains(where: { row.holds($0, in: 4) }) { return }
            if !current.isOf(row) {
                current.store(in: &sums)
                current = try RunningSum(row, days: order)
            }
            try current.add(try row.amount(2, currency: 3), dated: try row.day(1))
        }
        let (by, upTo) = (total.columns.total.by, total.columns.total.upTo)
        let quoted = unit.catalog.dialect.quoted
        if let owner {
            // Part of an index has no total of its own.
            try unit.connection.forEachRow(
                "\(total.query) WHERE \(quoted(by)) = ? ORDER BY \(quoted(upTo))", [.text(owner.uuidString)], add)
        } else {
            try unit.connection.forEachRowOfIndex("\(total.query) ORDER BY \(quoted(by)), \(quoted(upTo))", add)
            try unit.totals.check(found, of: total.name, in: unit.connection)
        }
        current.store(in: &sums)
        return sums
    }
}

/// Days that are asked for in any order, in theirs.
private struct DayOrder {
    let sorted: [CalendarDay]
    /// For each day that is asked for its place among the sorted ones.
    private let places: [Int]

    init(_ days: [CalendarDay]) {
        sorted = Set(days).sorted()
        let place = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
        places = days.compactMap { place[$0] }
    }

    /// Values of the sorted days for those that are asked for.
    func asked(_ values: [Money]) -> [Money] { places.map { values[$0] } }
}

/// The sum of the rows of one owner, while its part of the index is passed.
private struct RunningSum {
    private var id: UUID?
    private var text: [UInt8] = []
    private var days = DayOrder([])
    /// The sums of the days that are passed.
    private var amounts: [Money] = []
    private var sum: Money?

    init() {}

    init(_ row: RowReader, days: DayOrder) throws {
        id = try row.id(0)
        text = row.bytes(0).map(Array.init) ?? []
        self.days = days
        sum = .zero(try row.currency(3))
        amounts.reserveCapacity(days.sorted.count)
    }

    func isOf(_ row: RowReader) -> Bool { row.holds(text, in: 0) }

    mutating func add(_ amount: Money, dated day: CalendarDay) throws(MoneyError) {
        guard let before = sum else { return }
        while amounts.count < days.sorted.count, days.sorted[amounts.count] < day { amounts.append(before) }
        guard amounts.count < days.sorted.count else { return }
        sum = try before.adding(amount)
    }

    mutating func store(in sums: inout [UUID: [Money]]) {
        guard let id, let sum else { return }
        while amounts.count < days.sorted.count { amounts.append(sum) }
        sums[id] = days.asked(amounts)
    }
}
