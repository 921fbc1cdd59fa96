import Foundation
import Models
import Persistence
import PluginKit
import SavingsViews
import Synchronization
import TestSupport
import Testing

@testable import Notifications

/// Sources of reminders: what several of them bring together, and what they must not share.
struct ReminderSourceTests {
    /// A source that reminds on one day, of a goal or of nothing in particular.
    private struct Yearly: ReminderSource {
        let name: String
        let categories: [ReminderCategory]
        var goal: UUID?
        var warnings: [Warning] = []
        var asked = Counter()

        func occasions(from first: CalendarDay, to last: CalendarDay, _ call: Call) throws -> [ReminderOccasion] {
            let date = try day("2026-01-05")
            let subject = goal.map { ReminderSubject(Goal.self, $0) }
            return categories.map { ReminderOccasion($0, "\(date)", on: date, at: LocalTime("08:00"), about: subject) }
        }

        func texts(
            of occasions: [ReminderOccasion], _ call: Call
        ) -> Outcome<[ReminderOccasion.ID: ReminderText]> {
            asked.add()
            return Outcome(
                Dictionary(uniqueKeysWithValues: occasions.map { ($0.id, ReminderText(title: name, body: "")) }),
                warnings: warnings, isComplete: warnings.isEmpty)
        }
    }

    private static let review = ReminderCategory("YEARLY_REVIEW", idPrefix: "review", isInCalendar: false)
    private static let bill = ReminderCategory("BILL", idPrefix: "bill", isUrgent: true)

    private func service(
        _ household: Household, _ others: any ReminderSource..., categories: Set<String>? = nil
    ) throws -> ReminderService {
        var settings = household.settings
        settings.categories = categories
        let all = try sources(household.store).sources + others
        return ReminderService(store: household.store, settings: settings, sources: try ReminderSources(all))
    }

    private func preview(_ service: ReminderService) async throws -> Outcome<ReminderService.Preview> {
        try await service.preview(
            from: "2026-01-05", to: "2026-01-05", call(at: try instant("2026-01-01T00:00:00Z")))
    }

    @Test func `reminders of all sources come in order of time, with the warnings of all`() async throws {
        let household = try await Household(try reminding())
        let other = Yearly(
            name: "review", categories: [Self.review], warnings: [Warning(code: "test", message: "Something.")])
        let found = try await preview(service(household, other))
        #expect(found.value.reminders.map(\.id).first == "review:2026-01-05")
        #expect(found.value.reminders.map(\.title) == ["review", "Save for Car"])
        #expect(found.warnings.map(\.code) == ["test"] && !found.isComplete)
    }

    @Test func `a source whose categories are not chosen is not asked`() async throws {
        let household = try await Household(try reminding())
        let other = Yearly(name: "review", categories: [Self.review])
        let found = try await preview(service(household, other, categories: ["SAVINGS_REMINDER"]))
        #expect(found.value.reminders.map(\.title) == ["Save for Car"] && other.asked.count == 0)
        let own = try await preview(service(household, other, categories: ["YEARLY_REVIEW"]))
        #expect(own.value.reminders.map(\.title) == ["review"] && other.asked.count == 1)
    }

    @Test func `a calendar has the categories that belong in one`() async throws {
        let household = try await Household()
        let service = try service(
            household, Yearly(name: "review", categories: [Self.review]), Yearly(name: "bills", categories: [Self.bill])
        )
        let found = try await service.calendar(call(at: try instant("2026-01-01T00:00:00Z"))).value
        #expect(found.reminders.map(\.id) == ["bill:2026-01-05"])
    }

    @Test func `what waits is sent as its category says, and goes with the thing that it is about`() async throws {
        let car = try reminding("Car", nil)
        let household = try await Household(car)
        let bill = Yearly(name: "bills", categories: [Self.bill], goal: car.id)
        let channel = RecordingChannel(failures: [.notTaken(reason: "no")])
        let service = DeliveryService(
            store: household.store, settings: household.settings, sources: try ReminderSources([bill]),
            channels: ChannelList([channel]))
        _ = try await service.send(call(at: try instant("2026-01-05T10:00:00Z")))
        let waiting = try await household.log
        #expect(waiting.map(\.category) == ["BILL"] && waiting.map(\.message.isUrgent) == [true])
        try await household.store.write(origin) { writer in try writer.delete(car) }
        #expect(try await household.log.isEmpty)
        _ = try await service.send(retries: true, call(at: try instant("2026-01-05T11:00:00Z")))
        #expect(channel.taken.isEmpty)
        #expect(try await household.store.read { try $0.all(Delivery.self) }.isEmpty)
    }

    @Test func `one name or one beginning of ids for two categories is refused`() throws {
        let one = Yearly(name: "one", categories: [Self.review])
        let same = Yearly(name: "two", categories: [ReminderCategory("YEARLY_REVIEW", idPrefix: "other")])
        let alike = Yearly(name: "three", categories: [ReminderCategory("OTHER", idPrefix: "review")])
        let late = Yearly(name: "four", categories: [ReminderCategory("LATE", idPrefix: "late")])
        #expect(throws: ReminderError.duplicateCategory("YEARLY_REVIEW", sources: ["one", "two"])) {
            try ReminderSources([one, same])
        }
        #expect(throws: ReminderError.duplicateIDPrefix("review", categories: ["YEARLY_REVIEW", "OTHER"])) {
            try ReminderSources([one, alike])
        }
        #expect(throws: ReminderError.self) { try ReminderSources([late]) }
    }

    private struct Linked: Plugin {
        let source: Yearly
        var manifest: PluginManifest {
            PluginManifest(
                id: source.name, summary: "", provides: [.init(.reminderSources, providers: [source.name])],
                settings: [ReminderSettings.categories(source.categories)])
        }
        func register(in builder: inout ContainerBuilder) {
            builder.register(.reminderSources, name: source.name) { _ in source }
        }
    }

    @Test func `the container refuses sources that share a category`() async throws {
        func build(_ categories: [[ReminderCategory]]) async throws -> DIContainer {
            var builder = ContainerBuilder(
                settings: InMemorySettings(),
                time: TimeSource(now: { Date(timeIntervalSince1970: 0) }, clock: ContinuousClock()))
            builder.add([NotificationsPlugin()])
            builder.add(categories.enumerated().map { Linked(source: Yearly(name: "\($0)", categories: $1)) })
            builder.require(.reminders)
            return try await builder.build(.required)
        }
        let found = try await build([[Self.review], [Self.bill]]).resolve(.reminders)
        #expect(found.categories == [Self.review, Self.bill])
        let error = await #expect(throws: ContainerError.self) { try await build([[Self.review], [Self.review]]) }
        #expect("\(try #require(error))".contains("YEARLY_REVIEW"))
    }

    @Test func `the setting names the categories of all plugins`() throws {
        let manifests: [any Plugin] = [
            NotificationsPlugin(), PlanningRemindersPlugin(),
            Linked(source: Yearly(name: "bills", categories: [Self.bill])),
        ]
        let settings = PluginManifest.settings(of: manifests.map(\.manifest)).filter {
            $0.key == "reminders.categories"
        }
        #expect(settings.count == 1)
        let names = PlanningReminders.categories.map(\.name) + ["BILL"]
        #expect(settings.first?.kind == .choices(names) && settings.first?.defaultText == names.joined(separator: ","))
    }
}

/// Counts calls.
private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
