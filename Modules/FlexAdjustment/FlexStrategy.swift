/// Whom the next minor unit goes to (F5).
public enum FlexStrategy: String, Sendable, Hashable, CaseIterable {
    /// Everyone changes by the same percentage, as nearly as whole minor units allow.
    case balanced
    /// The fewest payment dates left first, then the least progress.
    case prioritizeUrgent
    /// The largest required payment first.
    case prioritizeLargest
    /// The smallest required payment first.
    case prioritizeSmallest
    /// Goals at their last date first, then the one whose next required payment would grow most.
    case minimizeRisk
}
