public import Values

public import struct Foundation.Date

/// A table of rates: CSV with the header `from,to,rate,date`; the date may be empty.
public struct FixedRateTable: Sendable {
    /// Two currencies in the direction of the table.
    struct Pair: Hashable {
        let from: Currency
        let to: Currency
    }

    /// One row; the rate stays text until it is used, because most rows of a long history never are.
    struct Entry {
        let day: CalendarDay?
        let rate: Substring
        let line: Int
        /// By how much the rate as written has to be multiplied where the table names hundredths, such as pence (I9).
        var scale = 1
        /// Whether it has to be divided by that instead.
        var isDivided = false

        /// The rate between the whole currencies.
        ///
        /// - Throws: ``NumberError`` for what is no number.
        func ratio() throws -> Ratio {
            let written = try Ratio(decimal: String(rate))
            guard scale > 1, let factor = isDivided ? Ratio(1, over: Int128(scale)) : Ratio(Int128(scale)) else {
                return written
            }
            return written * factor
        }
    }

    /// Rows by pair, oldest first.
    let entries: [Pair: [Entry]]
    /// The time of rows without a date.
    let fileTime: Date

    /// Reads a table. `fileTime` is the time of rows without a date.
    ///
    /// - Throws: ``FixedRateTableError`` with every line that cannot be read.
    public init(csv text: String, fileTime: Date) throws(FixedRateTableError) {
        self.fileTime = fileTime
        var reader = Reader()
        var number = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            reader.read(Substring(line), number: number)
        }
        reader.compareDirections()
        if !reader.hasHeader { reader.issues.append("The file is empty. Its first line has to be '\(Reader.header)'.") }
        guard reader.issues.isEmpty else { throw FixedRateTableError(lines: reader.issues) }
        let fileDay = CalendarDay(utc: fileTime)
        entries = reader.entries.mapValues { rows in
            rows.sorted { ($0.day ?? fileDay, $0.line) < ($1.day ?? fileDay, $1.line) }
        }
    }

    /// Every currency in the table.
    public var currencies: Set<Currency> { Set(entries.keys.flatMap { [$0.from, $0.to] }) }

    /// The day an entry counts from: its own, or the file's, which is never later than today.
    func day(_ entry: Entry, today: CalendarDay) -> CalendarDay {
        entry.day ?? min(CalendarDay(utc: fileTime), today)
    }

    func rate(_ entry: Entry, pair: Pair, source: String) throws(RateGap) -> Ratio {
        do {
            return try entry.ratio()
        } catch {
            throw RateGap(
                from: pair.from, to: pair.to,
                reason: "line \(entry.line) of \(source) has '\(String(entry.rate).printable)' instead of a rate")
        }
    }
}

/// Every line of a table that cannot be read.
public struct FixedRateTableError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence per line.
    public let issues: [String]

    /// An error with a sentence per line.
    public init(lines: [String]) { issues = lines }

    /// The sentences, one per line; the first ten of many.
    public var description: String {
        let shown = issues.prefix(10).joined(separator: "\n")
        return issues.count > 10 ? shown + "\n… and \(issues.count - 10) more" : shown
    }
}

private struct Reader {
    var entries: [FixedRateTable.Pair: [FixedRateTable.Entry]] = [:]
    var issues: [String] = []
    /// The line of each row.
    private var seen: [Row: Int] = [:]
    private var currencies: [Substring: Currency] = [:]
    /// The codes in the table that name hundredths.
    private var hundredths: Set<Substring> = []
    private(set) var hasHeader = false

    static let header = "from,to,rate,date"

    private struct Row: Hashable {
        let pair: FixedRateTable.Pair
        let day: CalendarDay?
    }

    mutating func read(_ line: Substring, number: Int) {
        var line = line
        if line.utf8.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if number == 1, line.hasPrefix("\u{FEFF}") { line = line.dropFirst() }
        guard !line.isEmpty, line.utf8.first != UInt8(ascii: "#") else { return }
        if !hasHeader {
            hasHeader = true
            if line != Reader.header {
                issues.append(
                    "Line \(number): the header has to be '\(Reader.header)', not '\(String(line).printable)'.")
            }
            return
        }
        let cells = line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(Substring.init)
        guard cells.count == 4 else {
            issues.append("Line \(number): \(cells.count) columns instead of the 4 of '\(Reader.header)'.")
            return
        }
        guard let from = currency(cells[0], number), let to = currency(cells[1], number) else { return }
        guard from != to else {
            issues.append("Line \(number): a rate from \(from) to itself says nothing.")
            return
        }
        var day: CalendarDay?
        if !cells[3].isEmpty {
            do {
                day = try CalendarDay(String(cells[3]))
            } catch {
                issues.append("Line \(number): \(error)")
                return
            }
        }
        let pair = FixedRateTable.Pair(from: from, to: to)
        let row = Row(pair: pair, day: day)
        if let first = seen[row] {
            issues.append(
                "Line \(number): a second rate from \(from) to \(to) for the same day, after line \(first). Keep one of them."
            )
            return
        }
        seen[row] = number
        var entry = FixedRateTable.Entry(day: day, rate: cells[2], line: number)
        // 1 GBp = 0.0115 EUR is 1 GBP = 1.15 EUR, and 1 EUR = 87 GBp is 1 EUR = 0.87 GBP; one of each is as written.
        let parts = (hundredths.contains(cells[0]), hundredths.contains(cells[1]))
        if parts.0 != parts.1 { (entry.scale, entry.isDivided) = (100, parts.1) }
        entries[pair, default: []].append(entry)
    }

    /// Finds rates of both directions for one day that do not fit each other. Only these are read here, because most rows of a
    /// long history never are.
    mutating func compareDirections() {
        var found: [(line: Int, text: String)] = []
        for (pair, rows) in entries where pair.from.identity < pair.to.identity {
            let opposite = FixedRateTable.Pair(from: pair.to, to: pair.from)
            guard let others = entries[opposite] else { continue }
            let byDay = Dictionary(others.map { ($0.day, $0) }) { first, _ in first }
            for row in rows {
                guard let other = byDay[row.day], let there = try? row.ratio(),
                    let back = try? other.ratio(), there.isPositive, back.isPositive,
                    !there.isNearReciprocal(of: back)
                else { continue }
                let line = max(row.line, other.line)
                found.append(
                    (
                        line,
                        "Line \(line): for the same day as line \(min(row.line, other.line)), 1 \(pair.from) = \(row.rate) "
                            + "\(pair.to) and 1 \(pair.to) = \(other.rate) \(pair.from) contradict each other. Keep one of them."
                    ))
            }
        }
        issues += found.sorted { $0.line < $1.line }.map(\.text)
    }

    private mutating func currency(_ cell: Substring, _ number: Int) -> Currency? {
        if let known = currencies[cell] { return known }
        do {
            let whole = Currency.whole(ofSubunit: String(cell))
            if whole != nil { hundredths.insert(cell) }
            let currency = try whole ?? Reader.currency(named: String(cell))
            currencies[cell] = currency
            return currency
        } catch {
            issues.append("Line \(number): \(error)")
            return nil
        }
    }

    /// A code, or `chain:contract`. Symbol and decimals of a token play no part in its identity.
    private static func currency(named cell: String) throws(CurrencyError) -> Currency {
        let parts = cell.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return try Currency(code: cell) }
        return try Currency(token: Currency.unknownSymbol, chain: parts[0], contract: parts[1], decimals: 0)
    }
}
