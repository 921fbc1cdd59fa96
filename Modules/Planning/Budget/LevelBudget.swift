public import Models

/// One budget for several goals on each payment day, as plain values: without a store, settings or rates (B1, B2).
///
/// ```swift
/// let goals = try [
///     LevelBudget.Goal("Car", remaining: Money("3000", .eur), deadline: CalendarDay("2026-08-31")),
///     LevelBudget.Goal("Trip", remaining: Money("500", .eur), deadline: CalendarDay("2026-06-30")),
/// ]
/// let budget = try LevelBudget(goals, today: CalendarDay("2026-05-20"))
/// let payments = try budget.payments().map { "\($0.date) \($0.goal.name) \($0.amount)" }
/// budget.minimum  // 1166.67 EUR
/// payments[0]  // 2026-06-01 Trip 500.00 EUR
/// ```
public struct LevelBudget: Sendable {
    /// What one goal still needs.
    public struct Goal: Sendable, Hashable {
        /// By which people know it.
        public let name: String
        /// What is missing, in whole minor units; 0 or more.
        public let remaining: Money
        /// The first day that a payment may be on; nil for the day of the budget.
        public let start: CalendarDay?
        /// The day by which it has to be there.
        public let deadline: CalendarDay

        /// A goal; ``LevelBudget`` checks its amount.
        public init(_ name: String, remaining: Money, start: CalendarDay? = nil, deadline: CalendarDay) {
            self.name = name
            self.remaining = remaining
            self.start = start
            self.deadline = deadline
        }
    }

    /// What one goal gets on one date.
    public struct DatedPayment: Sendable, Hashable {
        /// The payment date.
        public let date: CalendarDay
        /// The goal.
        public let goal: Goal
        /// How much, in whole minor units.
        public let amount: Money
    }

    /// The goals by deadline: the order in which they are served. Those due on the same day keep their order.
    public let goals: [Goal]
    /// The least amount for each payment date that reaches every goal by its deadline.
    public let minimum: Money
    private let schedule: DeadlineSchedule
    private let calendar: BudgetCalendar

    /// A budget for goals that are all in one currency.
    ///
    /// - Parameters:
    ///   - goals: At least one.
    ///   - today: The day of the budget. A goal whose deadline has passed is due at once.
    ///   - convention: On which days payments are made.
    /// - Throws: ``LevelBudgetError``, ``MoneyError/tooLarge(_:)`` when more than 10^37 minor units remain.
    public init(
        _ goals: [Goal], today: CalendarDay, convention: PaymentConvention = .payments(.day(1))
    ) throws {
        guard let currency = goals.first?.remaining.currency else { throw LevelBudgetError.noGoals }
        let sorted = goals.enumerated().sorted { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
        self.goals = sorted.map(\.element)
        let calendar = BudgetCalendar(convention: convention, today: today)
        var total: Int128 = 0
        let needs = try self.goals.map { goal in
            let amount = try LevelBudgetError.units(of: goal.remaining, currency)
            guard amount <= BudgetPlanner.largestTotal - total else { throw MoneyError.tooLarge(currency) }
            total += amount
            return DeadlineSchedule.Need(
                amount: amount,
                dates: calendar.dates(start: goal.start ?? today, deadline: goal.deadline, settledThrough: nil))
        }
        schedule = DeadlineSchedule(needs)
        self.calendar = calendar
        minimum = try Money(minorUnits: schedule.minimum, currency)
    }

    /// Which goal gets how much of a budget on which date, in the order of the dates.
    ///
    /// Each date pays the earliest deadline first, among the goals that have the date.
    ///
    /// - Parameter amount: The budget for each payment date; nil for ``minimum``. When it is less, the payments sum to less
    ///   than what remains, and goals are missed.
    /// - Throws: ``LevelBudgetError``, ``MoneyError/tooLarge(_:)``.
    public func payments(_ amount: Money? = nil) throws -> [DatedPayment] {
        let units = try LevelBudgetError.units(of: amount ?? minimum, minimum.currency)
        return try schedule.payments(units)
            .compactMap { part in calendar.date(of: part.slot).map { (date: $0, part: part) } }
            .sorted { ($0.date, $0.part.need) < ($1.date, $1.part.need) }
            .map {
                DatedPayment(
                    date: $0.date, goal: goals[$0.part.need],
                    amount: try Money(minorUnits: $0.part.amount, minimum.currency))
            }
    }
}

/// Why there is no level budget for some goals.
public enum LevelBudgetError: Problem, Equatable {
    /// There is no goal, so no currency.
    case noGoals
    /// An amount is not in the currency of the first goal.
    case otherCurrency(Money, wanted: Currency)
    /// An amount is less than 0.
    case negative(Money)
    /// An amount has digits beyond the minor unit.
    case tooPrecise(Money)

    /// What is wrong, with what is accepted.
    public var description: String {
        switch self {
        case .noGoals: "There is no goal. Give at least one."
        case .otherCurrency(let amount, let wanted): "The amount \(amount) is not in \(wanted), as the first goal is."
        case .negative(let amount): "The amount \(amount) is less than 0. Give 0 or more."
        case .tooPrecise(let amount):
            "The amount \(amount) has more than the \(amount.currency.minorUnit) decimals that \(amount.currency) has."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noGoals: "levelBudget.noGoals"
        case .otherCurrency: "levelBudget.otherCurrency"
        case .negative: "levelBudget.negative"
        case .tooPrecise: "levelBudget.tooPrecise"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [LevelBudgetError] {
        [.noGoals, .otherCurrency(.zero(.usd), wanted: .eur), .negative(.zero(.usd)), .tooPrecise(.zero(.usd))]
    }

    fileprivate static func units(of amount: Money, _ currency: Currency) throws -> Int128 {
        guard amount.currency == currency else { throw LevelBudgetError.otherCurrency(amount, wanted: currency) }
        guard !amount.isNegative else { throw LevelBudgetError.negative(amount) }
        guard amount.isWholeMinorUnits else { throw LevelBudgetError.tooPrecise(amount) }
        return try amount.minorUnits(.down)
    }
}
