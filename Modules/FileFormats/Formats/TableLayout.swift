import Values

/// The places of a table's columns.
package struct TableLayout {
    /// The titles; nothing for a table without any.
    let titles: [String]
    let width: Int
    /// The columns of each role.
    let positions: [ColumnRole: [Int]]
    /// The columns of the roles that movements have.
    let columns: MovementColumns
    /// The roles with a column that movements do not have, by name.
    let ownRoles: [ColumnRole]
    /// The currencies that titles of the columns of own roles with numbers name.
    let titleCurrencies: [ColumnRole: String]
    /// The columns whose texts identify a row.
    let texts: [Int]
    /// Other columns with the other side of a movement.
    let otherSides: [Int]
    /// Other columns with a day, such as that of an order beside that of its booking.
    let otherDays: [Int]
    /// The columns that tell nothing.
    let unread: [Int]
    /// The columns that tell nothing, and those of directions: their words may say which way amounts go.
    let worded: [Int]
    /// Columns of one title of which one is read.
    let twins: [(title: String, positions: [Int])]

    /// The layout of a table with a row of titles; nil if the row is not that.
    ///
    /// - Throws: ``ImportError/noColumn(_:columns:)`` for a number that no column has.
    init?(_ row: CSVReader.Row, _ mapping: ColumnMapping) throws(ImportError) {
        let titles = row.cells.map { String($0.trimming(while: \.isWhitespace)) }
        let named = mapping.columns.values.flatMap(\.self)
        guard named.allSatisfy({ titles.contains($0) || Self.place($0) != nil }) else { return nil }
        var twins: [(title: String, positions: [Int])] = []
        var positions: [ColumnRole: [Int]] = [:]
        for (role, columns) in mapping.columns {
            for title in columns {
                if !titles.contains(title), let place = Self.place(title) {
                    guard place < titles.count else { throw .noColumn(title, columns: titles) }
                    positions[role, default: []].append(place)
                    continue
                }
                let places = titles.indices.filter { titles[$0] == title }
                positions[role, default: []].append(places.first ?? 0)
                if places.count > 1 { twins.append((title, places)) }
            }
        }
        // Of two currencies, that of the amount stands beside it.
        if let amount = (positions[.amount] ?? positions[.credit])?.first,
            let currency = mapping.columns[.currency]?.first, titles.indices.contains(amount + 1),
            titles[amount + 1] == currency
        {
            positions[.currency] = [amount + 1]
            twins.removeAll { $0.title == currency }
        }
        self.init(titles: titles, width: titles.count, positions: positions, twins: twins)
    }

    /// The layout of a table without titles, whose columns have numbers.
    init(numbered mapping: ColumnMapping) {
        let positions = mapping.columns.mapValues { $0.compactMap { Int($0).map { $0 - 1 } } }
        self.init(titles: [], width: (positions.values.joined().max() ?? 0) + 1, positions: positions, twins: [])
    }

    private init(
        titles: [String], width: Int, positions: [ColumnRole: [Int]], twins: [(title: String, positions: [Int])]
    ) {
        self.titles = titles
        self.width = width
        self.positions = positions
        self.twins = twins
        columns = MovementColumns(positions)
        let ownRoles = positions.keys.filter { !ImportTarget.movements.roles.contains($0) }.sorted { $0.name < $1.name }
        self.ownRoles = ownRoles
        titleCurrencies = Dictionary(
            uniqueKeysWithValues: ownRoles.filter { $0.content == .number }.compactMap { role in
                positions[role]?.first.flatMap { titles.indices.contains($0) ? titles[$0] : nil }
                    .flatMap(ColumnGuess.currency).map { (role, $0) }
            })
        let known = Set(ColumnRole.note.titles)
        let used = Set(positions.filter { $0.key != .note }.values.joined())
        let ownTexts = Set(positions.filter { ownRoles.contains($0.key) && $0.key.content == .text }.values.joined())
        let identifying = titles.indices.filter {
            (!used.contains($0) || ownTexts.contains($0)) && known.contains(ColumnGuess.plain(titles[$0]))
        }
        texts = identifying.isEmpty ? positions[.note] ?? [] : identifying
        let days = Set(ColumnRole.date.titles)
        otherDays = titles.indices.filter { !used.contains($0) && days.contains(ColumnGuess.plain(titles[$0])) }
        let notes = Set(positions[.note] ?? [])
        otherSides = titles.indices.filter {
            !used.contains($0) && !notes.contains($0) && ColumnRole.otherSides.contains(ColumnGuess.plain(titles[$0]))
        }
        let read = used.union(positions[.note] ?? []).union(texts)
        unread = titles.indices.filter { !read.contains($0) }
        worded = unread + columns.directions
    }

    /// The position that `#3` names.
    static func place(_ title: String) -> Int? {
        guard title.hasPrefix("#"), let number = Int(title.dropFirst()), number > 0 else { return nil }
        return number - 1
    }

    /// The first cell of a role in a row; nil when it is empty.
    func cell(_ role: ColumnRole, _ row: CSVReader.Row) -> String? { Self.filled(positions[role]?.first, row) }

    /// The cell of a column in a row; nil when it is empty, or without a column.
    static func filled(_ position: Int?, _ row: CSVReader.Row) -> String? {
        guard let position else { return nil }
        let text = cell(position, row)
        return text.isEmpty ? nil : text
    }

    /// A cell without spaces around it; empty where the row has none.
    static func cell(_ position: Int, _ row: CSVReader.Row) -> String {
        guard row.cells.indices.contains(position) else { return "" }
        let text = row.cells[position]
        guard let first = text.utf8.first, let last = text.utf8.last else { return "" }
        // Nearly no cell begins or ends with a space, and nearly all are ASCII at both ends.
        if (0x21..<0x80).contains(first), (0x21..<0x80).contains(last) { return text }
        return String(text.trimming(while: \.isWhitespace))
    }
}
