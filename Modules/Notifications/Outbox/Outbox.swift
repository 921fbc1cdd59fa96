import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

/// The rules of the outbox, inside one transaction each: what is put in, what is sent next, and what becomes of it.
struct Outbox {
    let settings: ReminderSettings
    let now: Date

    /// After this time a sending that nobody ended counts as interrupted: longer than any channel takes.
    static let lease: Double = 15 * 60
    /// How long it is known what was sent.
    private static let memory: Double = 400 * 86_400
    /// A delivery that waits longer was written by a clock that was wrong.
    private static let longestWait: Double = 25 * 3600

    // MARK: - Putting in

    /// Puts reminders in for every channel, each once however often this is called. Late ones are told together.
    func add(_ reminders: [Reminder], for channels: [String], to writer: any StoreWriter) throws {
        let late = reminders.filter { now.timeIntervalSince($0.instant) > settings.coalesceAfter / .seconds(1) }
        for channel in channels {
            let new = try reminders.filter { try find($0.id, channel, in: writer) == nil }
            let together = new.filter { late.contains($0) }
            let summary = together.count > 1 ? Summary(together) : nil
            for reminder in new {
                let isPart = summary != nil && together.contains(reminder)
                try writer.insert(
                    delivery(
                        reminder.id, channel, isPart ? summary?.messageID : nil, reminder.category, reminder.goalID,
                        reminder.title, reminder.body, reminder.instant, isPart ? .coalesced : .waiting))
            }
            guard let summary else { continue }
            try writer.insert(
                delivery(
                    "late:\(summary.messageID.uuidString.lowercased())", channel, summary.messageID, summary.category,
                    nil, summary.text.title, summary.text.body, summary.due, .waiting))
        }
        try tidy(in: writer)
    }

    /// Several late reminders in one message.
    private struct Summary {
        let messageID = UUID()
        let category: ReminderCategory
        let text: ReminderText
        let due: Date

        init(_ reminders: [Reminder]) {
            let found = Set(reminders.map(\.category))
            category = ReminderCategory.allCases.first { found.contains($0) } ?? .payment
            text = ReminderText(late: reminders)
            due = reminders.map(\.instant).max() ?? .distantPast
        }
    }

    private func delivery(
        _ reminder: String, _ channel: String, _ messageID: UUID?, _ category: ReminderCategory, _ goal: UUID?,
        _ title: String, _ body: String, _ due: Date, _ state: Delivery.State
    ) -> Delivery {
        Delivery(
            reminder: reminder, channel: channel, messageID: messageID ?? UUID(), category: category, goalID: goal,
            title: title, body: body, due: due.wholeMilliseconds, state: state, next: now.wholeMilliseconds)
    }

    private func find(_ reminder: String, _ channel: String, in reader: any EntityReader) throws -> Delivery? {
        try reader.find(Delivery.self, key: [.text(reminder), .text(channel)])
    }

    /// Removes what is too old to be asked for.
    private func tidy(in writer: any StoreWriter) throws {
        for delivery in try writer.all(Delivery.self) where now.timeIntervalSince(delivery.due) > Self.memory {
            try writer.delete(delivery)
        }
    }

    /// What waits for channels that are switched off: it would be told all at once when they are switched on again.
    func orphans(without channels: [String], in reader: any EntityReader) throws -> [Delivery] {
        try all(.waiting, in: reader).filter { !channels.contains($0.channel) }
    }

    func all(_ state: Delivery.State, in reader: any EntityReader) throws -> [Delivery] {
        try reader.all(Delivery.self, where: "state", is: .text(state.rawValue))
    }

    // MARK: - Sending

    /// The delivery that a channel sends next, noted as being sent; nil when there is none for now.
    func begin(_ channel: String, in writer: any StoreWriter) throws -> Delivery? {
        for delivery in try due(channel, in: writer) {
            var changed = delivery
            if delivery.state == .sending {
                changed.interruptions += 1
                changed.reason = "The program was interrupted while it sent this."
                // Sent again once; whoever is interrupted each time needs a person, and the receiver no third copy.
                if changed.interruptions > 1 {
                    changed.state = .undeliverable
                    try writer.update(delivery, to: changed)
                    continue
                }
            }
            changed.state = .sending
            changed.attempts += 1
            changed.next = now.addingTimeInterval(Self.lease).wholeMilliseconds
            try writer.update(delivery, to: changed)
            return changed
        }
        return nil
    }

    /// What a channel can send now, in order of time.
    func due(_ channel: String, in reader: any EntityReader) throws -> [Delivery] {
        try (all(.waiting, in: reader) + all(.sending, in: reader)).filter { $0.channel == channel && isDue($0) }
            .sorted { ($0.due, $0.reminder) < ($1.due, $1.reminder) }
    }

    private func isDue(_ delivery: Delivery) -> Bool {
        let wait = delivery.next.timeIntervalSince(now)
        return wait <= 0 || wait > (delivery.state == .sending ? Self.lease : Self.longestWait)
    }

    /// Notes what became of a sending; nil when the delivery has gone meanwhile, with its goal.
    func end(
        _ begun: Delivery, _ failure: DeliveryFailure?, in writer: any StoreWriter
    ) throws -> Delivery? {
        guard let delivery = try find(begun.reminder, begun.channel, in: writer) else { return nil }
        var changed = delivery
        switch failure {
        case nil:
            changed.state = .sent
            changed.sentAt = now.wholeMilliseconds
            if changed.interruptions == 0 { changed.reason = nil }
        case .notTaken(let reason, let retryAfter):
            changed.state = changed.attempts < settings.attempts ? .waiting : .undeliverable
            changed.reason = reason
            changed.next = now.addingTimeInterval(Self.wait(after: changed.attempts, retryAfter)).wholeMilliseconds
        case .uncertain(let reason):
            changed.interruptions += 1
            changed.state = changed.interruptions > 1 ? .undeliverable : .waiting
            changed.reason = reason
            changed.next = now.addingTimeInterval(Self.wait(after: changed.attempts, nil)).wholeMilliseconds
        }
        try writer.update(delivery, to: changed)
        return changed
    }

    /// Seconds until the next attempt: five minutes, doubled after each, at most twelve hours; or what the receiver asked
    /// for, at most a day.
    static func wait(after attempts: Int, _ retryAfter: Duration?) -> Double {
        let doubled = 300 * Double(1 << min(max(attempts - 1, 0), 10))
        return max(min(doubled, 12 * 3600), min(retryAfter.map { $0 / .seconds(1) } ?? 0, 86_400))
    }

    /// Puts what was undeliverable in again.
    func retry(in writer: any StoreWriter) throws {
        for delivery in try all(.undeliverable, in: writer) {
            var changed = delivery
            (changed.state, changed.attempts, changed.interruptions) = (.waiting, 0, 0)
            changed.next = now.wholeMilliseconds
            try writer.update(delivery, to: changed)
        }
    }
}
