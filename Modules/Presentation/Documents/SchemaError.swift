/// Two things that schemas cannot tell apart.
public enum SchemaError: Error, Hashable, CustomStringConvertible {
    /// Two documents have this name.
    case twoDocuments(String)
    /// Two types with different members have this name.
    case twoTypes(String)

    /// The problem, with what to do about it.
    public var description: String {
        switch self {
        case .twoDocuments(let name): "Two documents are named '\(name)': give one of them another name."
        case .twoTypes(let name): "Two different types are named '\(name)': give one of them another name."
        }
    }
}
