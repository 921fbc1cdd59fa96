package import PluginKit

/// A setting as pages show it.
package struct SettingEntry: Sendable {
    /// A value with its origin; of a map each entry has one.
    package struct Value: Sendable {
        package let name: String
        package let text: String?
        package let origin: SettingOrigin?

        /// A value as it may be shown.
        ///
        /// - Parameters:
        ///   - name: the key, with the entry of a map.
        ///   - text: nil where nothing is set.
        package init(_ name: String, _ text: String?, from origin: SettingOrigin?) {
            (self.name, self.text, self.origin) = (name, text, origin)
        }
    }

    /// The definition.
    package let definition: SettingDefinition
    package let values: [Value]
    /// The value in the file; nil without one, and for a secret.
    package let written: String?
    /// Why it is not changed here; nil where it is.
    package let refusal: String?

    /// A setting.
    ///
    /// - Parameters:
    ///   - values: what holds for a program that is started now.
    ///   - written: what the file says; nil where it says nothing.
    ///   - refusal: why it is not changed here, as a sentence; nil where it is.
    package init(_ definition: SettingDefinition, _ values: [Value], written: String?, refusal: String?) {
        self.definition = definition
        self.values = values
        self.written = definition.isSecret ? nil : written
        self.refusal = refusal
    }

    /// The group that it belongs to: the first part of its key.
    package var group: String { String(definition.key.prefix { $0 != "." }) }

    /// The group of settings that many people change, each of which also belongs to the group of its key.
    static let everyday = "everyday"
    /// Their keys with plain names.
    static let everydayNames: KeyValuePairs<String, String> = [
        "display.currency": "Currency for totals", "web.numbers": "Numbers and days",
        "planning.paymentDay": "Payment day", "reminders.time": "Time of reminders",
        "reminders.timeZone": "Time zone of reminders",
        "web.reminders": "The dashboard sends reminders",
    ]

    /// Its key.
    package var key: String { definition.key }

    /// Whether it is changed here.
    package var isChangeable: Bool { refusal == nil }

    /// The field of a form that says what becomes of a secret.
    package static func removal(of key: String) -> String { "remove:\(key)" }

    /// The setting as a form shows it; nothing for a secret, and for an amount where those are left out.
    package func fieldValue(hidesAmounts: Bool) -> String {
        isLeftOut(hidesAmounts) ? "" : written ?? ""
    }

    /// Whether an empty field says nothing of it.
    package func isLeftOut(_ hidesAmounts: Bool) -> Bool {
        definition.isSecret || hidesAmounts && definition.kind == .amount
    }
}

extension [SettingEntry] {
    /// The settings of a group.
    package func inGroup(_ group: String) -> [SettingEntry] {
        guard group == SettingEntry.everyday else { return filter { $0.group == group } }
        return SettingEntry.everydayNames.compactMap { name in first { $0.key == name.key } }
    }
}
