/// Where the value of a setting was written.
public enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    /// An option of the command line.
    case option
    /// An environment variable, by name.
    case environment(String)
    /// A settings file and the line in it, from 1.
    case file(path: String, line: Int)
    /// The program that uses the library.
    case program
    /// The setting's definition.
    case `default`

    /// The origin as people read it: `option`, `environment CST_…`, `file settings.yaml:3`, `program`, `default`.
    public var description: String {
        switch self {
        case .option: "option"
        case .environment(let name): "environment \(name)"
        case .file(let path, let line): "file \(path):\(line)"
        case .program: "program"
        case .default: "default"
        }
    }
}
