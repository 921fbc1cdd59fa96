import ExchangeRates
import Models
import Persistence
import Planning
import TestSupport
import Testing

@testable import Notifications

/// A reminder of a payment day names and sums only what is due by that day.
struct PaymentReminderTests {
    @Test func `after a month was closed early, a payment of a later day has a reminder of its own`() async throws {
        var settings = ReminderSettings(time: try #require(LocalTime("09:00")))
        settings.categories = ["MONTHLY_PAYMENT"]
        let car = try goal(target: "1300 USD", start: "2026-11-20", deadline: "2027-12-31")
        let household = try await Household(car, settings: settings)
        let now = call(at: try instant("2026-11-27T08:00:00Z"))
        let months = MonthService(store: household.store, rates: ExchangeRateService(providers: []))
        _ = try await months.take(.start, of: nil, months.request(now))
        _ = try await months.take(.close, of: nil, months.request(now))
        let trip = try goal("Trip", target: "600 USD", start: "2026-11-27", deadline: "2027-05-31")
        try await household.store.write(origin) { try $0.insert(trip) }
        let found = try await household.reminders.preview(from: "2026-11-28", to: "2027-01-02", now).value.reminders
        #expect(found.map(\.title) == ["Payment day: 100.00 USD", "Payment day: 228.34 USD"])
        #expect(found.map(\.body) == ["Trip: 100.00 USD", "Car: 108.34 USD\nTrip: 120.00 USD"])
    }
}
