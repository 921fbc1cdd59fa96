import BaseFeatures
public import CommandSupport
import LedgerCommands
import LivestockCommands
import NotificationChannels
import Notifications
import PortfolioCommands
import SavingsCommands
import SavingsViews

extension [Feature] {
    /// The features that programs for a household share. A program names what else it has beside them; kinds of things that it does
    /// not link are read by their descriptions.
    ///
    /// - Parameter isServer: whether the program answers many requests at once.
    public static func household(isServer: Bool = false) -> [Feature] {
        [.savings, .ledger, .livestock, .portfolio, .rates, .base(isServer: isServer)]
    }
}

extension Feature {
    /// Reminders of all domains, and the channels that they are sent by.
    public static let reminders = Feature(
        plugins: { _ in [NotificationsPlugin(), NotificationChannelsPlugin(), PlanningRemindersPlugin()] },
        problems: ReminderError.examples)
}
