import Models

/// The signs of amounts in a file: some programs write what goes out with a minus, and all write so what was reversed. A row whose
/// sign says another direction than its kind, or than the other rows, is refused: nothing is entered the other way round.
struct TradeSigns {
    private var amounts: [PortfolioTransaction.Kind: (plus: Int, minus: Int)] = [:]
    private var fees: (plus: Int, minus: Int) = (0, 0)
    private var taxes: (plus: Int, minus: Int) = (0, 0)
    /// The signs of the taxes that may come back, which are judged apart.
    let ofTaxes: TaxSigns

    init(_ rows: [ImportedTrade], negativeTaxes: NegativeTaxes? = nil) {
        var (amounts, fees, taxes) = (amounts, fees, taxes)
        for row in rows {
            if let kind = row.type.flatMap(TradeWords.kind), let text = Self.amount(of: row) {
                Self.count(text, in: &amounts[kind, default: (0, 0)])
            }
            if let text = row.fees { Self.count(text, in: &fees) }
            if let text = row.taxes, !TaxSigns.isPossible(row) { Self.count(text, in: &taxes) }
        }
        let isSigned = Self.outgoing.contains { (amounts[$0]?.minus ?? 0) > 0 }
        ofTaxes = TaxSigns(rows, fees: fees, isSigned: isSigned, chosen: negativeTaxes)
        (self.amounts, self.fees, self.taxes) = (amounts, fees, taxes)
    }

    private static let outgoing: [PortfolioTransaction.Kind] = [.buy, .fee, .tax, .withdrawal, .give]

    private static func amount(of row: ImportedTrade) -> String? { row.total ?? row.settled }

    private static func count(_ text: String, in counts: inout (plus: Int, minus: Int)) {
        guard text.contains(where: { ("1"..."9").contains($0) }) else { return }
        if text.first == "-" { counts.minus += 1 } else { counts.plus += 1 }
    }

    /// Checks a row.
    ///
    /// - Throws: ``PortfolioError/otherWayRound(kind:amount:)``.
    func check(_ row: ImportedTrade, _ kind: PortfolioTransaction.Kind) throws(PortfolioError) {
        func refuse(_ text: String) throws(PortfolioError) {
            throw .otherWayRound(kind: kind.rawValue, amount: text)
        }
        let isOut = Self.outgoing.contains(kind)
        for text in [row.total, row.settled].compactMap(\.self) where Self.isNonzero(text) {
            if !isOut, text.first == "-" { try refuse(text) }
            if isOut, Self.isRare(text, amounts[kind] ?? (0, 0)) { try refuse(text) }
        }
        if let units = row.units, units.first == "-", Self.isNonzero(units), ![.sell, .give].contains(kind) {
            try refuse(units)
        }
        if let price = row.price, price.first == "-", Self.isNonzero(price) { try refuse(price) }
        for (text, counts) in [(row.fees, fees), (TaxSigns.isPossible(row) ? nil : row.taxes, taxes)] {
            if let text, Self.isNonzero(text), Self.isRare(text, counts) { try refuse(text) }
        }
    }

    private static func isNonzero(_ text: String) -> Bool { text.contains { ("1"..."9").contains($0) } }

    /// Whether most of the others have the other sign; where they are as many, the minus is the odd one.
    private static func isRare(_ text: String, _ counts: (plus: Int, minus: Int)) -> Bool {
        text.first == "-" ? counts.minus <= counts.plus : counts.plus < counts.minus
    }
}
