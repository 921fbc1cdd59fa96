/// Runs work that must end within a time, if there is one, and cancels it when it does not.
///
/// The work must react to cancellation: the limit holds as well as that.
///
/// - Throws: `expired` when the time is over, `CancellationError` when the task was cancelled, or the work's own error.
func withTimeLimit<Value: Sendable>(
    _ limit: Duration?,
    clock: any Clock<Duration>,
    expired: HTTPError,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try Task.checkCancellation()
    guard let limit else { return try await work() }
    guard limit > .zero else { throw expired }
    return try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
            try await clock.sleep(for: limit)
            throw expired
        }
        guard let value = try await group.next() else { throw expired }
        return value
    }
}
