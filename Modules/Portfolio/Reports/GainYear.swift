/// The gains and the income of one year of a period (P11).
public struct GainYear: Sendable {
    /// The year in words: 2025, or 2025/26.
    public let title: String
    /// The sales, income and charges of the part of it that lies in the period.
    public let gains: GainReport
}
