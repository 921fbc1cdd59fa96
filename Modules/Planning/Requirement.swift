public import Models

/// One payment: how much on which day.
public struct Payment: Sendable, Hashable {
    /// The day.
    public let date: CalendarDay
    /// The amount in the goal's currency.
    public let amount: Money
}

/// What a goal asks for, in its own currency (R1 to R4).
public struct Requirement: Sendable, Hashable {
    /// The payments, one per date; they sum exactly to what remains.
    public let payments: [Payment]
    /// The first part of an even split before what was paid is taken off.
    public let level: Money
    /// What was contributed since the previous payment date.
    public let paid: Money

    /// The first payment: what to set aside now.
    public var required: Money { payments.first?.amount ?? .zero(level.currency) }

    /// Splits what remains over `dates`, and takes what was already paid off the earliest ones.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(remaining: Money, contributed: Money, dates: [CalendarDay]) throws(MoneyError) {
        let parts = try remaining.adding(contributed).splitEvenly(into: dates.count)
        var credit = contributed
        var payments: [Payment] = []
        for (date, part) in zip(dates, parts) {
            if try credit.isLess(than: part) {
                payments.append(Payment(date: date, amount: try part.subtracting(credit)))
                credit = .zero(part.currency)
            } else {
                payments.append(Payment(date: date, amount: .zero(part.currency)))
                credit = try credit.subtracting(part)
            }
        }
        self.payments = payments
        level = parts.first ?? .zero(remaining.currency)
        paid = contributed
    }

    /// What is left of a month's frozen payment comes first; the rest of what remains is split over the later dates, or
    /// is due on the deadline when there are none. On the deadline and after it everything is asked for.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        remaining: Money, frozen: FrozenAsk, later: [CalendarDay], today: CalendarDay, deadline: CalendarDay
    ) throws(MoneyError) {
        let date = min(max(frozen.payment.date, today), max(deadline, today))
        let left = try frozen.left
        // From the deadline on nothing later can make up for what is lacking.
        let isEnough = try left.isLess(than: remaining) && date < deadline
        let first = isEnough ? left : remaining
        let rest = try remaining.subtracting(first)
        var dates = later.filter { $0 > date && $0 <= deadline }
        if dates.isEmpty, !rest.isZero { dates = [deadline] }
        let parts = dates.isEmpty ? [] : try rest.splitEvenly(into: dates.count)
        payments = [Payment(date: date, amount: first)] + zip(dates, parts).map(Payment.init)
        level = frozen.payment.planned
        paid = frozen.paid
    }
}
