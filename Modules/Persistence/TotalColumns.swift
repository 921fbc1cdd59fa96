package import Values

/// Where the columns of a declared total are in a row.
package struct TotalColumns {
    package let total: EntityDescription.Total
    package let amount: Int
    package let currency: Int
    package let by: Int
    package let upTo: Int
    package let split: Int?

    /// The total of a kind that sums `amount`.
    ///
    /// - Throws: ``StoreError/unknownColumn(kind:column:)`` when none is declared.
    package init(_ description: EntityDescription, of amount: String) throws(StoreError) {
        guard let total = description.totals.first(where: { $0.amount == amount }),
            let position = description.position(of: amount), let by = description.position(of: total.by),
            let upTo = description.position(of: total.upTo)
        else { throw .unknownColumn(kind: description.kind, column: amount) }
        self.total = total
        self.amount = position
        currency = position + 1
        self.by = by
        self.upTo = upTo
        split = total.split.flatMap(description.position)
    }

    /// Whether a row has one of the choices in its split column; all rows have when none are given.
    package func isAmong(_ choices: Set<String>?, _ row: some CellRow) throws -> Bool {
        guard let choices, let split else { return true }
        return choices.contains(try row.text(split))
    }
}

extension [Cell] {
    /// Whether a row comes before another by some of its cells: empty ones first, numbers by size, texts by Unicode scalars.
    package func precedes(_ other: [Cell], by positions: [Int]) -> Bool {
        for position in positions where self[position] != other[position] {
            switch (self[position], other[position]) {
            case (.integer(let a), .integer(let b)): return a < b
            // The bytes of UTF-8 are in the order of the scalars.
            case (.text(let a), .text(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
            case (.null, _): return true
            default: return false
            }
        }
        return false
    }
}
