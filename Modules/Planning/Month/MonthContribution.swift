import Allocation
public import ExchangeRates
public import Models

import struct Foundation.UUID

/// What was contributed to a goal in a month, at the month's rates, so that prices play no part: what its assets give now
/// less what they gave at the start, which moves with all that is no payment of the month; what was taken out before the
/// payments does not count against them (MO2).
public struct MonthContribution: Sendable {
    /// What was contributed, in the goal's currency; negative when more went out.
    public let amount: Money
    /// The part of ``amount`` that was taken out before payments, which does not count against them; 0 for a closed month.
    let dip: Money
    /// What the goal got because others ended, or minus what it gave back at its own end; half-even.
    public let released: Money
    /// Where the true amount lies when it is not fully known.
    public let bound: Bound?
    /// What could not be counted.
    public let unavailable: [Unavailable]
    /// The rates that were used.
    public let rates: [ConversionRate]

    /// Counts what a goal has beyond the start of its month. What the month knows no rate of is not known.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        to payment: MonthExecution.GoalPayment, in month: MonthExecution, funding: GoalFunding
    ) throws(MoneyError) {
        let currency = payment.required.currency
        var (now, start) = (Sum(month, payment), Sum(month, payment))
        var unavailable: [Unavailable] = []
        var mayHaveFallen = false
        // Where balances move without payments, the start follows from what the assets give now (MO2).
        let offsets = try payment.offsets(in: funding)
        let moving = Set(offsets.map(\.assetID))
        for part in payment.funding where !moving.contains(part.assetID) {
            if !part.isComplete {
                unavailable.append(
                    Unavailable(item: part.label, reason: "its balance was not fully known when the month was started"))
                mayHaveFallen = true
            }
            start.add(part.amount, of: part.assetID, part.label)
        }
        for part in funding.parts {
            if let gap = part.gap {
                unavailable.append(Unavailable(item: part.label, reason: gap))
                mayHaveFallen = true
            }
            if part.hasUnknownPayments { mayHaveFallen = true }
            now.add(part.amount, of: part.assetID, part.label)
            if moving.contains(part.assetID) {
                start.add(part.withoutPayments ?? part.amount, of: part.assetID, part.label)
            }
        }
        for part in offsets { start.add(part.amount, of: part.assetID, part.label) }
        // What is the same on both sides needs no rate.
        for (item, hasRisen, reason) in Sum.difference(now, start) {
            unavailable.append(Unavailable(item: item, reason: reason))
            if !hasRisen { mayHaveFallen = true }
        }
        var factors: [UUID: Ratio] = [:]
        var onTheWay: Set<ConversionRate> = []
        let hasMoved = funding.parts.contains(where: funding.hasMoved)
        for part in hasMoved ? funding.parts : [] {
            do throws(RateGap) {
                let conversion = try month.conversion(of: part.assetID, part.amount.currency, to: payment)
                factors[part.assetID] = conversion.factor
                if funding.hasMoved(part), let rate = conversion.rate { onTheWay.insert(rate) }
            } catch {
                guard funding.hasMoved(part) else { continue }
                let unknown = Unavailable(item: part.label, reason: error.description)
                if !unavailable.contains(unknown) { unavailable.append(unknown) }
                if funding.isDoubtful(part, change: Sum.change(of: part.label, now, start)) { mayHaveFallen = true }
            }
        }
        dip = hasMoved ? try funding.dip(in: currency) { factors[$0.assetID] } : .zero(currency)
        var given = Sum(month, payment)
        for part in payment.released { given.add(part.amount, of: part.assetID, part.label) }
        amount = try ExactAmount(now.value, currency).rounded(.down).subtracting(
            ExactAmount(start.value, currency).rounded(.down)
        ).adding(dip)
        released = try ExactAmount(given.value, currency).rounded(.halfEven)
        let used = now.used.union(start.used).union(given.used).union(onTheWay)
        let isDoubtful = mayHaveFallen || used.contains { $0.state == .fallback }
        bound = isDoubtful ? .unknown : unavailable.isEmpty ? nil : .atLeast
        self.unavailable = unavailable
        self.rates = used.sorted { ConversionRate.precedes($0, $1) }
    }

    /// What a closed month keeps, or one in progress of a goal that ended.
    init(_ result: MonthExecution.Result) {
        amount = result.contributed
        dip = .zero(result.contributed.currency)
        released = result.released ?? .zero(result.contributed.currency)
        bound = result.contributedBound
        unavailable = []
        rates = []
    }
}

/// The exact sum of amounts in many currencies.
private struct Sum {
    private let month: MonthExecution
    private let payment: MonthExecution.GoalPayment
    private(set) var value = Ratio.zero
    private(set) var used: Set<ConversionRate> = []
    /// Amounts without a rate, by item, with the reason.
    private var unknown: [String: (amount: Ratio, reason: String)] = [:]

    init(_ month: MonthExecution, _ payment: MonthExecution.GoalPayment) {
        self.month = month
        self.payment = payment
    }

    mutating func add(_ amount: Money, of asset: UUID, _ item: @autoclosure () -> String) {
        guard !amount.isZero else { return }
        do throws(RateGap) {
            let conversion = try month.conversion(of: asset, amount.currency, to: payment)
            if let rate = conversion.rate { used.insert(rate) }
            value = value + amount.ratio * conversion.factor
        } catch {
            let item = item()
            unknown[item] = ((unknown[item]?.amount ?? .zero) + amount.ratio, error.description)
        }
    }

    /// How much more there is of an item without a rate.
    static func change(of item: String, _ now: Sum, _ start: Sum) -> Ratio {
        (now.unknown[item]?.amount ?? .zero) - (start.unknown[item]?.amount ?? .zero)
    }

    /// The items without a rate that differ, whether there is more of them now, and the reason.
    static func difference(_ left: Sum, _ right: Sum) -> [(item: String, hasRisen: Bool, reason: String)] {
        Set(left.unknown.keys).union(right.unknown.keys).sorted().compactMap { item in
            let (a, b) = (left.unknown[item], right.unknown[item])
            let (now, start) = (a?.amount ?? .zero, b?.amount ?? .zero)
            guard now != start, let reason = (a ?? b)?.reason else { return nil }
            return (item, now > start, reason)
        }
    }
}
