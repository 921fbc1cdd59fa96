/// Keeps to so many requests a second, for servers that count them per key.
actor RequestPace {
    private let interval: Duration
    private var next: ContinuousClock.Instant?

    init(perSecond count: Int) {
        interval = .seconds(1) / count
    }

    /// Waits for one's turn.
    ///
    /// - Throws: `CancellationError`.
    func turn() async throws {
        let now = ContinuousClock.now
        let turn = max(now, next ?? now)
        next = turn + interval
        if turn > now { try await ContinuousClock().sleep(until: turn) }
    }
}
