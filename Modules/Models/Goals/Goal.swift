public import struct Foundation.UUID

/// Something to save for: an amount of money by a day.
///
/// ```swift
/// let goal = Goal(
///     id: UUID(), name: "Car", target: try Money("12000", .eur), start: try CalendarDay("2026-01-01"),
///     deadline: try CalendarDay("2026-12-31"))
/// goal.issues.count  // 0
/// ```
public struct Goal: Sendable, Hashable, Identifiable {
    /// How a goal stands in its life; only active goals require payments.
    public enum Lifecycle: String, Sendable, Hashable, CaseIterable {
        /// Being saved for.
        case active
        /// Interrupted for a while; keeps its allocations, requires nothing.
        case paused
        /// Reached or ended; its allocations are released, what it had is kept as a snapshot.
        case finished
        /// Cancelled; its allocations are released.
        case cancelled
        /// Put away; keeps its allocations.
        case archived
    }

    /// Identity, kept for life.
    public let id: UUID
    /// Name; need not be unique.
    public var name: String
    /// One emoji, or nil.
    public var emoji: String?
    /// Free text, or nil.
    public var details: String?
    /// A web address, or nil.
    public var link: String?
    /// How much is wanted, in whole minor units of the goal's currency.
    public var target: Money
    /// The day saving begins.
    public var start: CalendarDay
    /// The day the amount has to be there.
    public var deadline: CalendarDay
    /// How often to remind, or nil for never.
    public var reminder: ReminderFrequency?
    /// The first day of its reminders, from which the others are counted; nil for ``start``.
    public var reminderStart: CalendarDay?
    /// The time of day of its reminders; nil for the usual one.
    public var reminderTime: LocalTime?
    /// How the goal stands.
    public var lifecycle: Lifecycle
    /// What the goal had when it was finished; nil unless it is.
    public var snapshot: GoalSnapshot?

    /// A goal; ``issues`` says what is wrong with it.
    public init(
        id: UUID, name: String, emoji: String? = nil, details: String? = nil, link: String? = nil, target: Money,
        start: CalendarDay, deadline: CalendarDay, reminder: ReminderFrequency? = nil,
        reminderStart: CalendarDay? = nil, reminderTime: LocalTime? = nil, lifecycle: Lifecycle = .active,
        snapshot: GoalSnapshot? = nil
    ) {
        self.id = id
        self.name = name
        self.emoji = emoji
        self.details = details
        self.link = link
        self.target = target
        self.start = start
        self.deadline = deadline
        self.reminder = reminder
        self.reminderStart = reminderStart
        self.reminderTime = reminderTime
        self.lifecycle = lifecycle
        self.snapshot = snapshot
    }

    /// The currency the goal is counted in.
    public var currency: Currency { target.currency }

    /// Everything that is wrong with the goal; empty when it is valid.
    public var issues: [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "goal")
        if let emoji, !Goal.isEmoji(emoji) {
            issues.append(
                ValidationIssue(
                    code: "notAnEmoji", field: "emoji",
                    message: "'\(emoji.printable)' is not one emoji. Give a single one, as in 🚗."))
        }
        if let details, details.count > 10_000 {
            issues.append(
                ValidationIssue(
                    code: "tooLong", field: "description",
                    message: "The description has \(details.count) characters; at most 10000 are allowed."))
        }
        if let link, !Goal.isWebAddress(link) {
            issues.append(
                ValidationIssue(
                    code: "notALink", field: "link",
                    message: "'\(link.printable)' is not a web address. Write it with http:// or https://."))
        }
        if !target.isPositive {
            issues.append(
                ValidationIssue(
                    code: "notPositive", field: "target",
                    message: "The target \(target) is not greater than 0. Say how much you want to have."))
        }
        if !target.isWholeMinorUnits {
            issues.append(
                ValidationIssue(
                    code: "tooPrecise", field: "target",
                    message: "The target \(target) has more than the \(currency.minorUnit) decimals that "
                        + "\(currency) has."))
        }
        issues += ValidationIssue.issues(ofSize: target, field: "target")
        if deadline < start {
            issues.append(
                ValidationIssue(
                    code: "deadlineBeforeStart", field: "deadline",
                    message: "The deadline \(deadline) lies before the start \(start). Move one of them."))
        }
        return issues + reminderIssues
    }

    /// The warning about a deadline more than fifty years away, which is mostly a slipped digit; nil for others.
    public func farDeadlineWarning(on today: CalendarDay) -> Warning? {
        let (end, now) = (deadline.parts, today.parts)
        guard (end.year, end.month, end.day) > (now.year + 50, now.month, now.day) else { return nil }
        return Warning(
            code: "deadlineFar",
            message: "The deadline \(deadline) is more than 50 years away. Check the year, unless it is meant.")
    }

    private var reminderIssues: [ValidationIssue] {
        guard reminder != nil else {
            guard reminderStart != nil || reminderTime != nil else { return [] }
            return [
                ValidationIssue(
                    code: "required", field: "remind",
                    message: "The goal has a day or a time for reminders, but none is switched on. "
                        + "Say weekly, biweekly or monthly.")
            ]
        }
        guard let reminderStart, reminderStart > deadline else { return [] }
        return [
            ValidationIssue(
                code: "reminderAfterDeadline", field: "remindFrom",
                message: "The first reminder on \(reminderStart) would come after the deadline \(deadline). "
                    + "Move one of them.")
        ]
    }

    /// Digits count as emoji scalars too; what makes 1️⃣ one is the enclosing keycap.
    private static func isEmoji(_ text: String) -> Bool {
        text.count == 1
            && text.unicodeScalars.contains { ($0.properties.isEmoji && !$0.isASCII) || $0.value == 0x20E3 }
    }

    private static func isWebAddress(_ link: String) -> Bool {
        let lowered = link.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return false }
        return link.count > scheme.count && link.count <= 2000
            && link.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace }
    }
}
