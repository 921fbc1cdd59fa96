public import PluginKit
public import Values

/// Something that is written where settings are read and is none of this program: another program or plugin may read it.
public struct IgnoredSetting: Sendable, Equatable {
    /// The key in the file, or the name of the environment variable.
    public let key: String
    /// The place where it is written.
    public let origin: SettingOrigin

    /// A warning that names it.
    public var warning: Warning {
        Warning(
            code: "settingIgnored",
            message: "`\(key.printable)` (\(origin)) is no setting of this program, and is left to others.")
    }
}
