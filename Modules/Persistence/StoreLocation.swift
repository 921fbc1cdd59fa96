/// The place where a store keeps its things.
public enum StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// In a file, by its path, or the name that it is shown with.
    case file(String)
    /// In the memory of the program: everything is lost when it ends.
    case memory

    /// The path of the file, or "The store in memory".
    public var description: String {
        switch self {
        case .file(let path): path
        case .memory: "The store in memory"
        }
    }
}
