import Models

/// Shares the proceeds of a sale among the lots that it took, and the gain between price and currency (P6).
struct SaleSplit {
    private let amounts: TransactionAmounts
    private let currency: Currency
    /// Units of the currency of the report for one of the instrument's, of the sale as a whole.
    private let rate: Ratio?

    init(_ amounts: TransactionAmounts, currency: Currency) {
        self.amounts = amounts
        self.currency = currency
        let (quoted, based) = (amounts.proceeds.instrument, amounts.proceeds.base)
        if let quoted, let based, !quoted.isZero, !based.isZero {
            rate = based.ratio.divided(by: quoted.ratio)
        } else {
            rate = amounts.rate
        }
    }

    func rows(
        of pieces: [LotPosition.Piece], _ transaction: PortfolioTransaction, _ key: PositionKey
    ) throws(MoneyError) -> [RealizedGain] {
        let order = pieces.indices.sorted { Lot.precedes(pieces[$0].lot, pieces[$1].lot) }
        let weights = order.map { pieces[$0].units }
        let based = try amounts.proceeds.base?.splitInGrain(by: weights)
        // Within one currency both are one amount.
        let isOne = amounts.proceeds.instrument == amounts.proceeds.base
        let quoted = isOne ? based : try amounts.proceeds.instrument?.splitInGrain(by: weights)
        var places = pieces.map { _ in 0 }
        for (place, index) in order.enumerated() { places[index] = place }
        var rows: [RealizedGain] = []
        for (piece, place) in zip(pieces, places) {
            let proceeds = MoneyPair(instrument: quoted?[place], base: based?[place])
            var (gain, effect): (Money?, Money?) = (nil, nil)
            if let earned = proceeds.base, let cost = piece.cost.base { gain = try earned.subtracting(cost) }
            if isOne, rate == .one, let cost = piece.cost.base, piece.cost.instrument == cost {
                effect = .zero(currency)
            } else if let rate, let quotedCost = piece.cost.instrument, let cost = piece.cost.base {
                let atSale = try Money(
                    rounding: quotedCost.ratio * rate, places: max(cost.grain, currency.minorUnit), currency)
                effect = try atSale.subtracting(cost)
            }
            var rest: Money?
            if let gain, let effect { rest = try gain.subtracting(effect) }
            rows.append(
                RealizedGain(
                    saleID: transaction.id, day: transaction.day, position: key,
                    lotID: piece.lot.acquired.map { _ in piece.lot.id }, acquired: piece.lot.acquired,
                    units: piece.units, proceeds: proceeds, cost: piece.cost, gain: gain,
                    currencyEffect: gain == nil ? nil : effect, priceEffect: rest))
        }
        return rows
    }
}
