extension Goal {
    /// What a person can enter about a goal.
    public static let fields = FieldTable<Goal>([
        .init("name", "Name", "The name.", .text { $0.name }) { $1.name = $0.trimmedName },
        .init("target", "Target", "How much is wanted, in digits.", .amount { $0.target }),
        .init(
            "currency", "Currency", "The currency of the goal; of one that is there only with a new target.",
            hint: "Its code, as in EUR or BTC", .currency { $0.currency }),
        .init("deadline", "Deadline", "The day the amount has to be there.", .day { $0.deadline }) {
            $1.deadline = try CalendarDay($0)
        },
        .init("start", "Start", "The day saving begins.", .day { $0.start }) { $1.start = try CalendarDay($0) },
        .init("emoji", "Emoji", "One emoji.", hint: "One, or none", .text { $0.emoji }) { $1.emoji = $0.orNothing },
        .init("description", "Description", "A description.", .text { $0.details }) { $1.details = $0.orNothing },
        .init("link", "Link", "A web address.", hint: "A web address, or none", .text { $0.link }) {
            $1.link = $0.orNothing
        },
        .init(
            "remind", "Reminders", "How often to remind.",
            .choice(ReminderFrequency.allCases.map(\.rawValue)) { $0.reminder?.rawValue }
        ) { text, goal in
            goal.reminder = text.isEmpty ? nil : ReminderFrequency(rawValue: text) ?? goal.reminder
            // Without reminders there is no first one.
            if text.isEmpty { (goal.reminderStart, goal.reminderTime) = (nil, nil) }
        },
        .init(
            "remindFrom", "First reminder", "The first reminder; else the goal's start.",
            hint: "Empty for the goal's start", .day { $0.reminderStart }
        ) { $1.reminderStart = try $0.orNothing.map { try CalendarDay($0) } },
        .init(
            "remindAt", "Time of reminders", "When to remind, as in 18:30; else the usual time.",
            hint: "Empty for the usual time", .time { $0.reminderTime }
        ) { $1.reminderTime = try $0.orNothing.map { try LocalTime(entered: $0) } },
    ])
}
