import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Notifications

/// The day and the time from which a goal reminds of itself, and the hours in which nobody does.
struct GoalReminderTests {
    private func times(
        _ goal: Goal, to: String = "2026-03-31", quiet: String? = nil
    ) async throws -> [String] {
        var settings = ReminderSettings(time: try #require(LocalTime("09:00")))
        settings.categories = ["SAVINGS_REMINDER"]
        settings.quietHours = quiet.flatMap { QuietHours($0) }
        let household = try await Household(goal, settings: settings)
        let now = call(at: try instant("2026-01-01T00:00:00Z"))
        return try await household.reminders.preview(from: "2026-01-01", to: to, now).value.reminders
            .map { $0.instant.text(in: .gmt) }
    }

    private func goal(
        _ frequency: ReminderFrequency, from: String? = nil, at: String? = nil, deadline: String = "2027-06-30"
    ) throws -> Goal {
        var goal = try reminding(start: "2026-01-05", deadline: deadline, frequency)
        goal.reminderStart = try from.map { try day($0) }
        goal.reminderTime = at.flatMap { LocalTime($0) }
        return goal
    }

    @Test func `reminders are counted from the first one, at the goal's time`() async throws {
        #expect(
            try await times(goal(.weekly, from: "2026-02-18", at: "18:30"), to: "2026-03-05")
                == ["2026-02-18 18:30", "2026-02-25 18:30", "2026-03-04 18:30"])
        #expect(
            try await times(goal(.biweekly, from: "2026-02-18")) == [
                "2026-02-18 09:00", "2026-03-04 09:00", "2026-03-18 09:00",
            ])
        #expect(
            try await times(goal(.monthly, from: "2026-01-31", at: "00:00"))
                == ["2026-01-31 00:00", "2026-02-28 00:00", "2026-03-31 00:00"])
    }

    @Test func `the deadline ends them, and its warnings come at the goal's time`() async throws {
        var settings = ReminderSettings(time: try #require(LocalTime("09:00")))
        settings.categories = ["SAVINGS_REMINDER", "DEADLINE_WARNING"]
        let car = try goal(.weekly, from: "2026-02-01", at: "20:15", deadline: "2026-02-10")
        let household = try await Household(car, settings: settings)
        let found = try await household.reminders.preview(
            from: "2026-01-01", to: "2026-03-31", call(at: try instant("2026-01-01T00:00:00Z"))
        ).value.reminders
        #expect(
            found.map { "\($0.category.name) \($0.instant.text(in: .gmt))" } == [
                "DEADLINE_WARNING 2026-01-10 20:15", "SAVINGS_REMINDER 2026-02-01 20:15",
                "DEADLINE_WARNING 2026-02-03 20:15", "SAVINGS_REMINDER 2026-02-08 20:15",
                "DEADLINE_WARNING 2026-02-09 20:15",
            ])
    }

    @Test func `quiet hours move a goal's own time`() async throws {
        #expect(
            try await times(goal(.monthly, from: "2026-01-31", at: "23:00"), quiet: "22:00-07:00")
                == ["2026-02-01 07:00", "2026-03-01 07:00"])
    }

    @Test func `days and times without a frequency, or after the deadline, are refused`() throws {
        var car = try goal(.weekly, from: "2026-02-18")
        #expect(car.issues.isEmpty)
        car.deadline = try day("2026-02-17")
        #expect(car.issues.map(\.code) == ["reminderAfterDeadline"])
        car.reminder = nil
        #expect(car.issues.map(\.field) == ["remind"])
    }

    @Test func `quiet hours that a person chose count instead of the settings, until they are taken back`() async throws
    {
        var settings = ReminderSettings(time: try #require(LocalTime("09:00")))
        settings.quietHours = QuietHours("08:00-10:00")
        let household = try await Household(try reminding(), settings: settings)
        let service = QuietHoursService(store: household.store, settings: settings)
        let now = call(at: try instant("2026-01-05T00:00:00Z"))
        func first() async throws -> String? {
            try await household.reminders.preview(from: "2026-01-05", to: "2026-01-05", now).value.reminders.first?
                .instant.text(in: .gmt)
        }
        #expect(try await first() == "2026-01-05 10:00")
        #expect(try await service.set(.hours(from: "08:30", to: "12:15"), now).value.hours == QuietHours("08:30-12:15"))
        #expect(try await first() == "2026-01-05 12:15")
        #expect(try await service.set(.off, now).value.hours == nil)
        #expect(try await first() == "2026-01-05 09:00")
        #expect(try await service.report().value.isChosen)
        _ = try await service.set(.settings, now)
        #expect(try await first() == "2026-01-05 10:00")
        // The household's goal, and three steps that are journalled; a choice that changes nothing is none.
        _ = try await service.set(.settings, now)
        #expect(try await household.store.read { try $0.journal(of: nil, limit: nil).count } == 4)
        await #expect(throws: ReminderError.noQuietHours("07:00")) {
            try await service.set(.hours(from: "07:00", to: "07:00"), now)
        }
        let error = await #expect(throws: RequestError.self) {
            try await service.set(.hours(from: "7", to: "25:00"), now)
        }
        #expect(error?.details.map(\.code) == ["calendar.invalidTime", "calendar.invalidTime"])
    }
}
