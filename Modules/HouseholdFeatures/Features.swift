import BaseFeatures
public import CommandSupport
import NotificationChannels
import Notifications
import SavingsCommands

extension [Feature] {
    /// The domains of a household: every program that opens its database has all of them, and knows all its kinds of things.
    ///
    /// - Parameter isServer: whether the program answers many requests at once.
    public static func household(isServer: Bool = false) -> [Feature] {
        [.savings, .rates, .base(isServer: isServer)]
    }
}

extension Feature {
    /// Reminders and the channels that they are sent by.
    public static let reminders = Feature(
        "reminders", plugins: { _ in [NotificationsPlugin(), NotificationChannelsPlugin()] },
        problems: ReminderError.examples)
}
