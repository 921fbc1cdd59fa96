import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import SavingsViews
import Synchronization
import TestSupport

@testable import Notifications

let origin = ChangeOrigin(instant: Date(timeIntervalSince1970: 0), program: "tests", command: "test")

func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

func call(at now: Date, isDryRun: Bool = false) -> Call {
    Call(now: now, zone: .gmt, program: "test", command: "test", isDryRun: isDryRun)
}

/// Remembers what it was sent, and fails as told.
final class RecordingChannel: NotificationChannel {
    let name: String
    private let messages = Mutex<[NotificationMessage]>([])
    private let failures: Mutex<[DeliveryFailure?]>

    /// - Parameter failures: of the first sendings, in order; after them everything is taken.
    init(_ name: String = "one", failures: [DeliveryFailure?] = []) {
        self.name = name
        self.failures = Mutex(failures)
    }

    /// What was taken.
    var taken: [NotificationMessage] { messages.withLock { $0 } }

    func send(_ message: NotificationMessage, _ call: Call) async throws {
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure { throw failure }
        messages.withLock { $0.append(message) }
    }
}

/// The reminders of goals in a store, without rates.
func sources(_ store: any Store) throws -> ReminderSources {
    try ReminderSources([
        PlanningReminders(
            store: store, rates: ExchangeRateService(providers: []), funding: FundingSources(),
            planning: PlanningSettings())
    ])
}

/// A store with goals, and the services over it.
struct Household {
    let store = MemoryStore()
    var settings = ReminderSettings(time: LocalTime("09:00") ?? .midnight)
    private let sources: ReminderSources

    init(_ goals: Goal..., settings: ReminderSettings? = nil) async throws {
        if let settings { self.settings = settings }
        sources = try NotificationsTests.sources(store)
        try await store.write(origin) { writer in
            for goal in goals { try writer.insert(goal) }
        }
    }

    var reminders: ReminderService {
        ReminderService(store: store, settings: settings, sources: sources)
    }

    func deliveries(_ channels: any NotificationChannel...) -> DeliveryService {
        DeliveryService(store: store, settings: settings, sources: sources, channels: ChannelList(channels))
    }

    var log: [Delivery] { get async throws { try await DeliveryLog(store: store).deliveries() } }
}

/// A goal with a reminder frequency.
func reminding(
    _ name: String = "Car", target: String = "12000 USD", start: String = "2026-01-05",
    deadline: String = "2027-06-30", _ frequency: ReminderFrequency? = .weekly
) throws -> Goal {
    var goal = try goal(name, target: target, start: start, deadline: deadline)
    goal.reminder = frequency
    return goal
}
