/// What a use case answers: the value, what the reader should know, and whether anything is missing.
public struct Outcome<Value: Sendable>: Sendable {
    /// The answer.
    public let value: Value
    /// What the reader should know.
    public let warnings: [Warning]
    /// Whether everything could be counted.
    public let isComplete: Bool

    /// An answer.
    public init(_ value: Value, warnings: [Warning] = [], isComplete: Bool = true) {
        self.value = value
        self.warnings = warnings
        self.isComplete = isComplete
    }

    /// The same answer with another value.
    public func map<New: Sendable>(_ transform: (Value) throws -> New) rethrows -> Outcome<New> {
        Outcome<New>(try transform(value), warnings: warnings, isComplete: isComplete)
    }
}
