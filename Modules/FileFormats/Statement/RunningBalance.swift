package import Values

/// The balances beside the rows of one account, against their amounts: in the file's order or the reverse, each differs from
/// the one before by its amount (I5).
package struct RunningBalance {
    /// A row with its balance. Amounts are numbers in whatever currency.
    package struct Row {
        package let line: Int
        package let day: CalendarDay
        /// The amount, by its sign where that is known.
        package let amount: Money
        /// The size of the fee.
        package let fee: Money
        package let balance: Money
        /// The words that may say the direction, by column.
        package var words: [Int: String] = [:]
    }

    /// A reading of the rows: the newest last or first, and fees within the amounts or besides them.
    package struct Reading: Hashable {
        package let isNewestFirst: Bool
        package let hasFeesApart: Bool
    }

    /// How well a reading agrees with the balances.
    package struct Score {
        package var compared = 0
        package var wrong: [Int] = []
        /// Lines without a balance whose amounts are not in the next one.
        package var unmoved: [Int] = []
        /// How often each word stood beside incoming and outgoing amounts.
        package var words: [Int: [String: (into: Int, out: Int)]] = [:]
    }

    /// Whether amounts have no sign yet, so that only their size is compared.
    package let isUnsigned: Bool
    package private(set) var scores: [Reading: Score] = [:]
    package private(set) var first: Row?
    package private(set) var last: Row?
    /// Rows without a balance since the last one with it.
    private var between: [(line: Int, amount: Money, fee: Money)] = []
    package private(set) var openLines: [Int] = []
    /// Lines behind the last row with a balance.
    package var trailingLines: [Int] { between.map(\.line) }
    package private(set) var hasRowsWithout = false
    /// Sums of hashes of balances before and after each row, which agree but for the ends, whatever the order.
    private var links: [Bool: Int] = [:]
    private var edges: [(day: CalendarDay, before: [Bool: Money], after: Money)] = []

    package init(isUnsigned: Bool) { self.isUnsigned = isUnsigned }

    /// Takes in a row that has no balance.
    package mutating func note(line: Int, amount: Money, fee: Money) {
        hasRowsWithout = true
        between.append((line, amount, fee))
    }

    package mutating func note(_ row: Row) {
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
    package func ends(hasFeesApart apart: Bool) -> (opening: Money, closing: Money)? {
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
