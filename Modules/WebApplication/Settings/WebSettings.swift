import Persistence
public import PluginKit
package import Presentation
import Values

/// The settings of the dashboard alone.
public struct WebSettings: Plugin {
    /// The value for the language that the browser prefers.
    private static let browser = "browser"

    /// How numbers and days are written.
    package static let numbers = SettingDefinition(
        "web.numbers", .choice([browser] + NumberFormat.all.map(\.locale)), default: browser,
        "How the dashboard writes numbers and days: those of a language, or what the browser asks for.")

    /// The address for other machines.
    private static let publicURL = SettingDefinition(
        "web.publicURL", .url, reach: .exposure, isReadAtStart: true,
        "The address under which other machines find the dashboard."
    ) { value in
        guard case .text(let text) = value, PublicAddress(argument: text) == nil else { return nil }
        return "must be an address with a name and nothing behind its path"
    }

    /// The sections that are shown, in their order.
    private static let sections = SettingDefinition(
        "web.sections", .strings, isReadAtStart: true,
        "The sections of the dashboard in their order, as in savings; without it all that the program has.")

    /// The size of a file that may be uploaded.
    private static let uploadLimit = SettingDefinition(
        "web.uploadLimit", .integer(in: 1...1024), default: "32", isReadAtStart: true,
        "The size of a file that may be uploaded, in megabytes.")

    /// Whether browsers keep copies of pages.
    private static let copies = SettingDefinition(
        "web.copies", .boolean, default: "true",
        "Whether browsers of other machines keep copies of the pages that were seen, to be read while the program does not answer."
    )

    /// The key of the setting that lets the program send reminders.
    package static let remindersKey = "web.reminders"
    /// Whether the program sends reminders.
    private static let reminders = SettingDefinition(
        remindersKey, .boolean, default: "false", "Whether the dashboard sends reminders while it runs.")

    /// Addresses whose headers say where requests come from.
    private static let proxies = SettingDefinition(
        "web.trustedProxies", .strings, default: "127.0.0.1,::1", reach: .exposure, isReadAtStart: true,
        "Addresses of proxies that may say where a request comes from, with `--behind-proxy`.")

    /// Its settings, and the kind that remembers which forms were sent.
    public let manifest = PluginManifest(
        id: "web", summary: "How the dashboard looks and is found.", provides: [],
        settings: [copies, numbers, publicURL, reminders, proxies, sections, uploadLimit],
        // Forms that are sent twice are known by it.
        kinds: [Receipt.kind])

    /// The plugin of the settings.
    public init() {}

    /// Registers nothing: the dashboard provides no service.
    public func register(in builder: inout ContainerBuilder) {}

    /// The address for other machines; nil without one.
    ///
    /// - Throws: ``SettingsError``.
    package static func publicURL(_ settings: any SettingsReader) throws -> PublicAddress? {
        try settings.optionalString(publicURL).flatMap { PublicAddress(argument: $0) }
    }

    /// The sections that are shown, in their order.
    ///
    /// - Parameter all: those that the program has.
    /// - Throws: ``SettingsError`` for a name that none of them has.
    package static func chosen(among all: [Section], _ settings: any SettingsReader) throws -> [Section] {
        guard let setting = try settings.setting(sections) else { return all }
        return try settings.strings(sections).map { name in
            guard let section = all.first(where: { $0.id == name }) else {
                let known = all.map(\.id).joined(separator: ", ")
                throw SettingsError.refused(
                    key: sections.key, value: name, origin: setting.origin, reason: "the sections are \(known)")
            }
            return section
        }
    }

    /// The most bytes of a file that is uploaded.
    ///
    /// - Throws: ``SettingsError``.
    static func mostUploadBytes(_ settings: any SettingsReader) throws -> Int {
        try settings.integer(uploadLimit) * 1_000_000
    }

    /// Whether the program sends reminders while it runs.
    package static func sendsReminders(_ settings: any SettingsReader) -> Bool {
        (try? settings.boolean(reminders)) ?? false
    }

    /// Whether browsers keep copies of pages.
    package static func keepsCopies(_ settings: any SettingsReader) -> Bool { (try? settings.boolean(copies)) ?? false }

    /// The addresses of proxies whose headers are believed.
    ///
    /// - Throws: ``SettingsError``.
    package static func trustedProxies(_ settings: any SettingsReader) throws -> Set<String> {
        Set(try settings.strings(proxies))
    }

    /// The format that is set, else the one that a browser prefers.
    ///
    /// - Parameter accepted: the value of its `Accept-Language` header.
    package static func numbers(_ settings: any SettingsReader, accepted: String) -> NumberFormat {
        let chosen = try? settings.string(numbers)
        return chosen.flatMap(NumberFormat.named) ?? NumberFormat.preferred(accepted)
    }
}
