/// The place where a store keeps its things.
public enum StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// In a file, by its path, or the name that it is shown with.
    case file(String)
    /// On a server: the server, the database and the household, as they are shown.
    case server(String)
    /// In the memory of the program: everything is lost when it ends.
    case memory

    /// The path of the file, the place on the server, or "The store in memory".
    public var description: String {
        switch self {
        case .file(let path): path
        case .server(let place): place
        case .memory: "The store in memory"
        }
    }
}

extension StoreLocation {
    /// The place to check when it cannot be written.
    var rightsToCheck: String {
        switch self {
        case .file, .memory: "Check the permissions of the file and its folder."
        case .server: "The server only reads, as a replica does."
        }
    }
}
