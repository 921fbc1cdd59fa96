/// The role of a setting in every program, whichever plugin declares it: options of all commands set it, and calls are made
/// with it.
public enum SettingRole: Sendable {
    /// The place of the store: `--data` and `CST_DATA`.
    case storeLocation
    /// Whether a missing store is made: commands that only read make none.
    case storeCreation
    /// The currency for totals: `--display`.
    case displayCurrency
    /// Whether nobody outside is contacted: `--offline`.
    case offline
    /// How long a call may spend outside.
    case networkBudget
    /// The folder for answers from outside; beside the store unless it is set.
    case cacheFolder
}
