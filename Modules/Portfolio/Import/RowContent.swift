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

    /// Takes one of the same content out of those of the same day and main amounts; false where there is none.
    func take(from contents: inout [RowContent]?) -> Bool {
        guard
            let index = contents?.firstIndex(of: self)
                ?? contents?.firstIndex(where: { hasOtherCharges(than: $0) || saysLess(than: $0) })
        else { return false }
        contents?.remove(at: index)
        return true
    }

    /// Whether the other one has the same settled amount, and its fees and taxes in another currency: they are the same then, since
    /// what moved is.
    private func hasOtherCharges(than other: RowContent) -> Bool {
        func currencies(_ content: RowContent) -> Set<Currency> {
            Set([content.fees, content.taxes].compactMap { $0?.currency })
        }
        guard let settled, settled == other.settled, settled.currency != gross?.currency else { return false }
        return currencies(self).isDisjoint(with: currencies(other))
            && (fees == nil) == (other.fees == nil) && (taxes == nil) == (other.taxes == nil)
    }

    /// Whether all is equal but the settled amount, of which this one tells nothing.
    private func saysLess(than other: RowContent) -> Bool {
        settled == nil && other.settled != nil && fees == other.fees && taxes == other.taxes
    }

    /// The content as text.
    var text: String {
        let amounts = [gross, fees, taxes, settled].map { amount in
            amount.map { "\($0.amountText) \($0.currency.encoded)" } ?? ""
        }
        return (["\(day)", units?.encoded ?? ""] + amounts).joined(separator: "|")
    }

    /// The end of the text of a row that is one half of a transfer.
    private static let halfMark = "|half"

    /// The content of one half of a transfer as text.
    var textOfHalf: String { text + Self.halfMark }

    /// Whether a transaction came as one half of a transfer, and the other half is not there.
    static func isHalf(_ transaction: PortfolioTransaction) -> Bool {
        transaction.importedRow?.hasSuffix(halfMark) ?? false
    }

    /// Reads ``text``; nil for any other text.
    private init?(text: String) {
        let text = text.hasSuffix(Self.halfMark) ? String(text.dropLast(Self.halfMark.count)) : text
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
