/// Why a text is not a day or a month.
public enum CalendarError: Problem, Equatable {
    /// Not a day of the calendar; the text as given.
    case invalidDay(String)
    /// Not a month; the text as given.
    case invalidMonth(String)

    /// What is wrong, as a sentence with what is accepted.
    public var description: String {
        switch self {
        case .invalidDay(let text):
            "'\(text.printable)' is not a day. Write year-month-day of a day that exists, as in 2026-05-20."
        case .invalidMonth(let text):
            "'\(text.printable)' is not a month. Write year-month, as in 2026-05."
        }
    }
}

extension CalendarError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .invalidDay: "calendar.invalidDay"
        case .invalidMonth: "calendar.invalidMonth"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [CalendarError] {
        [.invalidDay("31.12."), .invalidMonth("13")]
    }
}
