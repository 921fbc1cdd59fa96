import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Notifications

/// Messages that a receiver refuses for what they are.
struct RefusedMessageTests {
    private let monday = "2026-01-05T10:00:00Z"

    /// Takes all but the messages with a word in their title.
    private struct Picky: NotificationChannel {
        let name = "one"
        let word: String
        let taken: RecordingChannel

        func send(_ message: NotificationMessage, _ call: Call) async throws {
            guard !message.body.contains(word), !message.title.contains(word) else {
                throw DeliveryFailure.refused(reason: "413")
            }
            try await taken.send(message, call)
        }
    }

    @Test func `one that is refused holds up no other, now or later, and is not told together with them`() async throws
    {
        let household = try await Household(try reminding("Car"), try reminding("Trip"), try reminding("Zoo"))
        let (channel, taken) = (household, RecordingChannel())
        let service = channel.deliveries(Picky(word: "Car", taken: taken))
        let first = try await service.send(call(at: try instant(monday))).value
        #expect(taken.taken.count == 2 && !first.isDelivered && first.waiting == 0)
        #expect(try await household.log.filter { $0.state == .undeliverable }.map(\.reason) == ["413"])
        // A day later nothing of it is left to be sent.
        let later = try instant(monday).addingTimeInterval(3 * 86_400)
        _ = try await service.send(call(at: later))
        #expect(taken.taken.count == 2)
        // On request it is sent again, by a channel that takes it now.
        let other = RecordingChannel()
        _ = try await household.deliveries(other).send(retries: true, call(at: later.addingTimeInterval(60)))
        #expect(other.taken.count == 1 && other.taken[0].title.contains("Car"))
    }
}
