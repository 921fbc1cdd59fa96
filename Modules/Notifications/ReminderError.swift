public import Values

/// Why reminders cannot be shown or sent.
public enum ReminderError: Problem, Equatable {
    /// The first day lies after the last one.
    case emptyRange(from: CalendarDay, to: CalendarDay)
    /// More days than can be planned at once.
    case rangeTooLong(days: Int, limit: Int)
    /// No channel that is switched on has the name.
    case unknownChannel(String, known: [String])
    /// The test message could not be delivered.
    case notDelivered(channel: String, reason: String)
    /// Quiet hours that would end where they begin; the time as given.
    case noQuietHours(String)
    /// Other programs kept sending meanwhile.
    case keepsChanging
    /// Two sources of reminders have a category of one name.
    case duplicateCategory(String, sources: [String])
    /// The ids of two sorts of reminders begin in the same way.
    case duplicateIDPrefix(String, categories: [String])

    /// What happened, with the value that was wrong.
    public var description: String {
        switch self {
        case .emptyRange(let from, let to): "\(from) lies after \(to): there is no day between them."
        case .rangeTooLong(let days, let limit): "\(days) days are too many at once; at most \(limit) are shown."
        case .unknownChannel(let name, let known):
            "There is no channel '\(name.printable)' in the setting notifications.providers. "
                + (known.isEmpty ? "It names none." : "It names \(known.joined(separator: ", ")).")
        case .notDelivered(let channel, let reason): "\(channel) did not deliver the message: \(reason)"
        case .noQuietHours(let time):
            "Quiet hours from \(time.printable) to \(time.printable) would be none or the whole day. Give two times that "
                + "differ."
        case .keepsChanging: "Other programs kept sending reminders at the same time. Try again."
        case .duplicateCategory(let name, let sources):
            "The reminders of \(sources.joined(separator: " and ")) have one category, \(name.printable): rename one of them."
        case .duplicateIDPrefix(let prefix, let categories):
            "The ids of \(categories.joined(separator: " and ")) all begin with '\(prefix.printable)': change one of them."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .emptyRange: "reminders.emptyRange"
        case .rangeTooLong: "reminders.rangeTooLong"
        case .unknownChannel: "reminders.unknownChannel"
        case .notDelivered: "reminders.notDelivered"
        case .noQuietHours: "reminders.noQuietHours"
        case .keepsChanging: "reminders.keepsChanging"
        case .duplicateCategory: "reminders.duplicateCategory"
        case .duplicateIDPrefix: "reminders.duplicateIDPrefix"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .emptyRange, .rangeTooLong, .noQuietHours: .usage
        case .unknownChannel: .missing
        case .notDelivered: .outside
        case .keepsChanging: .conflict
        case .duplicateCategory, .duplicateIDPrefix: .refused
        }
    }

    /// One of each case.
    public static var examples: [ReminderError] {
        let day = CalendarDay(dayNumber: 20_600)
        return [
            .emptyRange(from: day, to: day.adding(days: -1)), .rangeTooLong(days: 1000, limit: 800),
            .unknownChannel("nfty", known: ["ntfy"]), .notDelivered(channel: "ntfy", reason: "No connection."),
            .noQuietHours("22:00"), .keepsChanging,
            .duplicateCategory("MONTHLY_PAYMENT", sources: ["planning", "ledger"]),
            .duplicateIDPrefix("payment", categories: ["MONTHLY_PAYMENT", "BILL"]),
        ]
    }
}
