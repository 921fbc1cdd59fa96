/// Keeps programs that share their answers from sending the same request at once.
protocol RequestLocks: Sendable {
    /// Runs work while nobody else works on the same request. Somebody who holds it for longer than the patience may have
    /// been stopped, and is not waited for any more; where nothing can be locked, nobody is.
    ///
    /// - Throws: `CancellationError` while it waits, or the work's error.
    func withLock<Value: Sendable>(
        _ key: String, patience: Duration, clock: any Clock<Duration>, _ work: () async throws -> Value
    ) async throws -> Value
}
