public import PluginKit
public import Values

public import struct Foundation.TimeZone

/// What the settings say of reminders: when, about what, and how long a failed delivery is tried again.
public struct ReminderSettings: Sendable {
    /// The time of day of reminders.
    public static let time = SettingDefinition(
        "reminders.time", .string, default: "09:00",
        "The time of day of reminders, in their time zone.",
        refusal: {
            if case .text(let text) = $0, LocalTime(text) == nil { "it has to be a time such as 09:00" } else { nil }
        })
    /// The hours without reminders.
    public static let quietHours = SettingDefinition(
        "reminders.quietHours", .string,
        "Hours without reminders, such as 22:00-07:00, until 'remind quiet' says others: what falls into them is sent at their end.",
        refusal: {
            if case .text(let text) = $0, QuietHours(text) == nil {
                "it has to be two times such as 22:00-07:00"
            } else {
                nil
            }
        })
    /// The zone of all times.
    public static let timeZone = SettingDefinition(
        "reminders.timeZone", .string,
        "The time zone of reminders, such as Europe/Berlin. Not set: that of the computer.",
        refusal: {
            if case .text(let text) = $0, TimeZone(identifier: text) == nil {
                "it has to be the name of a time zone, such as Europe/Berlin"
            } else {
                nil
            }
        })
    /// The key of the setting that chooses categories.
    static let categoriesKey = "reminders.categories"
    /// The setting that chooses categories, for the manifest of a plugin that brings some of them. All plugins' categories
    /// together may be chosen, and are by default.
    public static func categories(_ categories: [ReminderCategory]) -> SettingDefinition {
        let names = categories.map(\.name)
        return SettingDefinition(
            categoriesKey, .choices(names), default: names.joined(separator: ","), "What you are reminded of.")
    }
    /// How often a delivery is tried.
    public static let attempts = SettingDefinition(
        "reminders.attempts", .integer(in: 1...100), default: "8",
        "How often a delivery is tried before it is given to doctor as undeliverable.")
    /// After what time reminders are sent together.
    public static let coalesceAfter = SettingDefinition(
        "reminders.coalesceAfter", .duration, default: "36h",
        "Reminders that are later than this are sent together in one message.")

    /// All of them.
    public static let all = [time, quietHours, timeZone, categories([]), attempts, coalesceAfter]

    /// The time of day of reminders.
    public var time: LocalTime
    /// The hours without reminders; nil for none.
    public var quietHours: QuietHours?
    /// The zone of all times; nil for that of the call.
    public var zone: TimeZone?
    /// The names of the categories that are sent; nil for all.
    public var categories: Set<String>?
    /// How often a delivery is tried.
    public var attempts: Int
    /// After what time reminders are sent together.
    public var coalesceAfter: Duration

    /// What the settings say.
    ///
    /// - Throws: `SettingsError`.
    public init(_ settings: any SettingsReader) throws {
        func refused(_ setting: SettingDefinition, _ value: String) -> SettingsError {
            .wrongKind(key: setting.key, value: value, origin: .default, expected: "as its description says")
        }
        let text = try settings.string(Self.time)
        guard let time = LocalTime(text) else { throw refused(Self.time, text) }
        self.time = time
        quietHours = try settings.optionalString(Self.quietHours).flatMap { QuietHours($0) }
        zone = try settings.optionalString(Self.timeZone).flatMap { TimeZone(identifier: $0) }
        // Names are checked against those of all plugins when settings are read.
        let chosen = SettingDefinition(Self.categoriesKey, .strings, "")
        categories = try settings.hasValue(chosen) ? Set(try settings.strings(chosen)) : nil
        attempts = try settings.integer(Self.attempts)
        coalesceAfter = try settings.duration(Self.coalesceAfter)
    }

    /// Whether reminders of a category are sent.
    func tells(_ category: ReminderCategory) -> Bool { categories?.contains(category.name) ?? true }

    /// Settings that a program of its own makes; what it leaves out is as by default.
    public init(
        time: LocalTime, quietHours: QuietHours? = nil, zone: TimeZone? = nil,
        categories: Set<String>? = nil, attempts: Int = 8,
        coalesceAfter: Duration = .seconds(36 * 3600)
    ) {
        self.time = time
        self.quietHours = quietHours
        self.zone = zone
        self.categories = categories
        self.attempts = attempts
        self.coalesceAfter = coalesceAfter
    }
}

extension ServiceKey where Service == ReminderSettings {
    /// What the settings say of reminders.
    public static var reminderSettings: ServiceKey<ReminderSettings> {
        ServiceKey<ReminderSettings>("reminderSettings", selection: .every)
    }
}
