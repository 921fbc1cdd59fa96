public import Models

/// One payment: how much on which day.
public struct Payment: Sendable, Hashable {
    /// The day.
    public let date: CalendarDay
    /// The amount in the goal's currency.
    public let amount: Money

    /// A payment.
    package init(date: CalendarDay, amount: Money) {
        self.date = date
        self.amount = amount
    }
}

/// The payments that a goal requires, in its own currency (R1 to R4).
public struct Requirement: Sendable, Hashable {
    /// The payments, one per date; they sum exactly to what remains.
    public let payments: [Payment]
    /// The first part of an even split before what was paid is taken off.
    public let level: Money
    /// What was contributed and counts for the payments: since the previous payment date, or in the goal's month.
    public let paid: Money
    /// The contributions for each date: all of the dates that are paid, and part of the next one.
    package let credits: [Payment]

    /// The first payment: what to set aside now.
    public var required: Money { payments.first?.amount ?? .zero(level.currency) }

    /// Splits what remains over `dates`, and takes what was already contributed off the earliest ones. A goal that is
    /// reached has no payments.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(remaining: Money, contributed: Money, dates: [CalendarDay]) throws(MoneyError) {
        paid = contributed
        guard !remaining.isZero else {
            (payments, level, credits) = ([], remaining, [])
            return
        }
        let parts = try remaining.adding(contributed).splitEvenly(into: dates.count)
        var credit = contributed
        var (payments, credits): ([Payment], [Payment]) = ([], [])
        for (date, part) in zip(dates, parts) {
            if !credit.isZero { credits.append(Payment(date: date, amount: try credit.capped(at: part))) }
            if try credit.isLess(than: part) {
                payments.append(Payment(date: date, amount: try part.subtracting(credit)))
                credit = .zero(part.currency)
            } else {
                payments.append(Payment(date: date, amount: .zero(part.currency)))
                credit = try credit.subtracting(part)
            }
        }
        self.payments = payments
        self.credits = credits
        level = parts.first ?? .zero(remaining.currency)
    }

    /// What is left of a month's required payment comes first; the rest of what remains is split over the later dates, or
    /// is due on the deadline when there are none. From the deadline on, and without a payment day of the month before it,
    /// everything is required (MO3).
    ///
    /// - Parameter dates: the goal's payment dates from today on that are not settled.
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    init(
        remaining: Money, frozen: FrozenPayment, dates: [CalendarDay], of goal: Goal, _ convention: PaymentConvention,
        today: CalendarDay
    ) throws(MoneyError) {
        paid = frozen.paid
        guard !remaining.isZero else {
            (payments, level, credits) = ([], remaining, [])
            return
        }
        level = frozen.payment.level
        guard today < goal.deadline, let date = frozen.date(of: goal, convention, dates: dates, today: today) else {
            payments = [Payment(date: max(goal.deadline, today), amount: remaining)]
            credits = []
            return
        }
        let left = try frozen.left(of: frozen.payment.required)
        let credit = try frozen.payment.level.subtracting(left)
        credits = credit.isPositive ? [Payment(date: date, amount: credit)] : []
        let first = try left.isLess(than: remaining) ? left : remaining
        let rest = try remaining.subtracting(first)
        var later = dates.filter { $0 > frozen.lastDate(convention) && $0 > date }
        // The deadline is a date only when something is left for it.
        if later.isEmpty || later == [goal.deadline] { later = rest.isZero ? [] : [goal.deadline] }
        let parts = later.isEmpty ? [] : try rest.splitEvenly(into: later.count)
        payments = [Payment(date: date, amount: first)] + zip(later, parts).map(Payment.init)
    }
}
