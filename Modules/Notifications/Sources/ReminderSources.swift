public import PluginKit

/// All sources of reminders of a program.
public struct ReminderSources: Sendable {
    let sources: [any ReminderSource]

    /// Sources, in the order of their categories.
    ///
    /// - Throws: ``ReminderError/duplicateCategory(_:sources:)``, ``ReminderError/duplicateIDPrefix(_:categories:)``.
    public init(_ sources: [any ReminderSource]) throws(ReminderError) {
        self.sources = sources
        var owners: [String: String] = [:]
        // Messages that tell several reminders have ids of their own.
        var prefixes = [Outbox.together: "that tells several late reminders"]
        for source in sources {
            for category in source.categories {
                if let other = owners.updateValue(source.name, forKey: category.name) {
                    throw .duplicateCategory(category.name, sources: [other, source.name])
                }
                if let other = prefixes.updateValue(category.name, forKey: category.idPrefix) {
                    throw .duplicateIDPrefix(category.idPrefix, categories: [other, category.name])
                }
            }
        }
    }

    /// The categories of all sources.
    var categories: [ReminderCategory] { sources.flatMap(\.categories) }
}

extension ServiceKey where Service == ReminderSources {
    /// All sources of reminders together.
    public static var reminders: ServiceKey<ReminderSources> {
        ServiceKey<ReminderSources>("reminders", selection: .every)
    }
}
