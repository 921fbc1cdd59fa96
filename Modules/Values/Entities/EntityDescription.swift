/// What a column holds.
public enum ColumnType: String, Sendable, Hashable, Decodable, CaseIterable {
    /// Any text.
    case text
    /// One of a few words.
    case choice
    /// A whole number.
    case integer
    /// 1 or 0.
    case boolean
    /// Digits in one cell, the currency in the next.
    case amount
    /// A currency.
    case currency
    /// An exact fraction.
    case ratio
    /// A day.
    case day
    /// A month.
    case month
    /// An instant in UTC, to the millisecond.
    case instant
    /// An id.
    case id
    /// Rows of columns of their own.
    case list

    /// How many cells it takes.
    public var width: Int { self == .amount ? 2 : 1 }
}

/// A kind of thing as a plain value: what a store, a journal and a backup know of it. Kept in the file, so that programs
/// without the type can still check, undo, back up and restore.
public struct EntityDescription: Sendable, Hashable {
    /// A column: its name in files and what it holds.
    public struct Column: Sendable, Hashable {
        /// The name, in files and in histories.
        public let name: String
        /// What it holds.
        public let type: ColumnType
        /// Whether it may be empty.
        public let isOptional: Bool
        /// The name of an amount's second cell; nil for other types.
        public let currency: String?
        /// The kind of thing that the id in it names; nil when it names none.
        public let reference: String?
        /// Whether the thing is a part of the one that the id names: it goes with it, and counts for its version.
        public let isPart: Bool
        /// The columns of a list's elements; empty for other types.
        public let elements: [Column]

        init(
            name: String, type: ColumnType, isOptional: Bool = false, currency: String? = nil,
            reference: String? = nil, isPart: Bool = false, elements: [Column] = []
        ) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
            self.currency = currency
            self.reference = reference
            self.isPart = isPart
            self.elements = elements
        }

        /// The names of its cells.
        public var cellNames: [String] { [name] + (currency.map { [$0] } ?? []) }
    }

    /// A sum that can be read without reading rows: of an amount, for each value of a column, up to a day.
    public struct Total: Sendable, Hashable {
        /// The column with the amounts.
        public let amount: String
        /// The column with what they are summed for: an id.
        public let by: String
        /// The column with the day from which each counts.
        public let upTo: String
        /// A column by whose choices the sums can be told apart; nil for none.
        public let split: String?

        /// The sums of `amount` for each `by`, from `upTo` on.
        public static func sum(_ amount: String, by: String, upTo: String, split: String? = nil) -> Total {
            Total(amount: amount, by: by, upTo: upTo, split: split)
        }
    }

    /// Columns by which rows are found without reading the others: those before the last have a value that is looked for,
    /// the last one may have a range of them.
    public struct Index: Sendable, Hashable {
        /// The columns, the one that is looked for first.
        public let columns: [String]

        /// An index of columns, as in `.index("accountID", "day")`.
        public static func index(_ columns: String...) -> Index { Index(columns: columns) }
    }

    /// Whether a change can always be undone.
    public enum Undo: String, Sendable, Hashable, Decodable {
        /// As long as the store holds what the change left.
        case free
        /// Only when the program that knows the kind allows it.
        case guarded
    }

    /// The word for the kind: "goal".
    public let kind: String
    /// How often the kind's columns have changed, from 1.
    public let version: Int
    /// The first version of our programs, or of the plugin, that knows this version of the kind.
    public let since: String
    /// The table that holds it.
    public let table: String
    /// The columns, those of the key first.
    public let columns: [Column]
    /// How many columns make up the key.
    public let keyCount: Int
    /// The names of the columns by which lists are ordered.
    public let order: [String]
    /// The sums that can be asked for.
    public let totals: [Total]
    /// The column by which people name a thing; nil when they do not.
    public let title: String?
    /// Whether changes are noted in the journal and can be undone.
    public let isJournalled: Bool
    /// Whether an undo is always possible.
    public let undo: Undo

    // MARK: - Cells

    /// The names of all cells in order.
    public var cellNames: [String] { columns.flatMap(\.cellNames) }
    /// How many cells a thing of this kind has.
    public var width: Int { columns.reduce(0) { $0 + $1.type.width } }
    /// How many cells the key has.
    public var keyWidth: Int { columns.prefix(keyCount).reduce(0) { $0 + $1.type.width } }

    /// The positions of the cells by which lists are ordered: the declared ones, then the key, so that nothing ties.
    package var orderPositions: [Int] {
        let declared = order.compactMap(position)
        return declared + (0..<keyWidth).filter { !declared.contains($0) }
    }

    /// The position of the cell by which people name a thing; nil when they do not.
    package var titlePosition: Int? { title.flatMap(position) }

    /// The position of the first cell of a column; nil when there is no such column.
    public func position(of name: String) -> Int? {
        var position = 0
        for column in columns {
            if column.name == name { return position }
            position += column.type.width
        }
        return nil
    }
}

// The names under which a file keeps a description.

extension EntityDescription: Decodable {
    private enum CodingKeys: String, CodingKey {
        case kind, version, since, table, columns
        case keyCount = "key"
        case order, totals, title
        case isJournalled = "journalled"
        case undo
    }
}

extension EntityDescription.Total: Decodable {}
