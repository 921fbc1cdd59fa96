import Allocation
public import Models
public import Planning
public import Presentation

/// A goal in one line, the same in every list: emoji, progress bar, status badge, days left with urgency, preview of the
/// description. Everything is said in words too, so that neither colour nor a picture is needed to understand it.
public struct GoalRow: Sendable {
    private let plan: GoalPlan
    private let style: TextStyle

    /// The row of a goal's plan.
    public init(_ plan: GoalPlan, _ style: TextStyle) {
        self.plan = plan
        self.style = style
    }

    /// Emoji and name.
    public var title: String { GoalRow.title(of: plan.goal) }

    /// Emoji and name of a goal.
    public static func title(of goal: Goal) -> String {
        goal.emoji.map { "\($0) \(goal.name)" } ?? goal.name
    }

    /// A bar of ten blocks and the percentage, both rounded down so that only a reached goal is full.
    public var progress: String {
        let capped = min(plan.progress.progress, .one)
        let filled = Int((capped * Ratio(10)).rounded(.down) ?? 0)
        let percent = (plan.progress.progress * Ratio(100)).rounded(.down) ?? 0
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 10 - filled)
        let mark = plan.progress.savedBound == nil ? "" : "≥"
        return "\(bar) \(mark)\(min(percent, 9999)) %"
    }

    /// The status in words.
    public var badge: TextTable.Cell {
        switch plan.goal.lifecycle {
        case .paused, .archived, .finished, .cancelled: return TextTable.Cell(plan.goal.lifecycle.rawValue, .weak)
        case .active: break
        }
        return switch plan.status {
        case .achieved: TextTable.Cell("achieved", .good)
        case .unknown: TextTable.Cell("unknown", .attention)
        case .overdue: TextTable.Cell("overdue", .bad)
        case .onTrack: TextTable.Cell("on track", .good)
        case .behind: TextTable.Cell("behind", .attention)
        }
    }

    /// The days left, with a mark when they are few.
    public var daysLeft: TextTable.Cell {
        let days = plan.daysRemaining
        let text =
            switch days {
            case 0: "today"
            case 1: "1 day"
            case -1: "1 day late"
            case ..<0: "\(-days) days late"
            case ..<730: "\(days) days"
            default: Self.years(days)
            }
        return switch plan.urgency {
        case .overdue: TextTable.Cell(text, plan.progress.isAchieved ? .weak : .bad)
        case .urgent: TextTable.Cell(text + " !", .bad)
        case .soon: TextTable.Cell(text, .attention)
        case .normal: TextTable.Cell(text)
        }
    }

    /// A span of many days, to the nearest month: "4 years 10 months".
    private static func years(_ days: Int) -> String {
        // A Gregorian year has 365.2425 days.
        let months = (days * 240_000 + 3_652_425) / 7_304_850
        let rest = months % 12
        return "\(months / 12) years" + (rest == 0 ? "" : rest == 1 ? " 1 month" : " \(rest) months")
    }

    /// The first line of the description, at most `width` columns; nil when there is none.
    public func preview(width: Int) -> String? {
        guard let line = plan.goal.details?.split(whereSeparator: \.isNewline).first else { return nil }
        return TextWidth.truncated(TextWidth.printable(String(line)), to: width)
    }

    /// What will be paid next: "at most" when savings are not fully known.
    public var planned: TextTable.Cell {
        TextTable.Cell(style.amount(plan.planned, plan.plannedBound), .strong)
    }

    /// What is required next: "at most" when savings are not fully known.
    public var required: TextTable.Cell {
        TextTable.Cell(style.amount(plan.requirement.required, plan.requiredBound), .strong)
    }

    /// The first required payment that is not made yet, with its date.
    public var requiredOn: TextTable.Cell {
        guard let payment = plan.requirement.payments.first(where: { !$0.amount.isZero }) else { return required }
        return TextTable.Cell("\(style.amount(payment.amount, plan.requiredBound)) on \(payment.date)", .strong)
    }

    /// When the next payment is due; where nothing is left of it, the one after it.
    public var nextPayment: String {
        guard plan.planned.isZero else { return plan.plannedDate?.description ?? "–" }
        guard let later = (try? plan.laterPayment()).flatMap(\.self) else { return "–" }
        return "\(style.amount(later.amount, plan.progress.remainingBound)) on \(later.date)"
    }
}
