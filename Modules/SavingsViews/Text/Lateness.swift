public import Models

/// The time after its deadline at which a goal is reached, in words.
public enum Lateness {
    /// "1 day", "3 months", "17½ years"; nil when it is not late.
    public static func words(of finish: CalendarDay, after deadline: CalendarDay) -> String? {
        guard finish > deadline else { return nil }
        let months = deadline.wholeMonths(until: finish)
        return switch months {
        case 0: count(deadline.days(until: finish), "day")
        case ..<24: count(months, "month")
        default: "\(months / 12)\(months % 12 < 6 ? "" : "½") years"
        }
    }

    private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
}
