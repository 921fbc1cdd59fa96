import Values

import struct Foundation.Date

/// Events in rotki's CSV: as it exports the history, or as its own template for events has them.
package struct RotkiEvents {
    private static let exported: Set<String> = ["timestamp", "event_type", "asset", "amount", "direction"]
    private static let template: Set<String> = ["Type", "Location", "Currency", "Amount", "Timestamp"]
    private static let signs = [
        "Deposit": "", "Income": "", "Staking": "", "Withdrawal": "-", "Loss": "-", "Spend": "-",
    ]

    package let file: TextFile
    package var context = DateContext()

    package init(file: TextFile, context: DateContext = DateContext()) {
        self.file = file
        self.context = context
    }

    /// Whether a file is one, by its titles.
    package static func matches(_ titles: Set<String>) -> Bool {
        titles.isSuperset(of: exported) || titles.isSuperset(of: template)
    }

    /// Whether a file has what was there at an instant, and not what moved it there, by its titles.
    package static func isSnapshot(_ titles: Set<String>) -> Bool {
        let isOfBalances =
            titles.isSuperset(of: ["timestamp", "category", "amount"])
            && (titles.contains("asset") || titles.contains("asset_identifier"))
        let isOfLocations =
            titles.isSuperset(of: ["timestamp", "location"]) && titles.count == 3
            && titles.contains { $0.lowercased().hasSuffix("value") }
        return (isOfBalances || isOfLocations) && !matches(titles)
    }

    /// Hands on each event that moves something.
    ///
    /// - Throws: ``ImportError``, and what `body` throws.
    package func read(_ body: (ReadRow) throws -> Void) throws {
        try file.forEachNamedRow { row in
            if row["event_type"] != nil { try readExported(row, body) } else { try readTemplate(row, body) }
        }
    }

    private func readExported(_ row: NamedRow, _ body: (ReadRow) throws -> Void) throws {
        let sign: String
        switch row["direction"] {
        case "in": sign = ""
        case "out": sign = "-"
        // What changes hands within an account changes nothing.
        case "neutral": return
        default: return try body(row.refused("'\(row["direction"]?.printable ?? "")' is not a direction."))
        }
        try body(event(row, asset: "asset", amount: "amount", sign: sign, note: "notes", location: "location"))
    }

    private func readTemplate(_ row: NamedRow, _ body: (ReadRow) throws -> Void) throws {
        guard let sign = Self.signs[row["Type"] ?? ""] else {
            return try body(row.refused("events of the type '\(row["Type"]?.printable ?? "")' are not read."))
        }
        try body(event(row, asset: "Currency", amount: "Amount", sign: sign, note: "Description", location: "Location"))
        guard let fee = row["Fee"], !fee.isEmpty, row["Fee Currency"]?.isEmpty == false else { return }
        try body(event(row, asset: "Fee Currency", amount: "Fee", sign: "-", note: "Description", location: "Location"))
    }

    private func event(
        _ row: NamedRow, asset: String, amount: String, sign: String, note: String, location: String
    ) -> ReadRow {
        let time = row["timestamp"] ?? row["Timestamp"] ?? ""
        guard let day = day(time) else { return row.refused("'\(time.printable)' is not an instant.") }
        let (code, digits) = (row[asset] ?? "", row[amount] ?? "")
        guard (try? Money(digits, .usd))?.isNegative == false else {
            return row.refused("'\(digits.printable)' is not an amount.")
        }
        guard (try? Currency(code: code)) != nil else {
            return row.refused("'\(code.printable)' is a token: add an asset with its contract, and enter it there.")
        }
        let text = row[note].flatMap { $0.isEmpty ? nil : $0 }
        return .success(
            ImportedRow(
                line: row.line, account: "\(row[location] ?? "rotki") \(code)", currency: code, day: day,
                amount: .exact(sign + digits), note: text))
    }

    /// Milliseconds, or seconds, or a day with a time behind it.
    private func day(_ text: String) -> CalendarDay? {
        guard let number = Int(text) else {
            return DateText(text).flatMap { $0.needsOrder ? nil : $0.day(.dayFirst, context) }
        }
        // Seconds have passed this number in no year with coins.
        let seconds = number > 100_000_000_000 ? number / 1000 : number
        let instant = Date(timeIntervalSince1970: Double(seconds))
        return CalendarDay(utc: instant, secondsFromUTC: context.zone.secondsFromGMT(for: instant))
    }
}
