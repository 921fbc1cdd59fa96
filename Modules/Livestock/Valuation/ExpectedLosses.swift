public import Values

/// Losses that nobody saw: a yearly rate over head and days, less what was recorded (H6).
///
/// ```swift
/// let losses = ExpectedLosses(rate: try Percentage("5%"), headDays: 10_000, recorded: 0, head: 100)
/// losses.expected.decimalString(places: 4, rounding: .halfEven)  // 1.3699
/// ```
public struct ExpectedLosses: Sendable, Hashable {
    /// The yearly rate.
    public let rate: Percentage
    /// The head at the end of each day, summed.
    public let headDays: Int
    /// Deaths and lost head less what was found.
    public let recorded: Int
    /// The head now.
    public let head: Int

    /// Losses of a herd or a lot.
    public init(rate: Percentage, headDays: Int, recorded: Int, head: Int) {
        self.rate = rate
        self.headDays = headDays
        self.recorded = recorded
        self.head = head
    }

    /// How many probably died: at least 0, at most the head.
    public var expected: Ratio {
        let rated = rate.ratio * (Ratio(Int128(headDays), over: 365) ?? .zero)
        let left = rated - Ratio(Int128(max(0, recorded)))
        return left.isNegative ? .zero : min(left, Ratio(Int128(head)))
    }
}
