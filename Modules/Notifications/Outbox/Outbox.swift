import Persistence
import Values

import struct Foundation.Date
import struct Foundation.TimeZone
import struct Foundation.UUID

/// The rules of the outbox, inside one transaction each: what is put in, what is sent next, and what becomes of it.
struct Outbox {
    let settings: ReminderSettings
    let now: Date
    var zone = TimeZone.gmt
    /// The names of the categories; a message that tells several reminders has the first one among theirs.
    var categories: [String] = []

    /// After this time a sending that nobody ended counts as interrupted: longer than any channel takes.
    static let lease: Double = 15 * 60
    /// How long it is known what was sent.
    private static let memory: Double = 400 * 86_400
    /// A delivery that waits longer was written by a clock that was wrong.
    private static let longestWait: Double = 25 * 3600

    // MARK: - Putting in

    /// Puts reminders in for a channel, each once however often this is called. What is late is sent together.
    func add(_ reminders: [Reminder], for channel: String, to writer: any StoreWriter) throws {
        let new = try reminders.filter { try find($0.id, channel, in: writer) == nil }
        for reminder in new {
            try writer.insert(
                Delivery(
                    reminder: reminder.id, channel: channel, messageID: UUID(), category: reminder.category.name,
                    isUrgent: reminder.category.isUrgent, subject: reminder.subject, title: reminder.title,
                    body: reminder.body, due: reminder.instant.wholeMilliseconds, state: .waiting,
                    next: now.wholeMilliseconds))
        }
        try tellTogether(channel, in: writer)
    }

    /// What waits for a channel and is so late that it is sent together: new, left by a program that slept or was offline, or
    /// by a backup. What a receiver may have taken already keeps its own message.
    func late(_ channel: String, in reader: any StoreReader) throws -> [Delivery] {
        let late = try reader.deliveries(.waiting).filter {
            $0.channel == channel && isLate($0) && $0.interruptions == 0 && !$0.reminder.hasPrefix("\(Self.together):")
        }
        return late.count > 1 ? late : []
    }

    private func isLate(_ delivery: Delivery) -> Bool {
        now.timeIntervalSince(delivery.due) > settings.coalesceAfter / .seconds(1)
    }

    /// Begins the id of a message that tells several reminders.
    static let together = "late"

    private func tellTogether(_ channel: String, in writer: any StoreWriter) throws {
        let late = try late(channel, in: writer)
        guard let first = late.min(by: { rank($0.category) < rank($1.category) }) else { return }
        let messageID = UUID()
        for delivery in late {
            var changed = delivery
            changed.messageID = messageID
            changed.state = .coalesced
            try writer.update(delivery, to: changed)
        }
        let text = ReminderText(late: late.map { ($0.day(in: zone), $0.title) })
        try writer.insert(
            Delivery(
                reminder: "\(Self.together):\(messageID.uuidString.lowercased())", channel: channel,
                messageID: messageID, category: first.category, isUrgent: first.isUrgent, subject: nil,
                title: text.title, body: text.body, due: late.map(\.due).max() ?? first.due, state: .waiting,
                next: now.wholeMilliseconds))
    }

    private func rank(_ category: String) -> Int { categories.firstIndex(of: category) ?? categories.count }

    private func find(_ reminder: String, _ channel: String, in reader: any StoreReader) throws -> Delivery? {
        try reader.find(Delivery.self, key: [.text(reminder), .text(channel)])
    }

    /// Removes what is too old to be asked for, and what is about a thing that has gone.
    func tidy(in writer: any StoreWriter) throws {
        let all = try writer.all(Delivery.self)
        let standing = Set(try writer.standing(all))
        for delivery in all
        where now.timeIntervalSince(delivery.due) > Self.memory || !standing.contains(delivery) {
            try writer.delete(delivery)
        }
    }

    /// What nobody sends any more: it waits for a channel that is not one of these, and whoever has that channel would have
    /// tried it by now. It would be sent when the channel is switched on again.
    func orphans(without channels: [String], in reader: any StoreReader) throws -> [Delivery] {
        try reader.deliveries(.waiting).filter {
            !channels.contains($0.channel) && now.timeIntervalSince($0.next) > settings.coalesceAfter / .seconds(1)
        }
    }

    /// What waits for some channels.
    func waiting(_ channels: [String], in reader: any StoreReader) throws -> [Delivery] {
        try reader.deliveries(.waiting).filter { channels.contains($0.channel) }
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
    func due(_ channel: String, in reader: any StoreReader) throws -> [Delivery] {
        try (reader.deliveries(.waiting) + reader.deliveries(.sending)).filter { $0.channel == channel && isDue($0) }
            .sorted { ($0.due, $0.reminder) < ($1.due, $1.reminder) }
    }

    private func isDue(_ delivery: Delivery) -> Bool {
        let wait = delivery.next.timeIntervalSince(now)
        return wait <= 0 || wait > (delivery.state == .sending ? Self.lease : Self.longestWait)
    }

    /// Notes what became of a sending; nil when the delivery has gone meanwhile, or what it is about.
    func end(
        _ begun: Delivery, _ failure: DeliveryFailure?, in writer: any StoreWriter
    ) throws -> Delivery? {
        let found = try find(begun.reminder, begun.channel, in: writer)
        guard let delivery = try writer.standing([found].compactMap { $0 }).first else { return nil }
        var changed = delivery
        switch failure {
        case nil:
            changed.state = .sent
            changed.sentAt = now.wholeMilliseconds
            if changed.interruptions == 0 { changed.reason = nil }
        case .notTried:
            // An attempt that was none: it waits for the next run.
            changed.state = .waiting
            changed.attempts -= 1
            changed.next = now.wholeMilliseconds
        case .notTaken(let reason, let retryAfter):
            changed.state = changed.attempts < settings.attempts ? .waiting : .undeliverable
            changed.reason = reason
            changed.next = now.addingTimeInterval(Self.wait(after: changed.attempts, retryAfter)).wholeMilliseconds
        case .refused(let reason):
            // It would be refused again, alone or sent together with others.
            changed.state = .undeliverable
            changed.reason = reason
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

    /// Puts what was undeliverable through some channels in again.
    func retry(_ channels: [String], in writer: any StoreWriter) throws {
        for delivery in try writer.deliveries(.undeliverable) where channels.contains(delivery.channel) {
            var changed = delivery
            (changed.state, changed.attempts, changed.interruptions) = (.waiting, 0, 0)
            changed.next = now.wholeMilliseconds
            try writer.update(delivery, to: changed)
        }
    }
}

extension ReminderText {
    /// Several reminders that are late, in one.
    fileprivate init(late reminders: [(day: CalendarDay, title: String)]) {
        self.init(
            title: "\(reminders.count) late reminders since \(reminders.map(\.day).min().map(\.description) ?? "")",
            body: Self.shortened(reminders.map { "\($0.day) \($0.title)" }).joined(separator: "\n"))
    }
}
