import Foundation
import Models
import Persistence
import PluginKit
import TestSupport
import Testing

@testable import Notifications

/// The outbox: nothing is lost, nothing doubled beyond the rule.
struct OutboxTests {
    private let monday = "2026-01-05T10:00:00Z"

    private func later(_ minutes: Double) throws -> Call {
        call(at: try instant(monday).addingTimeInterval(minutes * 60))
    }

    @Test func `a channel that fails is tried again after longer and longer waits, and blocks no other`() async throws {
        let household = try await Household(try reminding())
        let refused = DeliveryFailure.notTaken(reason: "no")
        let (bad, good) = (RecordingChannel("bad", failures: [refused, refused]), RecordingChannel("good"))
        let service = household.deliveries(bad, good)
        let first = try await service.send(later(0)).value
        #expect(good.taken.count == 1 && bad.taken.isEmpty && !first.isDelivered && first.waiting == 1)
        #expect(try await service.send(later(4)).value.deliveries.isEmpty)
        #expect(try await service.send(later(5)).value.deliveries.map(\.state) == [.waiting])
        #expect(try await service.send(later(14)).value.deliveries.isEmpty)
        #expect(try await service.send(later(15)).value.deliveries.map(\.state) == [.sent])
        #expect(bad.taken.count == 1 && good.taken.count == 1)
        let log = try await household.log
        #expect(log.map(\.attempts).sorted() == [1, 3] && log.allSatisfy { $0.reason == nil })
    }

    @Test func `a receiver that asks for a pause gets it`() async throws {
        let household = try await Household(try reminding())
        let channel = RecordingChannel(failures: [.notTaken(reason: "busy", retryAfter: .seconds(3600))])
        let service = household.deliveries(channel)
        _ = try await service.send(later(0))
        #expect(try await service.send(later(59)).value.deliveries.isEmpty)
        #expect(try await service.send(later(60)).value.isDelivered && channel.taken.count == 1)
    }

    @Test func `after the last attempt it is told by doctor, until it is tried again on request`() async throws {
        var household = try await Household(try reminding())
        household.settings.attempts = 3
        let channel = RecordingChannel(failures: Array(repeating: .notTaken(reason: "no"), count: 3))
        let service = household.deliveries(channel)
        for minutes in [0.0, 10, 30] { _ = try await service.send(later(minutes)) }
        #expect(try await household.log.map(\.state) == [.undeliverable])
        let outbox = DeliveryLog(store: household.store)
        guard case .failed(let detail, _) = await outbox.health(try later(0)) else {
            Issue.record("healthy")
            return
        }
        #expect(detail == "1 reminder not delivered by one. The last one: no")
        #expect(try await service.send(later(1000)).value.deliveries.isEmpty)
        _ = try await service.send(retries: true, later(1001))
        let health = await outbox.health(try later(0))
        #expect(channel.taken.count == 1 && health == .healthy)
    }

    @Test func `an interrupted sending is sent again once, under the same id`() async throws {
        let household = try await Household(try reminding())
        let channel = RecordingChannel()
        // A program put it in, began to send it, and was killed.
        _ = try await household.deliveries(RecordingChannel(failures: [.notTaken(reason: "")])).send(later(0))
        let outbox = Outbox(settings: household.settings, now: try later(5).now)
        let taken = try await household.store.write(later(5)) { try outbox.begin("one", in: $0) }
        let begun = try #require(taken)
        // Another program does not touch it while it may still be sent.
        #expect(try await household.deliveries(channel).send(later(19)).value.deliveries.isEmpty)
        let again = try await household.deliveries(channel).send(later(20)).value.deliveries
        #expect(again.map(\.state) == [.sent] && again.map(\.interruptions) == [1])
        #expect(channel.taken.map(\.id) == [begun.messageID])
        #expect(again[0].reason == "The program was interrupted while it sent this.")
        #expect(try await household.deliveries(channel).send(later(100)).value.deliveries.isEmpty)
    }

    @Test func `what is interrupted twice is not sent a third time`() async throws {
        let household = try await Household(try reminding())
        let lost = DeliveryFailure.uncertain(reason: "silence")
        let channel = RecordingChannel(failures: [lost, lost])
        let service = household.deliveries(channel)
        _ = try await service.send(later(0))
        #expect(try await service.send(later(10)).value.deliveries.map(\.state) == [.undeliverable])
        _ = try await service.send(later(1000))
        #expect(channel.taken.isEmpty)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `of many sendings at once each message is sent by one`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let household = try await Household(
            try reminding(), try reminding("Trip"), try reminding("Roof"), try reminding("Boat"))
        let channels = [RecordingChannel("one"), RecordingChannel("two")]
        let service = household.deliveries(channels[0], channels[1])
        var now = try instant(monday)
        for _ in 0..<20 {
            let moment = now
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try? await service.send(call(at: moment)) } }
            }
            now = now.addingTimeInterval(Double(random.int(1...30)) * 3600)
        }
        _ = try await service.send(call(at: now))
        for channel in channels {
            let ids = channel.taken.map(\.id)
            #expect(Set(ids).count == ids.count && ids.count >= 4)
            let log = try await household.log.filter { $0.channel == channel.name }
            #expect(log.allSatisfy { ids.contains($0.messageID) && $0.interruptions == 0 })
        }
    }

    @Test func `after a week of sleep one message tells all that is late`() async throws {
        let household = try await Household(try reminding(), try reminding("Trip"), try reminding("Roof"))
        let channel = RecordingChannel()
        _ = try await household.deliveries(channel).send(later(0))
        #expect(channel.taken.count == 3)
        _ = try await household.deliveries(channel).send(later(16 * 1440))
        #expect(channel.taken.count == 4)
        let message = try #require(channel.taken.last)
        #expect(message.title == "6 late reminders since 2026-01-12")
        #expect(message.body.contains("2026-01-19 Save for Trip"))
        let parts = try await household.log.filter { $0.state == .coalesced }
        #expect(parts.count == 6 && parts.allSatisfy { $0.messageID == message.id })
    }

    @Test func `after months only the last one is told`() async throws {
        let household = try await Household(try reminding())
        let channel = RecordingChannel()
        _ = try await household.deliveries(channel).send(later(0))
        _ = try await household.deliveries(channel).send(later(200 * 1440))
        let days = try await household.log.map(\.due)
        #expect(
            days.filter { $0 > (try? instant(monday)) ?? .now }.allSatisfy {
                $0 >= (try? later(169 * 1440).now) ?? .now
            })
    }

    @Test func `a clock that was ahead keeps nothing from being told, and repeats nothing`() async throws {
        let household = try await Household(try reminding())
        let channel = RecordingChannel()
        _ = try await household.deliveries(channel).send(later(0))
        _ = try await household.deliveries(channel).send(call(at: try instant("2026-03-02T10:00:00Z")))
        let count = channel.taken.count
        _ = try await household.deliveries(channel).send(later(1))
        #expect(channel.taken.count == count)
        _ = try await household.deliveries(channel).send(later(7 * 1440))
        #expect(channel.taken.last?.title == "Save for Car" && channel.taken.count == count + 1)
    }

    @Test func `a channel that is new tells nothing old; what waits for one that is switched off goes after a while`()
        async throws
    {
        let household = try await Household(try reminding())
        let bad = RecordingChannel("bad", failures: [.notTaken(reason: "no")])
        _ = try await household.deliveries(bad).send(later(0))
        let good = RecordingChannel("good")
        let report = try await household.deliveries(good).send(later(60)).value
        #expect(good.taken.isEmpty && report.waiting == 0)
        _ = try await household.deliveries(good).send(later(35 * 60))
        #expect(try await household.log.map(\.channel) == ["bad"])
        _ = try await household.deliveries(good).send(later(37 * 60))
        #expect(try await household.log.isEmpty && bad.taken.isEmpty)
    }

    @Test func `a dry run tells and writes nothing`() async throws {
        let household = try await Household(try reminding())
        let channel = RecordingChannel()
        let now = call(at: try instant(monday), isDryRun: true)
        let report = try await household.deliveries(channel).send(now).value
        #expect(report.deliveries.map(\.title) == ["Save for Car"] && channel.taken.isEmpty)
        #expect(try await household.log.isEmpty)
        _ = try await household.deliveries(channel).test("one", now)
        #expect(channel.taken.isEmpty)
    }

    @Test func `what waits for a goal goes with it`() async throws {
        let car = try reminding()
        let household = try await Household(car)
        let service = household.deliveries(RecordingChannel(failures: [.notTaken(reason: "no")]))
        _ = try await service.send(later(0))
        try await household.store.write(origin) { writer in try writer.delete(car) }
        #expect(try await household.log.isEmpty)
        #expect(try await service.send(later(100)).value.deliveries.isEmpty)
    }

    @Test func `a timer that finds nothing writes nothing`() async throws {
        let household = try await Household(try reminding())
        let service = household.deliveries(RecordingChannel())
        _ = try await service.send(later(0))
        let revision = try await household.store.read { try $0.revision() }
        for minutes in [15.0, 30, 600] { _ = try await service.send(later(minutes)) }
        #expect(try await household.store.read { try $0.revision() } == revision)
    }

    @Test func `waits grow to half a day`() {
        let waits = (1...12).map { Outbox.wait(after: $0, nil) / 60 }
        #expect(waits == [5, 10, 20, 40, 80, 160, 320, 640, 720, 720, 720, 720])
        #expect(Outbox.wait(after: 1, .seconds(10)) == 300 && Outbox.wait(after: 1, .seconds(1_000_000)) == 86_400)
    }

    @Test func `a test of a channel says what went wrong`() async throws {
        let household = try await Household()
        let channel = RecordingChannel(failures: [.uncertain(reason: "Silence.")])
        await #expect(throws: ReminderError.notDelivered(channel: "one", reason: "Silence.")) {
            try await household.deliveries(channel).test("one", later(0))
        }
        await #expect(throws: ReminderError.unknownChannel("two", known: ["one"])) {
            try await household.deliveries(channel).test("two", later(0))
        }
    }
}
