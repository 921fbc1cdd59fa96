public import Models

/// The amounts of a transaction in the instrument's currency Q and in that of the report X (P4, P5).
public struct TransactionAmounts: Sendable {
    /// Units of X for one Q; nil where no rate is known.
    public let rate: Ratio?
    /// The amount before fees and taxes.
    public let gross: MoneyPair
    /// Fees.
    public let fees: MoneyPair
    /// Taxes; withheld on a sale and on income.
    public let taxes: MoneyPair
    /// Cost of a purchase: gross + fees + taxes.
    public let cost: MoneyPair
    /// Proceeds of a sale: gross − fees.
    public let proceeds: MoneyPair
    /// Income after withheld tax.
    public let net: MoneyPair

    private typealias Part = (amount: Money, isAdded: Bool)

    /// The amounts of a transaction.
    ///
    /// - Parameters:
    ///   - gross: the amount before fees and taxes, where it follows from a price; else the transaction's.
    ///   - quote: the instrument's currency.
    ///   - currency: that of the report.
    ///   - base: the portfolio's base currency, for which the transaction's own rate is.
    ///   - rates: those of days, for other currencies.
    /// - Throws: ``MoneyError``.
    public init(
        _ transaction: PortfolioTransaction, gross: Money?, quote: Currency, currency: Currency, base: Currency,
        rates: DayRates
    ) throws(MoneyError) {
        if let amounts = try Self(transaction, gross: gross, quote: quote, within: currency) {
            self = amounts
            return
        }
        let day = transaction.rateDay
        let isIn = [.buy, .receive].contains(transaction.kind)
        let charges = [transaction.fees, transaction.taxes].compactMap(\.self).filter { !$0.isZero }
        let settled = transaction.settled.flatMap { $0.currency == currency ? $0 : nil }
        let rate = Self.rate(
            transaction, gross: gross, charges: charges, settled: settled, quote: quote, currency: currency,
            base: base, day: day, rates: rates)
        let conversion = Conversions(rate: rate, quote: quote, currency: currency, day: day, rates: rates)
        self.rate = rate
        func pair(_ parts: [Part]?) throws(MoneyError) -> MoneyPair {
            guard let parts else { return .unknown }
            return MoneyPair(
                instrument: try conversion.sum(parts, in: quote), base: try conversion.sum(parts, in: currency))
        }
        func parts(_ amounts: [Money?], _ isAdded: Bool) -> [Part] {
            amounts.compactMap { amount in amount.map { ($0, isAdded) } }
        }
        let grossParts: [Part]? = gross.map { [($0, true)] }
        fees = try pair(parts([transaction.fees], true))
        taxes = try pair(parts([transaction.taxes], true))
        var (grossPair, costPair, proceedsPair, netPair) = (
            try pair(grossParts), MoneyPair.unknown, MoneyPair.unknown, MoneyPair.unknown
        )
        let isKnown = gross != nil
        if isIn {
            // Cost and proceeds are converted as one amount and rounded once.
            costPair = try pair(isKnown ? parts([gross, transaction.fees, transaction.taxes], true) : nil)
            if let settled, gross != nil { costPair.base = settled }
        } else {
            proceedsPair = try pair(isKnown ? parts([gross], true) + parts([transaction.fees], false) : nil)
            // Of income gross, fees, tax and net are shown beside each other, and add up.
            netPair = try grossPair.subtracting(fees).subtracting(taxes)
            if let settled, gross != nil, transaction.kind != .exchange {
                netPair.base = settled
                if let taxes = taxes.base { proceedsPair.base = try settled.adding(taxes) }
                if let proceeds = proceedsPair.base, let fees = fees.base { grossPair.base = try proceeds.adding(fees) }
            }
        }
        (self.gross, cost, proceeds, net) = (grossPair, costPair, proceedsPair, netPair)
    }

    /// The amounts where all are in one currency, and nothing else moved than what they sum to: nothing is converted. Nil for others.
    private init?(
        _ transaction: PortfolioTransaction, gross: Money?, quote: Currency, within currency: Currency
    ) throws(MoneyError) {
        let (fees, taxes) = (transaction.fees, transaction.taxes)
        guard quote == currency, transaction.settled == nil, gross.map({ $0.currency == currency }) ?? true,
            fees.map({ $0.currency == currency }) ?? true, taxes.map({ $0.currency == currency }) ?? true
        else { return nil }
        func both(_ amount: Money?) -> MoneyPair { MoneyPair(instrument: amount, base: amount) }
        rate = .one
        self.gross = both(gross)
        self.fees = both(fees ?? .zero(currency))
        self.taxes = both(taxes ?? .zero(currency))
        var (cost, proceeds, net): (Money?, Money?, Money?)
        if [.buy, .receive].contains(transaction.kind) {
            cost = gross
            if let fees { cost = try cost?.adding(fees) }
            if let taxes { cost = try cost?.adding(taxes) }
        } else {
            proceeds = gross
            if let fees { proceeds = try proceeds?.subtracting(fees) }
            net = proceeds
            if let taxes { net = try net?.subtracting(taxes) }
        }
        (self.cost, self.proceeds, self.net) = (both(cost), both(proceeds), both(net))
    }

    /// Settled ÷ the total in Q where what moved is known in X, else the kept rate, else that of the day (P5).
    private static func rate(
        _ transaction: PortfolioTransaction, gross: Money?, charges: [Money], settled: Money?, quote: Currency,
        currency: Currency, base: Currency, day: CalendarDay, rates: DayRates
    ) -> Ratio? {
        if quote == currency { return .one }
        let isIn = [.buy, .receive].contains(transaction.kind)
        if let settled, let gross, gross.currency == quote {
            var (moved, total): (Ratio?, Ratio) = (settled.ratio, gross.ratio)
            for charge in charges {
                if charge.currency == quote {
                    total = isIn ? total + charge.ratio : total - charge.ratio
                } else if let factor = rates(charge.currency, currency, day) {
                    let converted = charge.ratio * factor
                    moved = moved.map { isIn ? $0 - converted : $0 + converted }
                } else {
                    moved = nil
                }
            }
            if let rate = moved?.divided(by: total), rate.isPositive { return rate }
        }
        return currency == base ? transaction.rate?.rate : rates(quote, currency, day)
    }

    private struct Conversions {
        let rate: Ratio?
        let quote: Currency
        let currency: Currency
        let day: CalendarDay
        let rates: DayRates

        /// The sum of amounts: those in the currency as they are, the others converted and rounded once for each currency.
        func sum(_ parts: [Part], in target: Currency) throws(MoneyError) -> Money? {
            var sum = Money.zero(target)
            var others: [(currency: Currency, value: Ratio)] = []
            for part in parts {
                if part.amount.currency == target {
                    sum = try sum.adding(part.isAdded ? part.amount : part.amount.negated)
                    continue
                }
                if part.amount.isZero { continue }
                let value = part.isAdded ? part.amount.ratio : .zero - part.amount.ratio
                if let index = others.firstIndex(where: { $0.currency == part.amount.currency }) {
                    others[index].value = others[index].value + value
                } else {
                    others.append((part.amount.currency, value))
                }
            }
            for other in others {
                guard let factor = factor(other.currency, target) else { return nil }
                sum = try sum.adding(Money(rounding: other.value * factor, places: target.minorUnit, target))
            }
            return sum
        }

        private func factor(_ from: Currency, _ to: Currency) -> Ratio? {
            if from == quote, to == currency { return rate }
            if from == currency, to == quote { return rate?.reciprocal }
            return rates(from, to, day)
        }
    }
}
