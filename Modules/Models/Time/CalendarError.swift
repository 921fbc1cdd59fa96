/// Why a text is not a day or a month.
public enum CalendarError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a day of the calendar; the text as given.
    case invalidDay(String)
    /// Not a month; the text as given.
    case invalidMonth(String)

    /// The fault as a sentence with what is accepted.
    public var description: String {
        switch self {
        case .invalidDay(let text):
            "'\(text.printable)' is not a day. Write year-month-day of a day that exists, as in 2026-05-20."
        case .invalidMonth(let text):
            "'\(text.printable)' is not a month. Write year-month, as in 2026-05."
        }
    }
}
