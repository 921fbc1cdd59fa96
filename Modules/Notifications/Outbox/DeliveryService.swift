public import Allocation
public import ExchangeRates
public import Models
public import Persistence
public import Planning

import struct Foundation.Date
import struct Foundation.UUID

/// Delivers reminders through the channels that the settings choose.
public struct DeliveryService: Sendable {
    private let reminders: ReminderService
    private let channels: [any NotificationChannel]
    private var store: any Store { reminders.store }
    private var settings: ReminderSettings { reminders.settings }

    /// How far back reminders are still told after a long time without sending.
    private static let memory: Double = 31 * 86_400

    /// A service over a store, rates, the sources of balances, what the settings say, and channels.
    public init(
        store: any Store, rates: ExchangeRateService, funding: FundingSources, planning: PlanningSettings,
        settings: ReminderSettings, channels: ChannelList
    ) {
        reminders = ReminderService(
            store: store, rates: rates, funding: funding, planning: planning, settings: settings)
        self.channels = channels.channels
    }

    /// What one sending did.
    public struct Report: Sendable {
        /// The deliveries that were tried, or would be, in order of time and channel.
        public let deliveries: [Delivery]
        /// How many still wait for a later sending.
        public let waiting: Int

        /// Whether the receivers took everything that was tried.
        public var isDelivered: Bool {
            deliveries.allSatisfy { $0.state == .sent || $0.state == .waiting && $0.attempts == 0 }
        }
    }

    /// Puts what is due into the outbox, then sends what is in it. Any number of programs may do so at once: each delivery
    /// is sent by one of them. A channel that fails keeps none of the others from sending.
    ///
    /// - Parameter retries: whether what was undeliverable is tried again.
    /// - Throws: ``ReminderError``, ``StoreError``, ``MoneyError/tooLarge(_:)``, `CancellationError`.
    public func send(retries: Bool = false, _ call: Call) async throws -> Outcome<Report> {
        let outbox = Outbox(settings: settings, now: call.now)
        let found = try await collect(outbox, retries: retries, call)
        var done = call.isDryRun ? found.value : []
        if !call.isDryRun {
            done = try await withThrowingTaskGroup(of: [Delivery].self) { group in
                for channel in channels { group.addTask { try await deliver(outbox, through: channel, call) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        let waiting = try await store.read { try outbox.all(.waiting, in: $0).count }
        return Outcome(
            Report(
                deliveries: done.sorted { ($0.due, $0.reminder, $0.channel) < ($1.due, $1.reminder, $1.channel) },
                waiting: waiting), warnings: found.warnings, isComplete: found.isComplete)
    }

    /// Puts what is due into the outbox and gives what waits in it.
    private func collect(_ outbox: Outbox, retries: Bool, _ call: Call) async throws -> Outcome<[Delivery]> {
        let names = channels.map(\.name)
        for _ in 0..<3 {
            let cursor = try await store.read { try ReminderCursor.find(in: $0) }
            let occasions = try await reminders.occasions(after: start(cursor, call), through: call.now, call)
            let found = try await reminders.reminders(of: occasions, call)
            let isRecent = cursor.map { abs(call.now.timeIntervalSince($0.through)) < 86_400 } ?? false
            let orphans = try await store.read { try outbox.orphans(without: names, in: $0) }
            // A timer runs often, and every write makes what a person has on the screen look outdated. Occasions that were
            // judged are not judged again, which would ask for rates each time.
            if occasions.isEmpty, orphans.isEmpty, isRecent, !retries {
                let waiting = try await store.read { try outbox.all(.waiting, in: $0) }
                return Outcome(waiting, warnings: found.warnings, isComplete: found.isComplete)
            }
            let waiting = try await store.write(call) { writer -> [Delivery]? in
                // Another program may have put reminders in meanwhile.
                guard try ReminderCursor.find(in: writer) == cursor else { return nil }
                try outbox.add(found.value, for: names, to: writer)
                for orphan in try outbox.orphans(without: names, in: writer) { try writer.delete(orphan) }
                if retries { try outbox.retry(in: writer) }
                let moved = ReminderCursor(through: call.now)
                if let cursor { try writer.update(cursor, to: moved) } else { try writer.insert(moved) }
                return try outbox.all(.waiting, in: writer)
            }
            if let waiting { return Outcome(waiting, warnings: found.warnings, isComplete: found.isComplete) }
        }
        throw ReminderError.keepsChanging
    }

    /// After which instant reminders are new: the first time from this morning on, after a long time a month back. A cursor
    /// of a clock that was ahead does not count.
    private func start(_ cursor: ReminderCursor?, _ call: Call) -> Date {
        let zone = reminders.zone(call)
        let today = CalendarDay(utc: call.now, secondsFromUTC: zone.secondsFromGMT(for: call.now))
        let morning = LocalTime.midnight.instant(on: today, in: zone).addingTimeInterval(-0.001)
        guard let through = cursor?.through, through.timeIntervalSince(call.now) < 86_400 else { return morning }
        return max(through, call.now.addingTimeInterval(-Self.memory))
    }

    /// Sends what waits for a channel until nothing does, or the channel fails.
    private func deliver(
        _ outbox: Outbox, through channel: any NotificationChannel, _ call: Call
    ) async throws -> [Delivery] {
        var done: [Delivery] = []
        while try await store.read({ try !outbox.due(channel.name, in: $0).isEmpty }),
            let delivery = try await store.write(call, { try outbox.begin(channel.name, in: $0) })
        {
            let failure = try await Self.failure(of: channel, delivery.message, call)
            if let ended = try await store.write(call, { try outbox.end(delivery, failure, in: $0) }) {
                done.append(ended)
            }
            // What else waits would fail too: it keeps its attempts for when the channel works.
            if failure != nil { break }
        }
        return done
    }

    private static func failure(
        of channel: any NotificationChannel, _ message: NotificationMessage, _ call: Call
    ) async throws -> DeliveryFailure? {
        do {
            try await channel.send(message, call)
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
        guard let channel = channels.first(where: { $0.name == name }) else {
            throw ReminderError.unknownChannel(name, known: channels.map(\.name))
        }
        let message = NotificationMessage(
            id: UUID(), category: .payment, title: "Test of reminders",
            body: "If you can read this, the channel \(name) works.", instant: call.now)
        if !call.isDryRun, let failure = try await Self.failure(of: channel, message, call) {
            throw ReminderError.notDelivered(channel: name, reason: failure.reason)
        }
        return Outcome(message)
    }
}
