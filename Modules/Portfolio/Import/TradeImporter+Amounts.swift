import Models

extension TradeImporter {
    /// The price and the units of a trade, with which its other amounts have to agree; nil where the row does not say both.
    func amounts(
        _ row: ImportedTrade, _ kind: PortfolioTransaction.Kind, _ unit: String, _ charges: [String]
    ) throws -> TradeAmounts? {
        guard [.buy, .sell, .receive].contains(kind), let units = Self.amount(row.units),
            let price = Self.amount(row.price)
        else { return nil }
        return TradeAmounts(
            units: units, price: price, charges: charges, isIn: kind != .sell, currency: try Currency(code: unit))
    }

    /// Whether a settled amount cannot be what the trade moved in its own currency.
    func contradicts(
        _ settled: String, _ total: String?, _ row: ImportedTrade, _ kind: PortfolioTransaction.Kind, _ unit: String,
        _ charges: [String?]
    ) throws -> Bool {
        let charges = charges.compactMap(\.self)
        if let stated = try amounts(row, kind, unit, charges) {
            do { _ = try stated.gross(settled: settled) } catch is RowRefusal { return true }
            return false
        }
        guard let total else { return false }
        let currency = try Currency(code: unit)
        let (gross, moved) = (try Money(total, currency), try Money(settled, currency))
        let all = try charges.reduce(Money.zero(currency)) { try $0.adding(Money($1, currency)) }
        let isIn = [.buy, .receive].contains(kind)
        return try moved != gross && moved != (isIn ? gross.adding(all) : gross.subtracting(all))
    }

    /// Digits without a sign; nil for 0 and for an empty cell.
    static func amount(_ text: String?) -> String? {
        guard var text, let first = text.first else { return nil }
        if first == "-" { text.removeFirst() }
        return text.contains { ("1"..."9").contains($0) } ? text : nil
    }

    /// The amount before fees and taxes of what was settled in one currency with them.
    static func gross(
        _ settled: String, _ kind: PortfolioTransaction.Kind, _ fees: String?, _ taxes: String?, _ code: String
    ) throws -> String {
        let currency = try Currency(code: code)
        var gross = try Money(settled, currency)
        for charge in [fees, taxes].compactMap(\.self) {
            let amount = try Money(charge, currency)
            gross = kind == .buy || kind == .receive ? try gross.subtracting(amount) : try gross.adding(amount)
        }
        return gross.description
    }
}
