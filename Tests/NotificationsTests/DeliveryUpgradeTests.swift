import Foundation
import Models
import Persistence
import PersistenceSQLite
import PluginKit
import StoreSamples
import TestSupport
import Testing

@testable import Notifications

/// A delivery as the first layout had it: about a goal or nothing in particular.
private struct FirstDelivery: Entity {
    let reminder: String
    let channel: String
    let messageID: UUID
    let category: Category
    let goalID: UUID?
    let due: Date

    enum Category: String, ColumnChoice, CaseIterable {
        case payment = "MONTHLY_PAYMENT"
        case savings = "SAVINGS_REMINDER"
    }

    static let declaration = Declaration<FirstDelivery>(
        "delivery", table: "deliveries", since: "0.4.0", order: ["due", "reminder", "channel"], isJournalled: false,
        fields: Fields(
            .key("reminder", \.reminder), .key("channel", \.channel), .value("messageID", \.messageID),
            .value("category", \.category), .value("goalID", \.goalID, to: "goal"), .value("title", \.reminder),
            .value("body", \.channel), .value("due", \.due), .value("state", \.state), .value("attempts", \.none),
            .value("interruptions", \.none), .value("next", \.due), .value("sentAt", \.never),
            .value("reason", \.nothing)
        ) { reminder, channel, messageID, category, goalID, _, _, due, _, _, _, _, _, _ in
            FirstDelivery(
                reminder: reminder, channel: channel, messageID: messageID, category: category, goalID: goalID, due: due
            )
        })

    private var state: Delivery.State { .waiting }
    private var none: Int { 0 }
    private var never: Date? { nil }
    private var nothing: String? { nil }

    var summary: String { reminder }
    func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}

struct DeliveryUpgradeTests {
    @Test func `deliveries of the first layout are read back`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/store.sqlite"
            let car = try reminding()
            let due = try instant("2026-01-05T09:00:00Z")
            let old = [("savings", FirstDelivery.Category.savings, UUID?.some(car.id)), ("payment", .payment, nil)].map
            {
                FirstDelivery(reminder: $0, channel: "one", messageID: UUID(), category: $1, goalID: $2, due: due)
            }
            let first = try SQLiteStore(
                path: path, kinds: EntityKind.shared + [EntityKind(FirstDelivery.self)], now: { due })
            try await first.write(origin) { writer in
                try writer.insert(car)
                for delivery in old { try writer.insert(delivery) }
            }
            try first.close()
            let store = try SQLiteStore(
                path: path, kinds: EntityKind.shared + NotificationsPlugin.kinds, now: { due })
            let found = try await DeliveryLog(store: store).deliveries()
            #expect(found.map(\.reminder) == ["savings", "payment"] && found.map(\.title) == ["savings", "payment"])
            #expect(found.map(\.messageID) == old.map(\.messageID) && found.allSatisfy { $0.due == due })
            #expect(found.map(\.category) == ["SAVINGS_REMINDER", "MONTHLY_PAYMENT"])
            #expect(found.map(\.isUrgent) == [false, true] && found.allSatisfy { $0.state == .waiting })
            #expect(found.map(\.subject) == [ReminderSubject(Goal.self, car.id), nil])
            #expect(await store.health() == .healthy)
            try store.close()
        }
    }
}
