public import Values

public import struct Foundation.UUID

/// The comparison of a file's rows with the transactions of an account (G10).
///
/// ```swift
/// let row = StatementMatching.Row(day: day, amount: amount, text: "SPAR", number: nil)
/// let verdicts = StatementMatching.verdicts(of: [row], among: [])
/// ```
public enum StatementMatching {
    /// A row of a file.
    public struct Row: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// The amount.
        public let amount: Money
        /// The bank's text.
        public let text: String
        /// The bank's number; nil for none.
        public let number: String?
        /// The payee; nil where the text is all there is.
        public let payee: String?

        /// A row.
        public init(day: CalendarDay, amount: Money, text: String, number: String?, payee: String? = nil) {
            self.day = day
            self.amount = amount
            self.text = text
            self.number = number
            self.payee = payee
        }
    }

    /// A posting of the account.
    public struct Known: Sendable, Hashable {
        /// The transaction.
        public let id: UUID
        /// The transaction's day.
        public let day: CalendarDay
        /// The amount.
        public let amount: Money
        /// The payee; nil for none.
        public let payee: String?
        /// The day that a file gave it; nil for one that was entered by hand and never matched.
        public let importedDay: CalendarDay?
        /// The text that a file gave it.
        public let importedText: String?
        /// The bank's number; nil for none.
        public let number: String?

        /// A posting.
        public init(
            id: UUID, day: CalendarDay, amount: Money, payee: String? = nil, importedDay: CalendarDay? = nil,
            importedText: String? = nil, number: String? = nil
        ) {
            self.id = id
            self.day = day
            self.amount = amount
            self.payee = payee
            self.importedDay = importedDay
            self.importedText = importedText
            self.number = number
        }
    }

    /// The verdict about a row.
    public enum Verdict: Sendable, Hashable {
        /// It is there already.
        case duplicate(UUID)
        /// It is a transaction that was entered by hand.
        case linked(UUID)
        /// It may be there already.
        case possible
        /// It is not there.
        case new

        /// The transaction that it is; nil for none.
        var transactionID: UUID? {
            switch self {
            case .duplicate(let id), .linked(let id): id
            case .possible, .new: nil
            }
        }
    }

    /// How many days a row and what was entered by hand may be apart.
    static let mostDays = 4

    /// The verdict of each row, in order.
    public static func verdicts(of rows: [Row], among known: [Known]) -> [Verdict] {
        guard !known.isEmpty else { return rows.map { _ in .new } }
        var matching = Matching(rows, known)
        matching.matchNumbers()
        matching.matchTexts()
        matching.matchEntries()
        return matching.verdicts()
    }
}

/// The state of a matching: each known posting is taken once.
private struct Matching {
    private struct NumberKey: Hashable {
        let number: String
        let amount: Money
        let day: CalendarDay
    }
    private struct TextKey: Hashable {
        let text: String
        let amount: Money
        let day: CalendarDay
    }

    private let rows: [StatementMatching.Row]
    private let known: [StatementMatching.Known]
    private let rowTexts: [String]
    private let knownTexts: [String]
    private var found: [StatementMatching.Verdict?]
    private var isTaken: [Bool]

    init(_ rows: [StatementMatching.Row], _ known: [StatementMatching.Known]) {
        self.rows = rows
        self.known = known.sorted { $0.id.uuidString < $1.id.uuidString }
        rowTexts = rows.map { LedgerText.folded($0.text) }
        knownTexts = self.known.map { LedgerText.folded($0.importedText ?? "") }
        found = rows.map { _ in nil }
        isTaken = known.map { _ in false }
    }

    private mutating func take(_ index: Int, for row: Int, _ verdict: StatementMatching.Verdict) {
        isTaken[index] = true
        found[row] = verdict
    }

    /// The same number, amount and day; the same text first.
    mutating func matchNumbers() {
        var places: [NumberKey: [Int]] = [:]
        for (index, one) in known.enumerated() {
            guard let number = one.number else { continue }
            places[NumberKey(number: number, amount: one.amount, day: one.importedDay ?? one.day), default: []]
                .append(index)
        }
        for needsText in [true, false] {
            for (row, one) in rows.enumerated() where found[row] == nil {
                guard let number = one.number,
                    let index = places[NumberKey(number: number, amount: one.amount, day: one.day)]?.first(where: {
                        !isTaken[$0] && (!needsText || knownTexts[$0] == rowTexts[row])
                    })
                else { continue }
                take(index, for: row, .duplicate(known[index].id))
            }
        }
    }

    /// The same day, amount and text, the k-th with the k-th, unless both have a number.
    mutating func matchTexts() {
        var places: [TextKey: [Int]] = [:]
        for (index, one) in known.enumerated() where !isTaken[index] {
            guard let day = one.importedDay else { continue }
            places[TextKey(text: knownTexts[index], amount: one.amount, day: day), default: []].append(index)
        }
        for (row, one) in rows.enumerated() where found[row] == nil {
            let key = TextKey(text: rowTexts[row], amount: one.amount, day: one.day)
            guard
                let index = places[key]?.first(where: {
                    !isTaken[$0] && (one.number == nil || known[$0].number == nil)
                })
            else { continue }
            take(index, for: row, .duplicate(known[index].id))
        }
    }

    /// Entries by hand with the same amount, the nearest first.
    mutating func matchEntries() {
        struct Pair {
            let distance: Int
            let isOther: Int
            let day: CalendarDay
            let index: Int
            let row: Int
        }
        var places: [Money: [Int]] = [:]
        for (index, one) in known.enumerated() where !isTaken[index] && one.importedDay == nil {
            places[one.amount, default: []].append(index)
        }
        guard !places.isEmpty else { return }
        var pairs: [Pair] = []
        for (row, one) in rows.enumerated() where found[row] == nil {
            for index in places[one.amount] ?? [] {
                let entry = known[index]
                let distance = abs(entry.day.days(until: one.day))
                guard distance <= StatementMatching.mostDays else { continue }
                let isSame =
                    entry.payee.map { LedgerText.payeeKey($0) == LedgerText.payeeKey(one.payee ?? one.text) } ?? false
                pairs.append(
                    Pair(distance: distance, isOther: isSame ? 0 : 1, day: entry.day, index: index, row: row))
            }
        }
        pairs.sort {
            ($0.distance, $0.isOther, $0.day, $0.index, $0.row) < ($1.distance, $1.isOther, $1.day, $1.index, $1.row)
        }
        for pair in pairs where found[pair.row] == nil && !isTaken[pair.index] {
            take(pair.index, for: pair.row, .linked(known[pair.index].id))
        }
    }

    /// Enters the rest: possibly there when its number is known, or the same day and amount was imported before and no row
    /// took it.
    func verdicts() -> [StatementMatching.Verdict] {
        struct Place: Hashable {
            let amount: Money
            let day: CalendarDay
        }
        let numbers = Set(known.compactMap(\.number))
        var left: Set<Place> = []
        for (index, one) in known.enumerated() where !isTaken[index] {
            if let day = one.importedDay { left.insert(Place(amount: one.amount, day: day)) }
        }
        return rows.enumerated().map { row, one in
            if let verdict = found[row] { return verdict }
            let isKnown = one.number.map(numbers.contains) ?? false
            return isKnown || left.contains(Place(amount: one.amount, day: one.day)) ? .possible : .new
        }
    }
}
