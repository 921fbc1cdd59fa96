import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Notifications

/// One outbox and several senders, a network that is switched off, and rows that are older than they should be.
struct SharedOutboxTests {
    private let monday = "2026-01-05T10:00:00Z"

    private func later(_ minutes: Double) throws -> Call {
        call(at: try instant(monday).addingTimeInterval(minutes * 60))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `programs with different channels tell everything, each through its own`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let household = try await Household(try reminding(), try reminding("Trip", .biweekly))
        let refused: DeliveryFailure? = .notTaken(reason: "no")
        let phone = RecordingChannel("phone", failures: [refused, refused, nil, refused])
        let mail = RecordingChannel("mail", failures: [nil, refused])
        let (one, other) = (household.deliveries(phone), household.deliveries(mail))
        for service in [one, other] { _ = try await service.send(later(-120)) }
        for hour in stride(from: 0.0, to: 28 * 24, by: 6) {
            if random.chance(2, in: 3) { _ = try await one.send(later(hour * 60)) }
            if random.chance(2, in: 3) { _ = try await other.send(later(hour * 60 + 5)) }
        }
        for service in [one, other] { _ = try await service.send(later(28 * 1440)) }
        let titles = phone.taken.map(\.title)
        #expect(titles.count > 6, "seed \(seed)")
        #expect(titles.sorted() == mail.taken.map(\.title).sorted(), "seed \(seed)")
        #expect(Set(phone.taken.map(\.id)).count == titles.count)
    }

    @Test func `a sender does not try again what another one gave up`() async throws {
        var household = try await Household(try reminding())
        household.settings.attempts = 1
        let bad = RecordingChannel("bad", failures: [.notTaken(reason: "no")])
        _ = try await household.deliveries(bad).send(later(0))
        _ = try await household.deliveries(RecordingChannel("good")).send(retries: true, later(5))
        #expect(try await household.log.filter { $0.channel == "bad" }.map(\.state) == [.undeliverable])
    }

    @Test func `without a network nothing counts as an attempt, and all is told when there is one`() async throws {
        let household = try await Household(try reminding())
        let offline = DeliveryFailure.notTried(reason: "Offline.")
        let channel = RecordingChannel(failures: Array(repeating: offline, count: 20))
        let service = household.deliveries(channel)
        for run in 0..<20 {
            let outcome = try await service.send(later(Double(run) * 15))
            #expect(outcome.value.isDelivered && outcome.value.deliveries.isEmpty && outcome.value.waiting == 1)
            #expect(outcome.warnings.map(\.code) == ["reminders.notTried"])
        }
        let row = try #require(await household.log.first)
        #expect(row.state == .waiting && row.attempts == 0 && row.interruptions == 0)
        #expect(try await service.send(later(20 * 15)).value.deliveries.map(\.attempts) == [1])
        #expect(channel.taken.count == 1)
    }

    @Test func `a failed attempt before stays counted`() async throws {
        let household = try await Household(try reminding())
        let channel = RecordingChannel(failures: [.notTaken(reason: "no"), .notTried(reason: "Offline.")])
        let service = household.deliveries(channel)
        for minutes in [0.0, 5] { _ = try await service.send(later(minutes)) }
        #expect(try await household.log.map(\.attempts) == [1])
    }

    @Test func `what waited for weeks without a network is told in one message`() async throws {
        let household = try await Household(try reminding())
        let offline = DeliveryFailure.notTried(reason: "Offline.")
        let channel = RecordingChannel(failures: Array(repeating: offline, count: 1000))
        let service = household.deliveries(channel)
        for day in 0...16 { _ = try await service.send(later(Double(day) * 1440)) }
        let online = RecordingChannel()
        _ = try await household.deliveries(online).send(later(17 * 1440))
        #expect(online.taken.map(\.title) == ["2 late reminders since 2026-01-05", "Save for Car"])
        let states = try await household.log.map(\.state)
        #expect(!states.contains(.waiting) && states.contains(.coalesced))
    }

    @Test func `a clock that was ahead keeps no reminder of another channel`() async throws {
        let household = try await Household(try reminding())
        let (one, two) = (RecordingChannel("one"), RecordingChannel("two"))
        _ = try await household.deliveries(one).send(call(at: try instant("2026-03-02T10:00:00Z")))
        _ = try await household.deliveries(two).send(later(0))
        #expect(two.taken.map(\.title) == ["Save for Car"])
    }
}
