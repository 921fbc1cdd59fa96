public import Models

public import struct Foundation.UUID

/// The lots of all positions, and what their sales earned: worked out of transactions alone, never stored (P2–P10).
///
/// ```swift
/// let book = try LotBook(transactions, portfolios: [broker], instruments: [acme], method: .fifo)
/// let gain = try Money.sum(book.gains.compactMap(\.gain), in: .eur)
/// gain  // 350.00 EUR
/// ```
public struct LotBook: Sendable {
    /// The order in which sales take lots.
    public let method: CostMethod
    /// The positions with units, now or before.
    public private(set) var positions: [PositionKey: LotPosition] = [:]
    /// Sold units by sale and lot.
    public private(set) var gains: [RealizedGain] = []
    /// Units that went without money.
    public private(set) var removals: [RemovedUnits] = []
    /// Dividends and interest.
    public private(set) var income: [IncomeRow] = []
    /// Fees and taxes that were entered by themselves, and fees of what is neither bought nor sold.
    public private(set) var charges: [ChargeRow] = []
    /// Taxes that were withheld on sales.
    public private(set) var withheld: [ChargeRow] = []
    /// Units that came, with their cost.
    public private(set) var acquired: [AcquiredUnits] = []
    /// The sales, gifts and transfers whose named lots did not hold what was named, so that the method filled them up.
    public private(set) var misfits: [UUID] = []

    private let portfolios: [UUID: InvestmentPortfolio]
    private let instruments: [UUID: Instrument]
    private let currency: Currency?
    private let rates: DayRates
    private let prices: @Sendable (UUID, CalendarDay) -> Money?
    private let isOfLotsAlone: Bool

    /// The book of transactions, in any order.
    ///
    /// - Parameters:
    ///   - transactions: those of all portfolios and instruments that are linked by transfers, mergers and spin-offs.
    ///   - currency: that of the report; by default each portfolio's base currency.
    ///   - rates: those of days, for what the transactions' own rates do not convert.
    ///   - prices: the price of an instrument on a day, for income in units without an amount.
    ///   - lastDay: the last day that counts; nil for all.
    ///   - lotsAlone: whether nothing but the positions is wanted: gains, income, charges and units that came are left out.
    /// - Throws: ``ShortPosition``, ``MoneyError``.
    public init(
        _ transactions: [PortfolioTransaction], portfolios: [InvestmentPortfolio], instruments: [Instrument],
        method: CostMethod = .fifo, currency: Currency? = nil, rates: DayRates = .none,
        prices: @escaping @Sendable (UUID, CalendarDay) -> Money? = { _, _ in nil }, upTo lastDay: CalendarDay? = nil,
        lotsAlone: Bool = false
    ) throws {
        self.method = method
        self.portfolios = Dictionary(portfolios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.instruments = Dictionary(instruments.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        (self.currency, self.rates, self.prices, isOfLotsAlone) = (currency, rates, prices, lotsAlone)
        for transaction in transactions.inOrder {
            if let lastDay, transaction.day > lastDay { break }
            try apply(transaction)
        }
    }

    // MARK: - One transaction

    private mutating func apply(_ transaction: PortfolioTransaction) throws {
        let instrument = transaction.instrumentID.flatMap { instruments[$0] }
        if transaction.kind.isCorporateAction {
            guard let instrument, let factor = transaction.units else { return }
            return try act(transaction, on: instrument, factor)
        }
        guard let portfolio = transaction.portfolioID.flatMap({ portfolios[$0] }) else { return }
        switch transaction.kind {
        case .buy, .receive:
            guard let instrument, let units = transaction.units else { return }
            let cost = try amounts(transaction, portfolio, instrument, transaction.gross).cost
            try add(transaction, units, cost, portfolio, instrument)
        case .sell:
            guard let instrument, let units = transaction.units else { return }
            try sell(transaction, units, portfolio, instrument)
        case .give:
            guard let instrument, let units = transaction.units else { return }
            let key = PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id)
            for piece in try take(transaction, units, key) { remove(piece, transaction, key) }
        case .transfer:
            guard let instrument, let units = transaction.units,
                let target = transaction.toPortfolioID.flatMap({ portfolios[$0] })
            else { return }
            try transfer(transaction, units, from: portfolio, to: target, instrument)
        case .dividend, .interest: try earn(transaction, portfolio, instrument)
        case .fee, .tax:
            if isOfLotsAlone { return }
            let amount = try amounts(transaction, portfolio, instrument, transaction.gross).gross.base
            charges.append(charge(transaction, portfolio, amount))
        case .deposit, .withdrawal, .exchange:
            if isOfLotsAlone { return }
            // Taxes too: nothing else tells of them.
            let amounts = try amounts(transaction, portfolio, instrument, transaction.gross)
            try addFees(transaction, portfolio, amounts.fees.adding(amounts.taxes).base)
        default: break
        }
    }

    private func amounts(
        _ transaction: PortfolioTransaction, _ portfolio: InvestmentPortfolio, _ instrument: Instrument?,
        _ gross: Money?
    ) throws(MoneyError) -> TransactionAmounts {
        try TransactionAmounts(
            transaction, gross: gross, quote: instrument?.currency ?? gross?.currency ?? portfolio.currency,
            currency: currency ?? portfolio.currency, base: portfolio.currency, rates: rates)
    }

    private func charge(
        _ transaction: PortfolioTransaction, _ portfolio: InvestmentPortfolio, _ amount: Money?
    ) -> ChargeRow {
        ChargeRow(
            transactionID: transaction.id, day: transaction.day, kind: transaction.kind, portfolioID: portfolio.id,
            instrumentID: transaction.instrumentID, amount: amount)
    }

    private mutating func addFees(
        _ transaction: PortfolioTransaction, _ portfolio: InvestmentPortfolio, _ amount: Money?
    ) throws {
        guard [transaction.fees, transaction.taxes].contains(where: { $0.map { !$0.isZero } ?? false }),
            amount.map({ !$0.isZero }) ?? true
        else { return }
        charges.append(charge(transaction, portfolio, amount))
    }

    private mutating func add(
        _ transaction: PortfolioTransaction, _ units: Ratio, _ cost: MoneyPair, _ portfolio: InvestmentPortfolio,
        _ instrument: Instrument
    ) throws {
        let key = PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id)
        let lot = Lot(
            id: transaction.id, acquired: transaction.acquired ?? transaction.day, place: transaction.entered,
            arrival: 0, units: units, cost: cost)
        if !isOfLotsAlone {
            acquired.append(
                AcquiredUnits(
                    transactionID: transaction.id, day: transaction.day, position: key, units: units, cost: cost))
        }
        try add(lot, to: key)
    }

    private mutating func add(_ lot: Lot, to key: PositionKey) throws {
        // In its place: a position has many lots.
        if try positions[key]?.add(lot, pooled: method == .average) == nil {
            var position = empty(key)
            try position.add(lot, pooled: method == .average)
            positions[key] = position
        }
    }

    private func empty(_ key: PositionKey) -> LotPosition {
        let base = portfolios[key.portfolioID]?.currency ?? .usd
        return LotPosition(quote: instruments[key.instrumentID]?.currency ?? base, currency: currency ?? base)
    }

    private mutating func take(
        _ transaction: PortfolioTransaction, _ units: Ratio, _ key: PositionKey
    ) throws -> [LotPosition.Piece] {
        let held = positions[key]?.units ?? .zero
        var isMisfit = false
        guard held >= units,
            let pieces = try positions[key]?.take(
                units, naming: transaction.lots, method, misfit: { isMisfit = true })
        else { throw ShortPosition(position: key, transaction: transaction, held: held, taken: units) }
        if isMisfit { misfits.append(transaction.id) }
        return pieces
    }

    private mutating func remove(_ piece: LotPosition.Piece, _ transaction: PortfolioTransaction, _ key: PositionKey) {
        removals.append(
            RemovedUnits(
                transactionID: transaction.id, day: transaction.day, position: key,
                lotID: piece.lot.acquired.map { _ in piece.lot.id }, units: piece.units, cost: piece.cost))
    }

    private mutating func sell(
        _ transaction: PortfolioTransaction, _ units: Ratio, _ portfolio: InvestmentPortfolio, _ instrument: Instrument
    ) throws {
        let key = PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id)
        let pieces = try take(transaction, units, key)
        if isOfLotsAlone { return }
        let amounts = try amounts(transaction, portfolio, instrument, transaction.gross)
        gains += try SaleSplit(amounts, currency: currency ?? portfolio.currency).rows(of: pieces, transaction, key)
        if let taxes = transaction.taxes, !taxes.isZero {
            withheld.append(charge(transaction, portfolio, amounts.taxes.base))
        }
    }

    private mutating func earn(
        _ transaction: PortfolioTransaction, _ portfolio: InvestmentPortfolio, _ instrument: Instrument?
    ) throws {
        var gross = transaction.gross
        if gross == nil, let units = transaction.units, let instrument,
            let price = prices(instrument.id, transaction.day)
        {
            gross = try Money(
                rounding: price.ratio * units, places: instrument.currency.minorUnit, instrument.currency)
        }
        if isOfLotsAlone, transaction.units == nil { return }
        let amounts = try amounts(transaction, portfolio, instrument, gross)
        income.append(
            IncomeRow(
                transactionID: transaction.id, day: transaction.day, kind: transaction.kind, portfolioID: portfolio.id,
                instrumentID: instrument?.id, gross: gross == nil ? nil : amounts.gross.base,
                withheld: amounts.taxes.base, net: gross == nil ? nil : amounts.net.base,
                isInUnits: transaction.units != nil))
        try addFees(transaction, portfolio, amounts.fees.base)
        guard let units = transaction.units, let instrument else { return }
        try add(transaction, units, gross == nil ? .unknown : amounts.net, portfolio, instrument)
    }

    // MARK: - Transfers and corporate actions

    private mutating func transfer(
        _ transaction: PortfolioTransaction, _ units: Ratio, from portfolio: InvestmentPortfolio,
        to target: InvestmentPortfolio, _ instrument: Instrument
    ) throws {
        let key = PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id)
        let other = PositionKey(portfolioID: target.id, instrumentID: instrument.id)
        // Units that do not arrive are removed as a sale would take them, from those that were sent alone (P8).
        var sent = LotPosition(quote: instrument.currency, currency: currency ?? portfolio.currency)
        for piece in try take(transaction, units, key) { try sent.add(piece.lot, pooled: method == .average) }
        if let received = transaction.received, received < units {
            for piece in try sent.take(units - received, naming: [], method, misfit: {}) {
                remove(piece, transaction, key)
            }
        }
        for lot in sent.lots {
            var cost = lot.cost
            if currency == nil, target.currency != portfolio.currency {
                cost.base = try converted(
                    cost.instrument, to: target.currency, on: lot.acquired ?? transaction.day)
            }
            try add(lot.with(units: lot.units, cost: cost), to: other)
        }
    }

    private func converted(_ amount: Money?, to currency: Currency, on day: CalendarDay) throws(MoneyError) -> Money? {
        guard let amount else { return nil }
        if amount.currency == currency { return amount }
        guard let rate = rates(amount.currency, currency, day) else { return nil }
        return try Money(rounding: amount.ratio * rate, places: currency.minorUnit, currency)
    }

    private mutating func act(
        _ transaction: PortfolioTransaction, on instrument: Instrument, _ factor: Ratio
    ) throws {
        let keys = positions.keys.filter { $0.instrumentID == instrument.id }.sorted {
            NameOrder.precedes(("", $0.portfolioID), ("", $1.portfolioID))
        }
        for key in keys {
            guard var position = positions[key], position.units.isPositive else { continue }
            if transaction.kind == .split {
                try position.change { ($0.units * factor, $0.cost) }
                positions[key] = position
                continue
            }
            guard let next = transaction.toInstrumentID.flatMap({ instruments[$0] }) else { continue }
            let other = PositionKey(portfolioID: key.portfolioID, instrumentID: next.id)
            let share = transaction.kind == .merger ? Ratio.one : transaction.share ?? .zero
            var moved: [Lot] = []
            for lot in position.lots {
                var cost = try lot.cost.part(share, of: .one)
                cost.instrument = try converted(cost.instrument, to: next.currency, on: transaction.day)
                moved.append(lot.with(units: lot.units * factor, cost: cost))
            }
            if transaction.kind == .merger {
                positions[key] = empty(key)
            } else {
                try position.change { lot throws(MoneyError) in
                    (lot.units, try lot.cost.subtracting(lot.cost.part(share, of: .one)))
                }
                positions[key] = position
            }
            for lot in moved { try add(lot, to: other) }
        }
    }
}
