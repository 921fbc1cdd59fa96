import ExchangeRates
public import Models

/// What a goal is to get in a month in progress, and what was contributed since its start.
public struct FrozenPayment: Sendable {
    /// What the goal is to get.
    public let payment: MonthExecution.GoalPayment
    /// What was contributed since the month was started.
    public let contribution: MonthContribution
    /// The month.
    let month: CalendarMonth

    /// The credited contributions; negative when more was withdrawn, which is required again then.
    public var paid: Money { contribution.amount }

    /// What is still to be paid of an amount, at least 0.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func left(of amount: Money) throws(MoneyError) -> Money {
        let left = try amount.subtracting(paid)
        return left.isNegative ? .zero(left.currency) : left
    }

    /// The last date that the month settles: its payment day, or its last day under `calendarMonths`.
    func lastDate(_ convention: PaymentConvention) -> CalendarDay {
        switch convention {
        case .payments(let day): day.date(in: month)
        case .calendarMonths: month.lastDay
        }
    }

    /// When the payment is due: on the month's payment day, or today once that has passed; under `calendarMonths` on the first
    /// of `dates` that the month settles. Nil when the goal has no payment day of the month before its deadline.
    func date(
        of goal: Goal, _ convention: PaymentConvention, dates: [CalendarDay], today: CalendarDay
    ) -> CalendarDay? {
        guard case .payments(let day) = convention else { return dates.first { $0 <= month.lastDay } ?? today }
        let date = day.date(in: month)
        return goal.start <= date && date < goal.deadline ? max(date, today) : nil
    }
}
