/// On which side of a shown figure the true one lies when part of it is unknown (V2).
public enum Bound: String, Sendable, Hashable, Codable {
    /// The true figure is this or more.
    case atLeast
    /// The true figure is this or less.
    case atMost
    /// The true figure may lie on either side.
    case unknown
}

/// Something that could not be counted, and why. Never read as 0.
public struct Unavailable: Sendable, Hashable {
    /// What is missing: "Cold wallet (BTC)".
    public let item: String
    /// Why, as a sentence.
    public let reason: String

    /// Something that could not be counted.
    public init(item: String, reason: String) {
        self.item = item
        self.reason = reason
    }
}

/// Something the reader of an answer should know although the answer stands.
public struct Warning: Sendable, Hashable {
    /// A stable word for programs: "staleRate".
    public let code: String
    /// A sentence.
    public let message: String

    /// A warning.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
