/// Why a text is not a day, a month or a time of day.
public enum CalendarError: Problem, Equatable {
    /// Not a day of the calendar; the text as given.
    case invalidDay(String)
    /// Not a month; the text as given.
    case invalidMonth(String)
    /// Not a time of day; the text as given.
    case invalidTime(String)

    /// What is wrong, as a sentence with what is accepted.
    public var description: String {
        switch self {
        case .invalidDay(let text):
            "'\(text.printable)' is not a day. Write year-month-day of a day that exists, as in 2026-05-20."
        case .invalidMonth(let text):
            "'\(text.printable)' is not a month. Write year-month, as in 2026-05."
        case .invalidTime(let text):
            "'\(text.printable)' is not a time of day. Write hours and minutes, as in 09:00 or 18:30."
        }
    }
}

extension CalendarError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .invalidDay: "calendar.invalidDay"
        case .invalidMonth: "calendar.invalidMonth"
        case .invalidTime: "calendar.invalidTime"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [CalendarError] {
        [.invalidDay("31.12."), .invalidMonth("13"), .invalidTime("9")]
    }
}
