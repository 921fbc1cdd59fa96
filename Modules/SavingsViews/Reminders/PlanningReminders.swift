public import Allocation
public import ExchangeRates
public import Models
public import Notifications
public import Persistence
public import Planning

/// Reminders of savings goals: of payments, deadlines and months, and of goals that fall behind.
public struct PlanningReminders: ReminderSource {
    /// A goal reminds of itself, as often as its reminder frequency says.
    static let savings = ReminderCategory("SAVINGS_REMINDER", idPrefix: "savings")
    /// A payment day has come.
    static let payment = ReminderCategory("MONTHLY_PAYMENT", idPrefix: "payment", isUrgent: true)
    /// A deadline is a month, a week or a day away.
    static let deadline = ReminderCategory("DEADLINE_WARNING", idPrefix: "deadline", isUrgent: true)
    /// A goal is behind, or its payments have grown.
    static let risk = ReminderCategory("SMART_REMINDER", idPrefix: "risk", isInCalendar: false)
    /// A month can be started.
    static let monthStart = ReminderCategory("MONTH_START", idPrefix: "start")
    /// A month in progress ends.
    static let monthClose = ReminderCategory("MONTH_CLOSE", idPrefix: "close")

    /// The categories of all of them.
    public static let categories: [ReminderCategory] = [savings, payment, deadline, risk, monthStart, monthClose]
    static let sourceName = "planning"

    /// The name of the source.
    public let name: String = PlanningReminders.sourceName
    /// The categories of its reminders.
    public let categories: [ReminderCategory] = PlanningReminders.categories
    private let store: any Store
    private let months: MonthService
    private let convention: PaymentConvention

    /// A source over a store, rates, the sources of balances, and what the settings say.
    public init(store: any Store, rates: ExchangeRateService, funding: FundingSources, planning: PlanningSettings) {
        self.store = store
        months = MonthService(store: store, rates: rates, funding: funding, settings: planning)
        convention = planning.convention()
    }

    /// Returns what may be due on some days: of active goals, of payment days, and of the first and last days of months.
    ///
    /// - Throws: ``StoreError``.
    public func occasions(
        from first: CalendarDay, to last: CalendarDay, _ call: Call
    ) async throws -> [ReminderOccasion] {
        let goals = try await store.read { try $0.all(Goal.self) }
        let calendar = PlanningCalendar(goals: goals, convention: convention)
        return (0...max(0, first.days(until: last))).flatMap { calendar.occasions(on: first.adding(days: $0)) }
    }

    /// Returns what the plans of the days say, as far as they are known now. Every goal is planned, also one without an
    /// occasion: warnings and missing amounts are those of all goals.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func texts(
        of occasions: [ReminderOccasion], _ call: Call
    ) async throws -> Outcome<[ReminderOccasion.ID: ReminderText]> {
        var texts: [ReminderOccasion.ID: ReminderText] = [:]
        var warnings: [Warning] = []
        var isComplete = true
        // Times of goals and quiet hours mix the days.
        let byDay = Dictionary(grouping: occasions, by: \.day)
        try await months.forEachPlan(on: Set(byDay.keys), call) { day, plan in
            isComplete = isComplete && plan.report.isComplete
            warnings += plan.report.warnings.filter { !warnings.contains($0) }
            let planner = ReminderPlanner(plan: plan)
            for occasion in byDay[day] ?? [] { texts[occasion.id] = try planner.text(occasion) }
        }
        return Outcome(texts, warnings: warnings, isComplete: isComplete)
    }
}
