/// A channel of reminders that people set up on a page, with the settings that say where it leads.
public struct ReminderChannel: Sendable {
    /// A setting of a channel as a field of its form.
    public struct Field: Sendable {
        /// The setting's key.
        public let key: String
        /// Whether the channel cannot do without.
        public let isRequired: Bool
        let label: String
        let hint: String?

        fileprivate init(_ key: String, _ label: String, isRequired: Bool = false, _ hint: String? = nil) {
            self.key = "notifications.\(key)"
            (self.label, self.isRequired, self.hint) = (label, isRequired, hint)
        }
    }

    /// The name, as settings use it.
    public let name: String
    /// The name for people.
    public let title: String
    /// Its fields.
    public let fields: [Field]
    let summary: String

    /// The channels that a page sets up.
    public static let all = [
        ReminderChannel(
            name: "ntfy", title: "ntfy",
            fields: [
                Field(
                    "ntfy.topic", "Topic", isRequired: true,
                    "Subscribe to the same one in the app. Whoever knows it can read it: choose one that nobody guesses."
                ),
                Field("ntfy.baseURL", "Server", "https://ntfy.sh, unless you have one of your own"),
                Field("ntfy.token", "Access token", "Where the server asks for one"),
            ], summary: "On a phone, with the app ntfy. It needs no account."),
        ReminderChannel(
            name: "email", title: "E-mail",
            fields: [
                Field("email.to", "To", isRequired: true, "An address such as ada@example.org"),
                Field("email.from", "From", isRequired: true, "The sender's address"),
            ], summary: "By the mail program of the computer that this dashboard runs on."),
        ReminderChannel(
            name: "telegram", title: "Telegram",
            fields: [
                Field("telegram.token", "Token of the bot", isRequired: true),
                Field("telegram.chat", "Chat", isRequired: true, "Its number, or a channel's name such as @savings"),
            ], summary: "By a bot of your own."),
        ReminderChannel(
            name: "gotify", title: "Gotify",
            fields: [
                Field("gotify.baseURL", "Server", isRequired: true, "Its address, as in https://gotify.example.org"),
                Field("gotify.token", "Token of the application", isRequired: true),
            ], summary: "On a phone, by a Gotify server of your own."),
        ReminderChannel(
            name: "webhook", title: "A web address",
            fields: [
                Field("webhook.url", "Address", isRequired: true, "Reminders are posted to it as JSON"),
                Field("webhook.secret", "Key of the signature", "Empty: messages are not signed"),
            ], summary: "For a program of yours (a webhook)."),
        ReminderChannel(
            name: "desktop", title: "Desktop", fields: [],
            summary: "On the screen of the computer that this dashboard runs on."),
    ]

    /// The channel with a name; nil for one that is not set up on a page.
    public static func named(_ name: String) -> ReminderChannel? { all.first { $0.name == name } }

    /// The name of a channel for people.
    static func title(of name: String) -> String {
        named(name)?.title ?? Self.others[name] ?? name
    }

    private static let others = [
        "terminal": "Terminal", "icalendar": "Calendar file", "exec": "A program", "mock": "Nowhere (mock)",
    ]
}
