import Values

/// The balances beside the rows of one account, against their amounts: in the file's order or the reverse, each differs from
/// the one before by its amount (I5).
struct RunningBalance {
    /// A row with its balance. Amounts are numbers in whatever currency.
    struct Row {
        let line: Int
        let day: CalendarDay
        /// The amount, by its sign where that is known.
        let amount: Money
        /// The size of the fee.
        let fee: Money
        let balance: Money
        /// The words that may say the direction, by column.
        var words: [Int: String] = [:]
    }

    /// A reading of the rows: the newest last or first, and fees within the amounts or besides them.
    struct Reading: Hashable {
        let isNewestFirst: Bool
        let hasFeesApart: Bool
    }

    /// How well a reading agrees with the balances.
    struct Score {
        var compared = 0
        var wrong: [Int] = []
        /// Lines without a balance whose amounts are not in the next one.
        var unmoved: [Int] = []
        /// How often each word stood beside incoming and outgoing amounts.
        var words: [Int: [String: (into: Int, out: Int)]] = [:]
    }

    /// Whether amounts have no sign yet, so that only their size is compared.
    let isUnsigned: Bool
    private(set) var scores: [Reading: Score] = [:]
    private(set) var first: Row?
    private(set) var last: Row?
    /// Rows without a balance since the last one with it.
    private var between: [(line: Int, amount: Money, fee: Money)] = []
    private(set) var openLines: [Int] = []
    /// Lines behind the last row with a balance.
    var trailingLines: [Int] { between.map(\.line) }
    private(set) var hasRowsWithout = false
    /// Sums of hashes of balances before and after each row, which agree but for the ends, whatever the order.
    private var links: [Bool: Int] = [:]
    private var edges: [(day: CalendarDay, before: [Bool: Money], after: Money)] = []

    init(isUnsigned: Bool) { self.isUnsigned = isUnsigned }

    /// Takes in a row that has no balance.
    mutating func note(line: Int, amount: Money, fee: Money) {
        hasRowsWithout = true
        between.append((line, amount, fee))
    }

    mutating func note(_ row: Row) {
        if let previous = last {
            for isNewestFirst in [false, true] {
                let (explained, step) =
                    isNewestFirst
                    ? (previous, try? previous.balance.subtracting(row.balance))
                    : (row, try? row.balance.subtracting(previous.balance))
                guard let step else { continue }
                for apart in [false, true] {
                    let reading = Reading(isNewestFirst: isNewestFirst, hasFeesApart: apart)
                    judge(explained, step, reading)
                }
            }
        } else {
            first = row
            openLines = between.map(\.line)
        }
        link(row)
        between = []
        last = row
    }

    private mutating func judge(_ row: Row, _ step: Money, _ reading: Reading) {
        var score = scores[reading] ?? Score()
        score.compared += 1
        let fee = reading.hasFeesApart ? row.fee : .zero(row.fee.currency)
        let rest = between.reduce(Money.zero(step.currency)) { sum, part in
            let net = reading.hasFeesApart ? (try? part.amount.subtracting(part.fee)) : part.amount
            return net.flatMap { try? sum.adding($0) } ?? sum
        }
        var isRight = false
        let signs = isUnsigned ? [false, true] : [false]
        for sign in signs {
            guard let net = try? (sign ? row.amount.negated : row.amount).subtracting(fee) else { continue }
            if net == step {
                isRight = true
                if !rest.isZero { score.unmoved += between.map(\.line) }
            } else if !between.isEmpty, (try? net.adding(rest)) == step {
                isRight = true
            } else {
                continue
            }
            for (column, word) in row.words where !row.amount.isZero {
                var counts = score.words[column]?[word] ?? (0, 0)
                if sign != row.amount.isNegative { counts.out += 1 } else { counts.into += 1 }
                score.words[column, default: [:]][word] = counts
            }
            break
        }
        if !isRight, score.wrong.count < 20 { score.wrong.append(row.line) }
        scores[reading] = score
    }

    private mutating func link(_ row: Row) {
        guard !isUnsigned else { return }
        var before: [Bool: Money] = [:]
        for apart in [false, true] {
            let net = apart ? (try? row.amount.subtracting(row.fee)) : row.amount
            guard let net, let start = try? row.balance.subtracting(net) else { continue }
            before[apart] = start
            links[apart, default: 0] &+= row.balance.hashValue &- start.hashValue
        }
        // The days at both ends have few rows.
        if edges.count < 60 || edges.first?.day == row.day || edges.last?.day == row.day {
            edges.append((row.day, before, row.balance))
        } else if let last = edges.last?.day {
            let first = edges.first?.day
            edges.removeAll { $0.day == last && $0.day != first }
            edges.append((row.day, before, row.balance))
        }
    }

    /// The balances before and after all rows, if each begins with the balance that another one leaves, in whatever order. Banks list
    /// the rows of a day as they like.
    func ends(hasFeesApart apart: Bool) -> (opening: Money, closing: Money)? {
        guard !isUnsigned, !hasRowsWithout, let oldest = edges.map(\.day).min(), let newest = edges.map(\.day).max()
        else {
            return nil
        }
        let sum = links[apart] ?? 0
        for start in edges where start.day == oldest {
            guard let opening = start.before[apart] else { continue }
            for end in edges where end.day == newest && end.after.hashValue &- opening.hashValue == sum {
                return (opening, end.after)
            }
        }
        return nil
    }
}
