/// The gains and the income of one year of a period (P11).
public struct GainYear: Sendable {
    /// The year in words: 2025, or 2025/26.
    public let title: String
    /// What was sold, earned and paid in it, as far as it lies in the period.
    public let gains: GainReport
}
