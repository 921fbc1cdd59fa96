/// What a setting decides beyond figures. Whoever may change such a setting can do more on the machine than keep accounts, so
/// it is changed only in the settings file itself, by those who can write files there; receivers also by an owner who gives the
/// password again.
public enum SettingReach: String, Sendable, CaseIterable {
    /// Which programs are run.
    case programs
    /// Which files are read and written.
    case files
    /// Which addresses are contacted, and get the keys that are sent along.
    case addresses
    /// Who can reach the program, and how.
    case exposure
    /// Receivers of the program's messages, and their addresses.
    case receivers
}
