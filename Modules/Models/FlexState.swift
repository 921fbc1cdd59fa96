/// Whether a month's payment may be changed.
public enum FlexState: String, Sendable, Hashable, CaseIterable {
    /// Is paid in full, whatever happens.
    case protected
    /// May be raised or lowered.
    case flexible
    /// Is left out this month.
    case skipped
}

extension FlexState: ColumnChoice {}
