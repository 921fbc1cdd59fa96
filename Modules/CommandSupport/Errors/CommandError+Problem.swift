import Values

extension CommandError {
    /// The error as people and programs see it, whatever threw it.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let problem as any Problem:
            self.init(
                Status(problem.kind), problem.code, problem.description, remedy: problem.remedy,
                details: problem.details)
        case is CancellationError: self.init(.interrupted, "interrupted", "Interrupted.")
        default: self.init(.outside, "failed", String(describing: error))
        }
    }
}

extension CommandError.Status {
    /// The exit status of a kind of problem.
    init(_ kind: ProblemKind) {
        switch kind {
        case .usage: self = .usage
        case .refused, .missing, .conflict: self = .data
        case .outside, .damaged: self = .outside
        }
    }
}
