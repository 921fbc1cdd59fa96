public import Models

import struct Foundation.UUID

/// The units of all positions, without their costs: what decides whether one is short (P9).
public struct UnitBook: Sendable {
    private let transactions: [PortfolioTransaction]

    /// The book of transactions, in any order.
    public init(_ transactions: [PortfolioTransaction]) {
        self.transactions = transactions.inOrder
    }

    /// Throws the first position that would be below 0.
    ///
    /// - Throws: ``ShortPosition``.
    public func check() throws(ShortPosition) { _ = try units() }

    /// The units of every position at the end of a day; of all days for nil. A position without units is absent.
    ///
    /// - Throws: ``ShortPosition`` for a position that would be below 0.
    public func units(on day: CalendarDay? = nil) throws(ShortPosition) -> [PositionKey: Ratio] {
        var units: [PositionKey: Ratio] = [:]
        for transaction in transactions {
            if let day, transaction.day > day { break }
            try apply(transaction, to: &units)
        }
        return units.filter { !$0.value.isZero }
    }

    /// The units that every position needs besides at the start of days, after the corporate actions of the day, so that none is
    /// below 0: in the order of days.
    func missing() -> [(position: PositionKey, day: CalendarDay, units: Ratio)] {
        var units: [PositionKey: Ratio] = [:]
        var missing: [(position: PositionKey, day: CalendarDay, units: Ratio)] = []
        for transaction in transactions {
            do {
                try apply(transaction, to: &units)
            } catch {
                let place = missing.lastIndex { $0.position == error.position && $0.day == transaction.day }
                if let place {
                    missing[place].units = missing[place].units + error.taken - error.held
                } else {
                    missing.append((error.position, transaction.day, error.taken - error.held))
                }
                units[error.position] = error.taken
                // The position holds all that is taken now.
                try? apply(transaction, to: &units)
            }
        }
        return missing
    }

    private func apply(
        _ transaction: PortfolioTransaction, to units: inout [PositionKey: Ratio]
    ) throws(ShortPosition) {
        guard let instrument = transaction.instrumentID, let count = transaction.units else { return }
        if transaction.kind.isCorporateAction {
            for (key, held) in units where key.instrumentID == instrument && !held.isZero {
                let other = transaction.toInstrumentID.map {
                    PositionKey(portfolioID: key.portfolioID, instrumentID: $0)
                }
                switch transaction.kind {
                case .split: units[key] = held * count
                case .merger:
                    units[key] = nil
                    if let other { units[other] = (units[other] ?? .zero) + held * count }
                default:
                    if let other { units[other] = (units[other] ?? .zero) + held * count }
                }
            }
            return
        }
        guard let portfolio = transaction.portfolioID else { return }
        let key = PositionKey(portfolioID: portfolio, instrumentID: instrument)
        let held = units[key] ?? .zero
        switch transaction.kind {
        case .buy, .receive, .dividend, .interest: units[key] = held + count
        case .sell, .give, .transfer:
            guard held >= count else {
                throw ShortPosition(position: key, transaction: transaction, held: held, taken: count)
            }
            units[key] = held - count
            if transaction.kind == .transfer, let to = transaction.toPortfolioID {
                let other = PositionKey(portfolioID: to, instrumentID: instrument)
                units[other] = (units[other] ?? .zero) + (transaction.received ?? count)
            }
        default: break
        }
    }
}
