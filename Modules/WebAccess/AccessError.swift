public import Values

/// Why nobody can be let in, or not like this.
public enum AccessError: Problem, Equatable {
    /// A name that is empty, too long, or has characters that nobody sees.
    case name(kind: String, name: String)
    /// Somebody or something has the name.
    case taken(kind: String, name: String)
    /// A password that is too short or too long, in bytes.
    case password(bytes: Int)
    /// A number of days that is none, or too many.
    case days(Int, most: Int)
    /// Others may read the file, or write to it.
    case open(path: String)
    /// The file cannot be read.
    case unreadable(path: String, detail: String)
    /// The file cannot be written.
    case notWritten(path: String, detail: String)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .name(let kind, let name):
            "'\(name.printable)' cannot be the name of a \(kind): it has 1 to 64 visible characters and no colon."
        case .taken(let kind, let name): "There is a \(kind) '\(name.printable)' already."
        case .password(let bytes):
            bytes < PasswordHash.lengths.lowerBound
                ? "The password is too short: it has to have \(PasswordHash.lengths.lowerBound) characters or more."
                : "The password is too long: it may have \(PasswordHash.lengths.upperBound) bytes."
        case .days(let days, let most): "\(days) days are not possible: 1 to \(most) are."
        case .open(let path): "Others can read or change '\(path)', where it stands who may come in."
        case .unreadable(let path, let detail): "'\(path)', where it stands who may come in, cannot be read: \(detail)."
        case .notWritten(let path, let detail): "'\(path)' could not be written: \(detail)."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .name: "access.name"
        case .taken: "access.taken"
        case .password: "access.password"
        case .days: "access.days"
        case .open: "access.open"
        case .unreadable: "access.unreadable"
        case .notWritten: "access.notWritten"
        }
    }

    /// What is asked for cannot be, or the system refuses it.
    public var kind: ProblemKind {
        switch self {
        case .name, .password, .days: .usage
        case .taken: .refused
        case .open, .notWritten: .outside
        case .unreadable: .damaged
        }
    }

    /// The member that is wrong.
    public var field: String? {
        switch self {
        case .name, .taken: "name"
        case .password: "password"
        case .days: "expires"
        default: nil
        }
    }

    /// What would help.
    public var remedy: Remedy? {
        if case .open(let path) = self { .closeFile(path) } else { nil }
    }

    /// One of each case.
    public static var examples: [AccessError] {
        [
            .name(kind: "person", name: ""), .taken(kind: "token", name: "phone"), .password(bytes: 5),
            .days(0, most: 366), .open(path: "/home/ana/.config/cst/access.json"),
            .unreadable(path: "/home/ana/.config/cst/access.json", detail: "it is not JSON"),
            .notWritten(path: "/home/ana/.config/cst/access.json", detail: "no space left on device"),
        ]
    }
}

extension Remedy {
    /// Take a file away from others.
    public static func closeFile(_ path: String) -> Remedy { Remedy("closeFile", ["path": path]) }
}
