import Models

/// The meaning of a minus before the taxes of a sale or of income in a file.
public enum NegativeTaxes: String, Sendable, CaseIterable {
    /// Tax that came back, as after a loss.
    case refunded
    /// Tax that was withheld, as in files that write with a minus whatever is taken off.
    case withheld
}

/// The taxes of a file that are refunds: by the answer of a person, else by the amounts of the row, else by the signs of the other charges.
/// A file of which none of them tells is a question (I1).
struct TaxSigns {
    /// The rows whose taxes may be either, in the order of the file.
    private(set) var unclear: [(line: Int, amount: String)] = []
    /// Whether taxes with a minus were withheld; nil where the file does not tell.
    private let minusIsWithheld: Bool?

    /// The signs of the taxes of rows.
    ///
    /// - Parameters:
    ///   - fees: how many fees of the file have no sign, and how many a minus.
    ///   - isSigned: whether what is paid has a minus where its kind says so.
    init(_ rows: [ImportedTrade], fees: (plus: Int, minus: Int), isSigned: Bool, chosen: NegativeTaxes?) {
        let taxes = rows.filter { Self.isPossible($0) }.compactMap(\.taxes).filter(Self.isNonzero)
        let (plus, minus) = (taxes.count { !Self.isMinus($0) }, taxes.count(where: Self.isMinus))
        if let chosen {
            minusIsWithheld = chosen == .withheld
        } else if fees.plus != fees.minus {
            // Fees and taxes are written alike, unless all taxes are without a sign.
            minusIsWithheld = minus > 0 && fees.minus > fees.plus
        } else if plus != minus, plus > 0 {
            minusIsWithheld = minus > plus
        } else {
            minusIsWithheld = minus > 0 && plus == 0 && isSigned ? true : nil
        }
        for row in rows where Self.isPossible(row) {
            guard let text = row.taxes, Self.isNonzero(text), minus > 0, minusIsWithheld == nil,
                Self.byAmounts(row) == nil
            else { continue }
            unclear.append((row.line, text))
        }
    }

    /// Whether the taxes of a row came back.
    func isRefund(_ row: ImportedTrade) -> Bool {
        guard Self.isPossible(row), let text = row.taxes, Self.isNonzero(text) else { return false }
        if let known = Self.byAmounts(row) { return known }
        return Self.isMinus(text) != (minusIsWithheld ?? false)
    }

    /// Whether taxes of a row can come back: what is bought has none that do.
    static func isPossible(_ row: ImportedTrade) -> Bool {
        row.type.flatMap(TradeWords.kind).map { [.sell, .dividend, .interest].contains($0) } ?? false
    }

    /// Whether the money that moved has the taxes added to it; nil where the row does not tell.
    private static func byAmounts(_ row: ImportedTrade) -> Bool? {
        guard row.titled.isEmpty, row.settledCurrency == nil || row.settledCurrency == row.currency,
            [row.feesCurrency, row.taxesCurrency].allSatisfy({ $0 == nil || $0 == row.currency }),
            let settled = number(row.settled), let tax = number(row.taxes),
            let gross = number(row.total) ?? product(row)
        else { return nil }
        let rest = gross - (number(row.fees) ?? .zero)
        switch settled {
        case rest + tax: return true
        case rest - tax: return false
        default: return nil
        }
    }

    private static func product(_ row: ImportedTrade) -> Ratio? {
        guard let price = number(row.price), let units = number(row.units) else { return nil }
        return price * units
    }

    private static func number(_ text: String?) -> Ratio? {
        guard let text, isNonzero(text) else { return nil }
        return try? Ratio(decimal: isMinus(text) ? String(text.dropFirst()) : text)
    }

    private static func isMinus(_ text: String) -> Bool { text.first == "-" }

    private static func isNonzero(_ text: String) -> Bool { text.contains { ("1"..."9").contains($0) } }
}
