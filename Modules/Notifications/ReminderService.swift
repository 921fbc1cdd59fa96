public import Foundation
public import Persistence
public import Values

/// Says what is to be reminded of, by all sources.
public struct ReminderService: Sendable {
    let store: any Store
    let settings: ReminderSettings
    let sources: ReminderSources

    /// The most days that are looked at at once.
    static let longestRange = 800

    /// A service over a store, what the settings say, and the sources of reminders.
    public init(store: any Store, settings: ReminderSettings, sources: ReminderSources) {
        self.store = store
        self.settings = settings
        self.sources = sources
    }

    /// The zone of all times.
    func zone(_ call: Call) -> TimeZone { settings.zone ?? call.zone }

    /// The day of an instant in that zone.
    func day(of instant: Date, _ call: Call) -> CalendarDay {
        CalendarDay(utc: instant, secondsFromUTC: zone(call).secondsFromGMT(for: instant))
    }

    /// Reminders of some days.
    public struct Preview: Sendable {
        /// The first day.
        public let from: CalendarDay
        /// The last day.
        public let to: CalendarDay
        /// The zone that their times are shown in.
        public let zone: TimeZone
        /// The reminders, in order of time.
        public let reminders: [Reminder]
    }

    /// The reminders that will be sent on the days from `from` (today when nil) to `to` (30 days later when nil), if nothing
    /// changes until then.
    ///
    /// - Throws: ``ReminderError``, ``CalendarError``, ``StoreError``, `CancellationError`, what a source throws.
    public func preview(from: String? = nil, to: String? = nil, _ call: Call) async throws -> Outcome<Preview> {
        var reader = RequestReader()
        let first = try from.flatMap { text in try reader.read("from") { try CalendarDay(text) } } ?? call.day
        let last = try to.flatMap { text in try reader.read("to") { try CalendarDay(text) } } ?? first.adding(days: 30)
        try reader.check()
        return try await preview(from: first, to: last, call)
    }

    /// The reminders that will be sent on some days, if nothing changes until then.
    ///
    /// - Throws: ``ReminderError``, ``StoreError``, `CancellationError`, what a source throws.
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

    /// The reminders of the next year, of the categories that belong in a calendar.
    ///
    /// - Throws: ``StoreError``, `CancellationError`, what a source throws.
    public func calendar(_ call: Call) async throws -> Outcome<Calendar> {
        // Read before, so that what changes meanwhile gives the next version a higher number.
        let (revision, household) = try await store.read { (try $0.revision(), try $0.firstID()) }
        let found = try await preview(from: call.day, to: call.day.adding(months: 12), call)
        return Outcome(
            Calendar(
                reminders: found.value.reminders.filter { $0.category.isInCalendar }, sequence: revision,
                household: household),
            warnings: found.warnings, isComplete: found.isComplete)
    }

    /// The reminders sent after an instant and until another one.
    func reminders(after start: Date, through end: Date, _ call: Call) async throws -> Outcome<[Reminder]> {
        try await reminders(of: occasions(after: start, through: end, call), call)
    }

    /// When something may be due after an instant and until another one, by the calendar alone, in order of time.
    func occasions(after start: Date, through end: Date, _ call: Call) async throws -> [ScheduledOccasion] {
        guard start < end else { return [] }
        let chosen = try await store.read { try QuietHoursChoice.find(in: $0) }
        let schedule = ReminderSchedule(
            time: settings.time, quietHours: chosen.map(\.hours) ?? settings.quietHours, zone: zone(call))
        let days = schedule.days(after: start, through: end)
        var found: [ScheduledOccasion] = []
        for source in sources.sources {
            let categories = source.categories.filter(settings.tells)
            guard !categories.isEmpty else { continue }
            found += try await source.occasions(from: days.first, to: days.last, call)
                .filter { categories.contains($0.category) }
                .map { ScheduledOccasion(occasion: $0, instant: schedule.instant(of: $0)) }
        }
        var seen: Set<String> = []
        return found.filter { $0.instant > start && $0.instant <= end }
            .sorted { ($0.instant, $0.occasion.id) < ($1.instant, $1.occasion.id) }
            .filter { seen.insert($0.occasion.id).inserted }
    }

    /// Those of the occasions that are to be sent, by what is known of their days.
    func reminders(of occasions: [ScheduledOccasion], _ call: Call) async throws -> Outcome<[Reminder]> {
        var found: [Reminder] = []
        var warnings: [Warning] = []
        var isComplete = true
        for source in sources.sources {
            let own = occasions.filter { source.categories.contains($0.occasion.category) }
            guard !own.isEmpty else { continue }
            let texts = try await source.texts(of: own.map(\.occasion), call)
            found += own.compactMap { scheduled in
                texts.value[scheduled.occasion.id].map { Reminder(scheduled, $0) }
            }
            warnings += texts.warnings.filter { !warnings.contains($0) }
            isComplete = isComplete && texts.isComplete
        }
        return Outcome(
            found.sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }, warnings: warnings, isComplete: isComplete)
    }

    /// What decides which reminders there are and when, besides the zone and what the store holds.
    var fingerprint: String {
        ([settings.time.description, settings.quietHours?.description ?? "none"]
            + sources.categories.filter(settings.tells).map(\.name).sorted()).joined(separator: " ")
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
