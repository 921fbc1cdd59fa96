extension EntityDescription {
    /// Names that cannot be a table's or a column's, because a store uses them itself.
    private static let reserved: Set<String> = [
        "journal", "journalchanges", "journalreferences", "kinds", "totals", "migrations", "revision", "checksum",
        "rowid", "oid", "_rowid_",
    ]

    /// What is wrong with the description, as a sentence; nil when it can be used. A description from a file is checked
    /// before any name in it becomes part of a statement.
    package var defect: String? {
        let cells = cellNames
        if let bad = ([kind, table] + cells).first(where: { !EntityDescription.isName($0) }) {
            return "'\(bad.printable)' is not a name for a kind, a table or a column"
        }
        if let taken = ([table] + cells).first(where: { EntityDescription.reserved.contains($0.lowercased()) }) {
            return "'\(taken)' is a name that the store uses itself"
        }
        if Set(cells.map { $0.lowercased() }).count != cells.count { return "'\(kind)' names a column twice" }
        if version < 1 { return "'\(kind)' has the version \(version)" }
        if keyCount < 1 || keyCount > columns.count { return "'\(kind)' has no key" }
        if columns.prefix(keyCount).contains(where: { $0.isOptional || $0.type == .list || $0.type == .amount }) {
            return "the key of '\(kind)' may be empty, an amount or a list"
        }
        let types = Dictionary(columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        if let lost = order.first(where: { types[$0] == nil || types[$0] == .list || types[$0] == .amount }) {
            return "'\(kind)' is ordered by '\(lost.printable)', by which nothing can be ordered"
        }
        for total in totals
        where types[total.amount] != .amount || types[total.by] != .id || types[total.upTo] != .day
            || total.split.map({ types[$0] != .choice }) ?? false
        {
            return "'\(kind)' has a total that cannot be summed up"
        }
        if order.isEmpty { return "'\(kind)' has no order" }
        if Set(totals.map(\.by)).count != totals.count || Set(totals.map(\.amount)).count != totals.count {
            return "'\(kind)' has two totals of one column"
        }
        let optional = Set(columns.filter(\.isOptional).map(\.name))
        if totals.contains(where: { !optional.isDisjoint(with: [$0.amount, $0.by, $0.upTo, $0.split ?? $0.by]) }) {
            return "'\(kind)' has a total of what may be empty"
        }
        if !since.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) {
            return "the version of '\(kind)' is no version"
        }
        if columns.contains(where: \.hasHiddenParts) { return "'\(kind)' has a column with parts it cannot have" }
        if let title, types[title] != .text { return "'\(kind)' has a title that is no text" }
        for column in columns
        where (column.type == .list) != !column.elements.isEmpty
            || column.currency == nil
                && column.type == .amount
            || column.isPart && column.reference == nil
            || column.reference.map({ column.type != .id || !EntityDescription.isName($0) })
                ?? false
        {
            return "the column '\(column.name)' of '\(kind)' does not fit its type"
        }
        return nil
    }

    /// The defect of an index, as a sentence; nil when rows can be found by it.
    func indexDefect(_ index: Index) -> String? {
        let known = index.columns.allSatisfy { name in
            columns.contains { $0.name == name && $0.type != .list && $0.type != .amount }
        }
        guard index.columns.isEmpty || !known || Set(index.columns).count != index.columns.count else { return nil }
        return "'\(kind)' has an index that nothing can be found by"
    }

    /// Letters and digits, a letter first: nothing that could end a name inside a statement.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 64, !name.lowercased().hasPrefix("sqlite") else {
            return false
        }
        let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
        return isLetter(first) && name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }
}

extension EntityDescription.Column {
    /// Whether it has the second cell of an amount and is none, or refers to something from inside a list.
    fileprivate var hasHiddenParts: Bool {
        (currency != nil && type != .amount)
            || elements.contains {
                $0.reference != nil || $0.hasHiddenParts || ($0.type == .amount && $0.currency == nil)
            }
    }
}
