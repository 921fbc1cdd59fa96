/// Reads the fields of a request from text, so that everything that is wrong with them is reported at once.
public struct RequestReader {
    private var problems: [any Problem] = []
    private var issues: [ValidationIssue] = []

    /// Nothing is wrong yet.
    public init() {}

    /// The value that `body` reads from the texts of fields; nil when it throws, which is kept for ``check()``.
    ///
    /// - Parameter others: fields that are read along; a problem that names one of them is reported there.
    public mutating func read<Value>(
        _ field: String, with others: String..., body: () throws -> Value
    ) throws -> Value? {
        do {
            return try body()
        } catch let problem as any Problem {
            problems.append(problem)
            let place = others.first { $0 == problem.field } ?? field
            issues += problem.description.split(separator: "\n").map {
                ValidationIssue(code: problem.code, field: place, message: String($0))
            }
            return nil
        }
    }

    /// Adds the issues of the value that was made of the fields, except those of fields that could not be read: their place
    /// was held by something else.
    public mutating func add(_ issues: [ValidationIssue]) {
        let unread = Set(self.issues.map(\.field))
        self.issues += issues.filter { !unread.contains($0.field) }
    }

    /// Throws everything that was found, if anything.
    ///
    /// - Throws: ``RequestError``.
    public func check() throws(RequestError) {
        guard !issues.isEmpty else { return }
        let isUsage = problems.contains { $0.kind == .usage } || issues.allSatisfy(\.isBadAmount)
        let kind = isUsage ? ProblemKind.usage : .refused
        throw RequestError(
            kind: kind, code: issues.count == 1 ? problems.first?.code ?? "invalid" : "invalid", details: issues,
            remedy: issues.count == 1 ? problems.first?.remedy : nil)
    }
}

/// Everything that is wrong with the fields of a request.
public struct RequestError: Problem, Equatable {
    /// Wrong from the request alone when a field cannot be read, else refused.
    public let kind: ProblemKind
    /// The code of the only issue, or that the request is invalid.
    public let code: String
    /// What is wrong, field by field.
    public let details: [ValidationIssue]
    /// What to do about the only issue; nil when there are several, or its message says it.
    public let remedy: Remedy?

    /// The messages, one per line.
    public var description: String { details.map(\.message).joined(separator: "\n") }

    /// One of each kind.
    public static var examples: [RequestError] {
        [
            RequestError(
                kind: .usage, code: "invalid",
                details: [
                    ValidationIssue(code: "number.notANumber", field: "target", message: "'1,5' is not a number.")
                ], remedy: nil)
        ]
    }
}
