public import Foundation

/// A file that somebody uploaded: kept for an hour, for the session that sent it alone.
public struct Upload: Sendable {
    /// The id by which the session names it.
    public let id: String
    /// The name that the sender gave it, which is shown and never used as a path.
    public let name: String
    /// Its size in bytes.
    public let size: Int
    /// The path of the file on this machine.
    public let path: String
    /// The instant at which it is deleted.
    public let expires: Date
    /// The key of the session or token that sent it.
    let owner: String
}
