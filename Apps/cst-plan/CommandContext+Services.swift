import Allocation
import CommandSupport
import ExchangeRates
import Forecast
import Notifications
import Persistence
import Planning

extension CommandContext {
    /// Goals from their beginning to their end: needs no rates.
    func goals() async throws -> GoalService {
        try await make(GoalService.init, .store, .display, .funding)
    }

    /// What goals require, and what is planned.
    func planning() async throws -> MonthlyPlanningService {
        try await make(MonthlyPlanningService.init, .store, .rates, .funding, .planningSettings)
    }

    /// What may become of goals.
    func forecasts() async throws -> ForecastService {
        try await make(ForecastService.init, .store, .rates, .funding, .planningSettings)
    }

    /// Months that are started and closed.
    func months() async throws -> MonthService {
        try await make(MonthService.init, .store, .rates, .funding, .planningSettings)
    }

    /// What is reminded of, and when.
    func reminders() async throws -> ReminderService {
        try await make(ReminderService.init, .store, .reminderSettings, .reminders)
    }

    /// The hours in which nothing is sent.
    func quietHours() async throws -> QuietHoursService {
        try await make(QuietHoursService.init, .store, .reminderSettings)
    }

    /// What carries reminders to where a person looks.
    func deliveries() async throws -> DeliveryService {
        try await make(DeliveryService.init, .store, .reminderSettings, .reminders, .channelList)
    }
}
