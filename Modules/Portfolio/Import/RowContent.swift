import Models

/// The day and the amounts of a row, by which it is known again (I6). They are kept with its transaction, apart from later edits.
struct RowContent: Hashable {
    let day: CalendarDay
    let units: Ratio?
    let gross: Money?
    private let fees: Money?
    private let taxes: Money?
    private let settled: Money?

    /// The content of a transaction as it was imported, or as it was entered by hand.
    init(_ transaction: PortfolioTransaction) {
        if let row = transaction.importedRow.flatMap(RowContent.init(text:)) {
            self = row
            return
        }
        (day, units, gross) = (transaction.day, transaction.units, transaction.gross)
        (fees, taxes, settled) = (transaction.fees, transaction.taxes, transaction.settled)
    }

    /// The content as text.
    var text: String {
        let amounts = [gross, fees, taxes, settled].map { amount in
            amount.map { "\($0.amountText) \($0.currency.encoded)" } ?? ""
        }
        return (["\(day)", units?.encoded ?? ""] + amounts).joined(separator: "|")
    }

    /// Reads ``text``; nil for any other text.
    private init?(text: String) {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, let day = try? CalendarDay(parts[0]) else { return nil }
        let amounts = parts[2...].map(Self.money)
        self.day = day
        units = Ratio(encoded: parts[1])
        (gross, fees, taxes, settled) = (amounts[0], amounts[1], amounts[2], amounts[3])
    }

    private static func money(_ text: String) -> Money? {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let currency = try? Currency(encoded: words[1]) else { return nil }
        return try? Money(words[0], currency)
    }
}
