/// How the digits of amounts are grouped in texts for people. Documents for programs are never grouped.
public enum DigitGrouping: String, Sendable, CaseIterable {
    /// 14 285 714.15, with no-break spaces (ISO 80000-1), which cannot be taken for a decimal comma or point.
    case space
    /// 14,285,714.15.
    case comma
    /// 14285714.15.
    case none
}
