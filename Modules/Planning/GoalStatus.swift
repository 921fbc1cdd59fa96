/// Where a goal stands against its plan; the first that applies.
public enum GoalStatus: String, Sendable, Hashable, CaseIterable {
    /// The target is reached.
    case achieved
    /// Part of what is saved is not known.
    case unknown
    /// The deadline has passed.
    case overdue
    /// At least as far as the payment dates so far require.
    case onTrack
    /// Less far than that.
    case behind
}

/// How close the deadline is.
public enum Urgency: String, Sendable, Hashable, CaseIterable {
    /// It has passed.
    case overdue
    /// Less than 7 days.
    case urgent
    /// Less than 30 days.
    case soon
    /// 30 days or more.
    case normal

    /// The urgency of a number of days.
    public init(daysLeft: Int) {
        self =
            switch daysLeft {
            case ..<0: .overdue
            case ..<7: .urgent
            case ..<30: .soon
            default: .normal
            }
    }
}

/// How the level payment compares with the one the goal began with (R7).
public enum Pace: String, Sendable, Hashable, CaseIterable {
    /// At most 1.1 times.
    case steady
    /// At most twice, or one date left.
    case attention
    /// More than twice.
    case critical
}
