public import Allocation
public import ExchangeRates
public import Foundation
public import Models
public import Persistence
public import Planning

/// Says what is to be reminded of, and delivers it.
public struct ReminderService: Sendable {
    let store: any Store
    let settings: ReminderSettings
    private let months: MonthService
    private let convention: PaymentConvention

    /// The most days that are planned at once.
    static let longestRange = 800

    /// A service over a store, rates, the sources of balances, and what the settings say.
    public init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources, planning: PlanningSettings,
        settings: ReminderSettings
    ) {
        self.store = store
        self.settings = settings
        months = MonthService(store: store, rates: rates, funding: funding, settings: planning)
        convention = planning.convention()
    }

    /// The zone of all times.
    func zone(_ call: Call) -> TimeZone { settings.zone ?? call.zone }

    /// Reminders of some days.
    public struct Preview: Sendable {
        /// The first day.
        public let from: CalendarDay
        /// The last day.
        public let to: CalendarDay
        /// The zone that their times are told in.
        public let zone: TimeZone
        /// The reminders, in order of time.
        public let reminders: [Reminder]
    }

    /// The reminders that will be told on the days from `from` (today when nil) to `to` (30 days later when nil), if nothing
    /// changes until then.
    ///
    /// - Throws: ``ReminderError``, ``CalendarError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func preview(from: String? = nil, to: String? = nil, _ call: Call) async throws -> Outcome<Preview> {
        var reader = RequestReader()
        let first = try from.flatMap { text in try reader.read("from") { try CalendarDay(text) } } ?? call.day
        let last = try to.flatMap { text in try reader.read("to") { try CalendarDay(text) } } ?? first.adding(days: 30)
        try reader.check()
        return try await preview(from: first, to: last, call)
    }

    /// The reminders that will be told on some days, if nothing changes until then.
    ///
    /// - Throws: ``ReminderError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func preview(from: CalendarDay, to: CalendarDay, _ call: Call) async throws -> Outcome<Preview> {
        guard from <= to else { throw ReminderError.emptyRange(from: from, to: to) }
        guard from.days(until: to) < Self.longestRange else {
            throw ReminderError.rangeTooLong(days: from.days(until: to) + 1, limit: Self.longestRange)
        }
        let midnight = LocalTime.midnight
        let found = try await reminders(
            after: midnight.instant(on: from, in: zone(call)).addingTimeInterval(-0.001),
            through: midnight.instant(on: to.adding(days: 1), in: zone(call)).addingTimeInterval(-0.001), call)
        return Outcome(
            Preview(from: from, to: to, zone: zone(call), reminders: found.value), warnings: found.warnings,
            isComplete: found.isComplete)
    }

    /// Reminders as a calendar shows them.
    public struct Calendar: Sendable {
        /// The reminders, in order of time.
        public let reminders: [Reminder]
        /// Grows with every change of what the store holds, so that calendars know the newer of two versions.
        public let sequence: Int
        /// The id that tells the household from others in one calendar: that of the first thing entered. Nil while there is
        /// none.
        public let household: String?

        /// A calendar of reminders in order of time.
        public init(reminders: [Reminder], sequence: Int, household: String? = nil) {
            self.reminders = reminders
            self.sequence = sequence
            self.household = household
        }
    }

    /// The reminders of the next year, without those about goals at risk: these follow from what is not paid.
    ///
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func calendar(_ call: Call) async throws -> Outcome<Calendar> {
        // Read before, so that what changes meanwhile gives the next version a higher number.
        let (revision, household) = try await store.read { (try $0.revision(), try $0.firstID()) }
        let found = try await preview(from: call.day, to: call.day.adding(months: 12), call)
        return Outcome(
            Calendar(
                reminders: found.value.reminders.filter { $0.category != .risk }, sequence: revision,
                household: household),
            warnings: found.warnings, isComplete: found.isComplete)
    }

    /// The reminders told after an instant and until another one. Each says the plan of its own day, as far as it is known
    /// now.
    func reminders(after start: Date, through end: Date, _ call: Call) async throws -> Outcome<[Reminder]> {
        try await reminders(of: occasions(after: start, through: end, call), call)
    }

    /// When something may be due after an instant and until another one, by the calendar alone.
    func occasions(after start: Date, through end: Date, _ call: Call) async throws -> [Occasion] {
        let (goals, quiet) = try await store.read { try ($0.all(Goal.self), QuietHoursChoice.find(in: $0)) }
        var settings = settings
        if let quiet { settings.quietHours = quiet.hours }
        return ReminderCalendar(goals: goals, convention: convention, settings: settings, zone: zone(call))
            .occasions(after: start, through: end)
    }

    /// Those of the occasions that are to be told, by the plans of their days.
    func reminders(of occasions: [Occasion], _ call: Call) async throws -> Outcome<[Reminder]> {
        var found: [Reminder] = []
        var warnings: [Warning] = []
        var isComplete = true
        // Times of goals and quiet hours mix the days.
        let byDay = Dictionary(grouping: occasions, by: \.day)
        try await months.forEachPlan(on: Set(byDay.keys), call) { day, plan in
            isComplete = isComplete && plan.report.isComplete
            warnings += plan.report.warnings.filter { !warnings.contains($0) }
            let planner = ReminderPlanner(plan: plan)
            found += try (byDay[day] ?? []).compactMap { try planner.reminder($0) }
        }
        return Outcome(
            found.sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }, warnings: warnings, isComplete: isComplete)
    }
}

extension StoreReader {
    /// The id of the first thing that was ever entered, which the journal keeps also in backups; nil when there is none.
    fileprivate func firstID() throws -> String? {
        var id: String?
        _ = try forEachChange(ofEntry: 1) { change in
            for case .text(let text) in change.key.cells where id == nil {
                id = UUID(uuidString: text)?.uuidString.lowercased()
            }
            return id == nil
        }
        return id
    }
}
