/// Where a store keeps its things.
public enum StoreLocation: Hashable, Sendable, CustomStringConvertible {
    /// In a file, by its path.
    case file(String)
    /// In the memory of the program: everything is lost when it ends.
    case memory

    /// The path, or "memory".
    public var description: String {
        switch self {
        case .file(let path): path
        case .memory: "memory"
        }
    }
}
