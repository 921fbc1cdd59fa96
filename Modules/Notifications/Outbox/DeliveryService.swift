public import Persistence
public import Values

import struct Foundation.Date
import struct Foundation.UUID

/// Delivers reminders through the channels that the settings choose.
public struct DeliveryService: Sendable {
    let reminders: ReminderService
    let channels: [any NotificationChannel]
    let calendars: [any ReminderCalendarChannel]
    var store: any Store { reminders.store }
    private var settings: ReminderSettings { reminders.settings }

    /// A service over a store, what the settings say, the sources of reminders, and channels.
    public init(store: any Store, settings: ReminderSettings, sources: ReminderSources, channels: ChannelList) {
        reminders = ReminderService(store: store, settings: settings, sources: sources)
        self.channels = channels.channels.filter { !($0 is any ReminderCalendarChannel) }
        calendars = channels.channels.compactMap { $0 as? any ReminderCalendarChannel }
    }

    /// What one sending did.
    public struct Report: Sendable {
        /// The deliveries that were tried, or would be, in order of time and channel.
        public let deliveries: [Delivery]
        /// How many still wait for a later sending.
        public let waiting: Int
        /// What became of the calendars that the settings choose; empty in a dry run.
        public let calendars: [CalendarUpdate]

        /// Whether the receivers took everything that was tried.
        public var isDelivered: Bool {
            deliveries.allSatisfy { $0.state == .sent || $0.state == .waiting && $0.attempts == 0 }
                && calendars.allSatisfy { $0.reason == nil }
        }
    }

    /// Puts what is due into the outbox, then sends what is in it. Any number of programs may do so at once: each delivery
    /// is sent by one of them. A channel that fails keeps none of the others from sending.
    ///
    /// - Parameter retries: whether what was undeliverable is tried again.
    /// - Throws: ``ReminderError``, ``StoreError``, `CancellationError`, what a source throws.
    public func send(retries: Bool = false, _ call: Call) async throws -> Outcome<Report> {
        let outbox = Outbox(
            settings: settings, now: call.now, zone: reminders.zone(call),
            categories: reminders.sources.categories.map(\.name))
        let found = try await collect(outbox, retries: retries, call)
        var (done, warnings) = (call.isDryRun ? found.value : [], found.warnings)
        var updates: [CalendarUpdate] = []
        if !call.isDryRun {
            let runs = try await withThrowingTaskGroup(of: Run.self) { group in
                for channel in channels { group.addTask { try await deliver(outbox, through: channel, call) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            done = runs.flatMap(\.deliveries)
            warnings += runs.compactMap(\.warning).sorted { $0.message < $1.message }
            for calendar in calendars { updates.append(try await update(calendar, call)) }
        }
        let waiting = try await store.read { try outbox.waiting(channels.map(\.name), in: $0).count }
        return Outcome(
            Report(
                deliveries: done.sorted { ($0.due, $0.reminder, $0.channel) < ($1.due, $1.reminder, $1.channel) },
                waiting: waiting, calendars: updates), warnings: warnings, isComplete: found.isComplete)
    }

    /// Puts what is due into the outbox and gives what waits in it.
    private func collect(_ outbox: Outbox, retries: Bool, _ call: Call) async throws -> Outcome<[Delivery]> {
        let names = channels.map(\.name)
        guard !names.isEmpty else { return Outcome([]) }
        let today = CalendarDay(utc: call.now, secondsFromUTC: outbox.zone.secondsFromGMT(for: call.now))
        let morning = LocalTime.midnight.instant(on: today, in: outbox.zone).addingTimeInterval(-0.001)
        for _ in 0..<3 {
            let (cursors, isOld) = try await store.read { reader in
                let isOld = try names.contains { try !outbox.late($0, in: reader).isEmpty }
                return try (ReminderCursors(in: reader), isOld || !outbox.orphans(without: names, in: reader).isEmpty)
            }
            let starts = names.map { cursors.start(of: $0, morning: morning, now: call.now) }
            let occasions = try await reminders.occasions(
                after: starts.min() ?? call.now, through: call.now, call)
            let found = try await reminders.reminders(of: occasions, call)
            // A timer runs often, and every write makes what a person has on the screen look outdated. Occasions that were
            // judged are not judged again, which would ask for rates each time.
            if occasions.isEmpty, !isOld, !retries, cursors.isRecent(names, now: call.now) {
                let waiting = try await store.read { try outbox.waiting(names, in: $0) }
                return Outcome(waiting, warnings: found.warnings, isComplete: found.isComplete)
            }
            let waiting = try await store.write(call) { writer -> [Delivery]? in
                // Another program may have put reminders in meanwhile.
                guard try ReminderCursors(in: writer).isSame(as: cursors, for: names) else { return nil }
                if retries { try outbox.retry(names, in: writer) }
                for (name, start) in zip(names, starts) {
                    try outbox.add(found.value.filter { $0.instant > start }, for: name, to: writer)
                    try cursors.move(name, to: call.now, in: writer)
                }
                for orphan in try outbox.orphans(without: names, in: writer) { try writer.delete(orphan) }
                try outbox.tidy(in: writer)
                return try outbox.waiting(names, in: writer)
            }
            if let waiting { return Outcome(waiting, warnings: found.warnings, isComplete: found.isComplete) }
        }
        throw ReminderError.keepsChanging
    }

    /// Brings a calendar up to date when it is of another day, or of something else than the store holds now.
    private func update(_ channel: any ReminderCalendarChannel, _ call: Call) async throws -> CalendarUpdate {
        func result(_ reminders: Int?, _ reason: String?) -> CalendarUpdate {
            CalendarUpdate(channel: channel.name, place: channel.place, reminders: reminders, reason: reason)
        }
        let revision = try await store.read { try $0.revision() }
        let version = "\(revision) \(call.day) \(reminders.fingerprint) \(reminders.zone(call).identifier)"
        guard channel.version() != version else { return result(nil, nil) }
        let calendar = try await reminders.calendar(call).value
        let failure = try await Self.failure { try await channel.keep(calendar, version: version, call) }
        return result(failure == nil ? calendar.reminders.count : nil, failure?.reason)
    }

    /// What a channel did in one sending.
    private struct Run {
        var deliveries: [Delivery] = []
        var warning: Warning?
    }

    /// Sends what waits for a channel until nothing does, or the channel fails.
    private func deliver(
        _ outbox: Outbox, through channel: any NotificationChannel, _ call: Call
    ) async throws -> Run {
        var run = Run()
        while try await store.read({ try !outbox.due(channel.name, in: $0).isEmpty }),
            let delivery = try await store.write(call, { try outbox.begin(channel.name, in: $0) })
        {
            let failure = try await Self.failure { try await channel.send(delivery.message, call) }
            let ended = try await store.write(call, { try outbox.end(delivery, failure, in: $0) })
            if case .notTried(let reason) = failure {
                run.warning = Warning(
                    code: "reminders.notTried", message: "\(channel.name) was not tried. \(reason)")
            } else if let ended {
                run.deliveries.append(ended)
            }
            // One message that is refused for what it is says nothing about the others.
            if case .refused = failure { continue }
            // What else waits would fail too: it keeps its attempts for when the channel works.
            if failure != nil { break }
        }
        return run
    }

    private static func failure(of body: () async throws -> Void) async throws -> DeliveryFailure? {
        do {
            try await body()
            return nil
        } catch let failure as DeliveryFailure {
            return failure
        } catch let error as CancellationError {
            throw error
        } catch {
            return .notTaken(reason: "\(error)")
        }
    }

    /// Sends a test message through one channel, past the outbox.
    ///
    /// - Throws: ``ReminderError``, `CancellationError`.
    public func test(_ name: String, _ call: Call) async throws -> Outcome<NotificationMessage> {
        let all: [any NotificationChannel] = channels + calendars
        guard let channel = all.first(where: { $0.name == name }) else {
            throw ReminderError.unknownChannel(name, known: all.map(\.name))
        }
        // A test should be noticed at once.
        let categories = reminders.sources.categories
        let category = categories.first(where: \.isUrgent) ?? categories.first
        let message = NotificationMessage(
            id: UUID(), category: category?.name ?? "TEST", isUrgent: true, title: "Test of reminders",
            body: "If you can read this, the channel \(name) works.", instant: call.now)
        if !call.isDryRun, let failure = try await Self.failure(of: { try await channel.send(message, call) }) {
            throw ReminderError.notDelivered(channel: name, reason: failure.reason)
        }
        return Outcome(message)
    }
}
