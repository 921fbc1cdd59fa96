/// Why something cannot be done, as people and programs see it. Every error that a use case throws is one.
///
/// Its `description` is the message: sentences with the value that was wrong and no words of a command line, since a page
/// shows them too. Fronts say how the ``remedy`` is done there.
public protocol Problem: Error, CustomStringConvertible {
    /// A stable and specific word for programs: "flex.factorOutsideBounds".
    var code: String { get }
    /// What sort of refusal it is, from which exit and HTTP statuses follow.
    var kind: ProblemKind { get }
    /// The field of the request that it belongs to, as JSON names it; nil for none.
    var field: String? { get }
    /// What would help; nil when the message says all there is to say.
    var remedy: Remedy? { get }
    /// The single issues where there are several.
    var details: [ValidationIssue] { get }
    /// One of each case, from which the list of codes is made and the texts are checked.
    static var examples: [Self] { get }
}

extension Problem {
    /// None unless the problem says otherwise.
    public var field: String? { nil }
    /// None unless the problem says otherwise.
    public var remedy: Remedy? { nil }
    /// None unless the problem says otherwise.
    public var details: [ValidationIssue] { [] }
}

/// What sort of refusal a ``Problem`` is.
public enum ProblemKind: String, Sendable, CaseIterable {
    /// Wrong from the request alone.
    case usage
    /// The request is valid, but the data does not allow it.
    case refused
    /// What was named is not there.
    case missing
    /// Somebody else changed or holds what was meant.
    case conflict
    /// The outside failed: the network, the disk, another program.
    case outside
    /// What was read is not as it was written.
    case damaged
}
