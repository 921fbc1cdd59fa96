import Presentation
public import WebPages

/// A channel of reminders as it is set up now.
public struct ReminderSetup: Sendable {
    /// A setting of the channel.
    public struct Value: Sendable {
        let text: String
        let isSecret: Bool
        let isSet: Bool
        let refusal: String?

        /// A setting.
        ///
        /// - Parameters:
        ///   - text: what holds now; empty for a secret.
        ///   - isSet: whether something holds.
        ///   - refusal: why it is not changed here; nil where it is.
        public init(_ text: String, isSecret: Bool, isSet: Bool, refusal: String?) {
            (self.text, self.isSecret, self.isSet, self.refusal) = (text, isSecret, isSet, refusal)
        }
    }

    /// The digest of the settings file.
    let digest: String
    let channel: ReminderChannel
    let values: [String: Value]
    /// The time of day of reminders, and the quiet hours.
    let time: String
    let quiet: (from: String, to: String)
    /// Whether the reader has a password to give again.
    let hasPassword: Bool

    /// A channel.
    ///
    /// - Parameters:
    ///   - values: its settings by their keys.
    ///   - digest: that of the settings file.
    ///   - hasPassword: whether the reader has a password to give again.
    public init(
        _ channel: ReminderChannel, values: [String: Value], digest: String, time: String,
        quiet: (from: String, to: String), hasPassword: Bool
    ) {
        (self.channel, self.values, self.digest, self.time) = (channel, values, digest, time)
        (self.quiet, self.hasPassword) = (quiet, hasPassword)
    }
}

extension Page {
    /// One form for a channel of reminders: where they go, when, and who sends them.
    ///
    /// - Parameter note: what became of a form that was sent; nil without one.
    public static func reminders(
        setUp setup: ReminderSetup, _ fields: FormFields, note: String? = nil, _ style: PageStyle
    ) -> Page {
        let channel = setup.channel
        let receivers = channel.fields.flatMap { setup.inputs(of: $0, fields) }
        let password =
            setup.hasPassword && !channel.fields.isEmpty
            ? [
                fields.input(
                    "password", "Your password", type: "password",
                    hint: "Needed where you change where reminders go", [.init("autocomplete", "current-password")])
            ] : []
        return Page(
            "Reminders by \(channel.title)", in: nil,
            [
                HTML("h1", text: "Reminders by \(channel.title)"), .paragraph(channel.summary),
                note.map { .notice(.attention, [HTML("p", [.init("role", "status")], text: $0)]) } ?? .nothing,
                fields.summary,
                .card(
                    "Set up", id: "setup",
                    [
                        style.form(
                            "/reminders/setup/\(channel.name)",
                            [.hidden("file", setup.digest)] + receivers + [
                                fields.input("time", "Time of day", type: "time", otherwise: setup.time),
                                fields.input("from", "Quiet from", type: "time", otherwise: setup.quiet.from),
                                fields.input(
                                    "to", "Quiet until", type: "time", otherwise: setup.quiet.to,
                                    hint: "Both empty: no quiet hours"),
                                fields.choice(
                                    "sends", "Sent by", otherwise: "yes",
                                    [
                                        ("yes", "This dashboard"),
                                        ("no", "Something else"),
                                    ]),
                            ] + password, save: "Save and send a test message")
                    ]),
                HTML("p", [], [.link("Reminders", to: "/reminders")]),
            ])
    }
}

extension ReminderSetup {
    /// The field of a setting; a sentence where it is not changed here.
    fileprivate func inputs(of field: ReminderChannel.Field, _ fields: FormFields) -> [HTML] {
        guard let value = values[field.key] else { return [] }
        if let refusal = value.refusal { return [.paragraph("\(field.label): \(refusal)")] }
        guard value.isSecret else {
            return [
                fields.input(
                    field.key, field.label, otherwise: value.text, hint: field.hint,
                    [.init("autocomplete", "off"), .init("autocapitalize", "none"), .init("spellcheck", "false")])
            ]
        }
        let hint = [field.hint.map { "\($0)." }, value.isSet ? "One is set. Empty: it stays." : nil]
        return [
            fields.input(
                field.key, field.label, type: "password",
                hint: hint.compactMap(\.self).joined(separator: " ").replacing("..", with: "."),
                [.init("autocomplete", "off"), .init("spellcheck", "false")])
        ]
    }
}
