/// On which side of a shown figure the true one lies when part of it is unknown (V2).
public enum Bound: String, ColumnChoice, Hashable, CaseIterable {
    /// The true figure is this or more.
    case atLeast
    /// The true figure is this or less.
    case atMost
    /// The true figure may lie on either side.
    case unknown

    /// Where the true sum of required payments lies.
    ///
    /// - Parameters:
    ///   - payments: the bounds of the payments that are not fully known.
    ///   - isPartial: whether payments are missing from the sum.
    ///   - isDoubtful: whether substitutes took part, so that nothing is sure.
    public static func ofSum(_ payments: Set<Bound>, isPartial: Bool, isDoubtful: Bool) -> Bound? {
        if isDoubtful { return .unknown }
        let bounds = isPartial ? payments.union([.atLeast]) : payments
        return bounds.count > 1 ? .unknown : bounds.first
    }
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
    /// What would help; nil when there is nothing to do or the message says it.
    public let remedy: Remedy?

    /// A warning.
    public init(code: String, message: String, remedy: Remedy? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}
