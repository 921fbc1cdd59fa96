import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@testable import Allocation
@testable import Notifications

/// How much of the past is read for reminders, whatever the number of goals and days.
struct ReminderReadsTests {
    private static let transactions = 120

    /// Goals that remind on different days, funded by assets with a long past.
    private func household(goals count: Int, month isStarted: Bool = false) async throws -> CountingStore {
        let store = MemoryStore()
        let assets = try ["Bank", "Purse", "Box"].map {
            Asset(id: UUID(), name: $0, currency: try currency("USD"))
        }
        let frequencies: [ReminderFrequency] = [.weekly, .biweekly, .monthly]
        try await store.write(origin) { writer in
            for asset in assets { try writer.insert(asset) }
            for number in 0..<Self.transactions {
                try writer.insertUnfollowed(
                    Transaction(
                        id: UUID(), assetID: assets[number % assets.count].id,
                        amount: try Money("\(number + 1)", try currency("USD")),
                        day: try day("2023-01-01").adding(days: number * 9), kind: .manual, entered: origin.instant))
            }
            for number in 0..<count {
                let goal = try reminding(
                    "Goal \(number)", start: "2026-01-\(number % 20 + 10)", deadline: "2027-0\(number % 9 + 1)-01",
                    frequencies[number % frequencies.count])
                try writer.insert(goal)
                try writer.insertUnfollowed(
                    AssetAllocation(
                        assetID: assets[number % assets.count].id, goalID: goal.id,
                        size: .fixed(try Money("10", try currency("USD")))))
            }
        }
        if isStarted {
            let now = call(at: try instant("2026-01-20T08:00:00Z"))
            let months = MonthService(store: store, rates: ExchangeRateService(providers: []))
            _ = try await months.take(.start, of: nil, months.request(now))
        }
        return CountingStore(store)
    }

    private func reminders(_ store: any Store) throws -> ReminderService {
        ReminderService(
            store: store, settings: ReminderSettings(time: LocalTime("09:00") ?? .midnight),
            sources: try sources(store))
    }

    /// The transactions that a preview of some days passes.
    private func passed(_ store: CountingStore, from: String, to: String) async throws -> Int {
        let now = call(at: try instant("2026-01-25T00:00:00Z"))
        let found = try await reminders(store).preview(from: from, to: to, now).value.reminders
        #expect(!found.isEmpty)
        return store.transactionsPassed
    }

    /// Once for the balances and once for what was contributed.
    @Test(arguments: [(2, false), (20, false), (20, true)])
    func `every transaction is passed twice, however many goals and days there are`(
        goals: Int, isStarted: Bool
    ) async throws {
        let long = try await household(goals: goals, month: isStarted)
        #expect(try await passed(long, from: "2026-01-26", to: "2026-03-31") == 2 * Self.transactions)
    }

    @Test func `a calendar of a year passes them twice, too`() async throws {
        let store = try await household(goals: 4)
        _ = try await reminders(store).calendar(call(at: try instant("2026-01-25T00:00:00Z")))
        #expect(store.transactionsPassed == 2 * Self.transactions)
    }

    @Test func `what waits in the outbox is planned in one reading`() async throws {
        let store = try await household(goals: 12)
        let deliveries = DeliveryService(
            store: store, settings: ReminderSettings(time: LocalTime("09:00") ?? .midnight),
            sources: try sources(store), channels: ChannelList([RecordingChannel()]))
        _ = try await deliveries.send(call(at: try instant("2026-01-26T12:00:00Z")))
        let first = store.transactionsPassed
        _ = try await deliveries.send(call(at: try instant("2026-02-20T12:00:00Z")))
        #expect(store.transactionsPassed - first == 2 * Self.transactions)
    }
}
