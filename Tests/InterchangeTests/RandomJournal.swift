import Models
import TestSupport

@testable import Interchange

/// A journal in the syntax of a dialect: every form in which people write amounts, dates and accounts.
struct RandomJournal {
    private(set) var text = ""
    private let dialect: JournalDialect
    /// Whether amounts of euros have a comma before decimals, as a directive says.
    private let hasCommas: Bool
    private var held: [String: [String: Int]] = [:]

    init(_ dialect: JournalDialect, _ random: inout SeededGenerator) {
        self.dialect = dialect
        hasCommas = dialect != .beancount && random.chance(1, in: 2)
        let accounts = [
            "Assets:Bank", "Assets:Cash", "Assets:Bank:Savings", "Expenses:Food", "Equity:Opening-Balances",
        ]
        switch dialect {
        case .hledger: text += hasCommas ? "commodity 1.000,00 EUR\n" : "commodity 1,000.00 EUR\n"
        case .ledger: text += "commodity EUR\n  format \(hasCommas ? "1.000,00" : "1,000.00") EUR\n"
        case .beancount: for account in accounts { text += "2020-01-01 open \(account)\n" }
        }
        for _ in 0..<60 { transaction(accounts, &random) }
    }

    private mutating func transaction(_ accounts: [String], _ random: inout SeededGenerator) {
        let day = CalendarDay(dayNumber: random.int(18_500...20_500))
        let parts = day.parts
        let mark = dialect == .beancount ? random.pick(["-", "/"]) : random.pick(["-", "/", "."])
        let date =
            random.chance(1, in: 3) && dialect != .beancount
            ? "\(parts.year)\(mark)\(parts.month)\(mark)\(parts.day)" : "\(day)".replacing("-", with: mark)
        if random.chance(1, in: 4) { text += random.pick(["\n", "; a remark: 5 EUR\n", "\n\n"]) }
        if dialect == .beancount {
            text +=
                "\(date) \(random.pick(["*", "!", "txn"])) \(random.pick(["\"a\" \"b; c\"", "\"x\"", "\"y\" #tag"]))\n"
        } else {
            text += date + (random.chance(1, in: 5) ? "=\(day.adding(days: 3))" : "")
            text +=
                " " + random.pick(["", "* ", "! ", "(c1) ", "* (c 2) "]) + random.pick(["Shop", "Shop | b", "x  y"])
            text += random.chance(1, in: 4) ? "  ; remark, 5\n" : "\n"
        }
        let symbols = ["EUR", "BTC", "USD"]
        let count = random.int(2...4)
        let isElided = random.chance(1, in: 2)
        let symbol = random.pick(symbols)
        var left: [String: Int] = [:]
        for number in 0..<count {
            let account = random.pick(accounts)
            let isLast = number == count - 1
            if isLast, isElided {
                text += "  \(account)\(random.pick(["", "  ; rest"]))\n"
                continue
            }
            let own = isElided && random.chance(1, in: 3) ? random.pick(symbols) : symbol
            let cents = isLast ? -(left[own] ?? 0) : random.int(-500_000...5_000_000)
            left[own, default: 0] += cents
            text += "  \(random.chance(1, in: 8) ? "! " : "")\(account)  \(amount(cents, own, &random))"
            if isElided, own != "USD", random.chance(1, in: 3) {
                // Beancount rounds what is left out.
                text += random.pick([" @ \(dialect == .beancount ? "2" : "1.25") USD", " @@ 12.50 USD"])
            }
            text += random.chance(1, in: 5) ? "  ; remark\n" : "\n"
            if dialect != .beancount, random.chance(1, in: 8) {
                text += "  (\(random.pick(accounts)))  \(amount(random.int(-99...99), own, &random))\n"
            }
        }
    }

    private func amount(_ cents: Int, _ symbol: String, _ random: inout SeededGenerator) -> String {
        let (whole, fraction) = (cents.magnitude / 100, cents.magnitude % 100)
        let isComma = hasCommas && symbol == "EUR"
        let isGrouped = (symbol == "EUR" || dialect == .beancount) && random.chance(1, in: 2)
        var digits = String(whole)
        if isGrouped {
            var groups: [Substring] = []
            var rest = digits[...]
            while rest.count > 3 {
                groups.insert(rest.suffix(3), at: 0)
                rest = rest.dropLast(3)
            }
            digits = ([rest] + groups).joined(separator: isComma ? "." : ",")
        }
        digits += (isComma ? "," : ".") + (fraction < 10 ? "0" : "") + "\(fraction)"
        let sign = cents < 0 ? "-" : ""
        guard dialect != .beancount else { return "\(sign)\(digits) \(symbol)" }
        return random.pick([
            "\(sign)\(digits) \(symbol)", "\(symbol) \(sign)\(digits)", "\(sign)\(symbol)\(digits)",
            "\(sign)\(digits)\(symbol)",
        ])
    }
}
