import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// The table of a bank, broker or exchange: titles and the pattern of a row, in which any movements can be written.
struct StatementLayout: Sendable, CustomTestStringConvertible {
    /// How numbers are written.
    struct Numbers: Sendable, Equatable {
        var mark = "."
        var group = ""
        var decimals = 2
        /// Whether groups behind the first have two digits, as lakhs have.
        var isIndian = false

        static let point = Numbers()
        static let comma = Numbers(mark: ",")
        static let american = Numbers(group: ",")
        static let german = Numbers(mark: ",", group: ".")
        static let french = Numbers(mark: ",", group: " ")
        static let swiss = Numbers(group: "'")
        static let lakhs = Numbers(group: ",", isIndian: true)
        static let yen = Numbers(group: ",", decimals: 0)
        static let coin = Numbers(decimals: 8)

        /// A number of smallest units.
        func text(_ number: Int) -> String {
            var digits = "\(abs(number))"
            if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
            var (whole, groups) = (digits.dropLast(decimals), [String]())
            while !group.isEmpty, whole.count > (isIndian && !groups.isEmpty ? 2 : 3) {
                let size = isIndian && !groups.isEmpty ? 2 : 3
                groups.insert(String(whole.suffix(size)), at: 0)
                whole = whole.dropLast(size)
            }
            let grouped = ([String(whole)] + groups).joined(separator: group)
            return (number < 0 ? "-" : "") + grouped + (decimals == 0 ? "" : mark + digits.suffix(decimals))
        }
    }

    /// A movement in smallest units, and what the account holds behind it.
    struct Movement: Sendable, Equatable {
        var day: CalendarDay
        var amount: Int
        var fee = 0
        var balance = 0
        var text = "Shop"
    }

    let name: String
    /// Lines above the titles.
    var heading = ""
    /// The titles; nothing for a table without any.
    var titles: String
    /// A row, with `{day}`, `{amount}`, `{size}`, `{plus}`, `{net}`, `{out}`, `{in}`, `{-out}`, `{out0}`, `{in0}`, `{word}`, `{fee}`,
    /// `{-fee}`, `{balance}`, `{text}` and `{id}`.
    let row: String
    /// Lines below the rows.
    var ending = ""
    var day = "y-m-d"
    var numbers = Numbers.point
    /// The words for what goes out and what comes in.
    var words = ("out", "in")
    var isNewestFirst = false
    var currency = "EUR"
    /// Whether fees are charged besides amounts.
    var hasFees: Bool { row.contains("{fee}") || row.contains("{-fee}") }
    var hasBalance: Bool { row.contains("{balance}") }
    var hasOneAmount: Bool { row.contains("{amount}") }
    /// The answers without which it cannot be read.
    var answers: @Sendable (inout ImportRequest) -> Void = { _ in }
    /// The code of the problem that is expected without them; nil for none.
    var asks: String?
    /// Whether amounts have their fees in them.
    var includesFees = false

    var testDescription: String { name }

    // MARK: - Texts

    private func date(_ day: CalendarDay) -> String {
        let parts = day.parts
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return self.day.map {
            switch $0 {
            case "y": "\(parts.year)"
            case "s": two(parts.year % 100)
            case "m": two(parts.month)
            case "d": two(parts.day)
            case "M": months[parts.month - 1]
            default: String($0)
            }
        }.joined()
    }

    func line(_ movement: Movement, _ index: Int) -> String {
        let (amount, size) = (movement.amount, abs(movement.amount))
        let isOut = amount < 0
        let values: [(String, String)] = [
            ("{day}", date(movement.day)), ("{amount}", numbers.text(amount)), ("{size}", numbers.text(size)),
            ("{plus}", (isOut ? "" : "+") + numbers.text(amount)), ("{out}", isOut ? numbers.text(size) : ""),
            ("{in}", isOut ? "" : numbers.text(size)), ("{-out}", isOut ? numbers.text(amount) : ""),
            ("{out0}", numbers.text(isOut ? size : 0)), ("{in0}", numbers.text(isOut ? 0 : size)),
            ("{word}", isOut ? words.0 : words.1), ("{fee}", numbers.text(movement.fee)),
            ("{-fee}", numbers.text(-movement.fee)), ("{net}", numbers.text(amount - movement.fee)),
            ("{balance}", numbers.text(movement.balance)), ("{text}", movement.text),
            ("{id}", "T\(movement.day.dayNumber)X\(100 + index)"),
        ]
        return values.reduce(row) { $0.replacing($1.0, with: $1.1) }
    }

    /// The file with movements, oldest first.
    func text(_ movements: [Movement]) -> String {
        let lines = movements.enumerated().map { line($0.element, $0.offset) }
        let rows = isNewestFirst ? lines.reversed() : lines
        return ([heading, titles].filter { !$0.isEmpty } + rows + [ending].filter { !$0.isEmpty })
            .joined(separator: "\n") + "\n"
    }

    /// The truth of movements, as ``ImportBench/movements`` tells it.
    func expected(_ movements: [Movement]) throws -> [String] {
        try movements.map {
            let net = Numbers(decimals: numbers.decimals).text($0.amount - (includesFees ? 0 : $0.fee))
            return "\($0.day) \(try Money(net, Currency(code: currency)).amountText)"
        }.sorted()
    }

    // MARK: - Movements

    /// Random movements of an account from a day on, oldest first; some on one day.
    func movements(
        _ random: inout SeededGenerator, count: Int, after balance: Int? = nil, from start: String = "2026-03-02"
    ) throws -> [Movement] {
        let scale = numbers.decimals == 8 ? 100_000 : 1
        var (day, balance) = (try CalendarDay(start), balance ?? random.int(100_000...900_000) * scale)
        return (0..<count).map { index in
            // The last days of months show which part of a date is the day.
            if index > 0 { day = day.adding(days: random.int(0...3)) }
            if index == count - 1 { day = max(day, day.adding(days: 14 - day.parts.day)) }
            let isOut = random.chance(2, in: 3)
            let size = random.int(isOut ? 101...29_999 : 101...299_999) * scale + (numbers.decimals == 8 ? 7 : 0)
            var movement = Movement(day: day, amount: isOut ? -size : size)
            // The fee of the first row alone tells nothing: no balance stands before it.
            if hasFees, index == 1 || random.chance(1, in: 3) { movement.fee = random.int(10...100) * scale }
            balance += movement.amount - (includesFees ? 0 : movement.fee)
            movement.balance = balance
            movement.text = random.pick(["Shop", "Work", "Rent of May", "Cash", "Train & bus"])
            return movement
        }
    }
}
