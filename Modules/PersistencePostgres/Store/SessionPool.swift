import Persistence

/// The sessions of a store, of which there are a few: each is lent to one reader or writer at a time.
actor SessionPool {
    private let server: PostgresServer
    private let limit: Int
    private var idle: [PostgresSession] = []
    private var count = 0
    private var waiting: [(ticket: Int, continuation: CheckedContinuation<PostgresSession?, Never>)] = []
    private var tickets = 0

    init(_ server: PostgresServer, limit: Int) {
        self.server = server
        self.limit = limit
    }

    /// Lends a session for as long as `body` runs.
    ///
    /// - Throws: ``StoreError/busy(at:seconds:holder:)`` when none was free until the deadline, and what `body` throws.
    nonisolated func withSession<Result: Sendable>(
        until deadline: ContinuousClock.Instant, _ body: @Sendable (PostgresSession) async throws -> Result
    ) async throws -> Result {
        guard let session = await take(until: deadline) else {
            throw StoreError.busy(at: server.location, seconds: server.seconds, holder: nil)
        }
        do {
            let result = try await body(session)
            await giveBack(session)
            return result
        } catch {
            await giveBack(session)
            throw error
        }
    }

    private func take(until deadline: ContinuousClock.Instant) async -> PostgresSession? {
        if let session = idle.popLast() { return session }
        if count < limit {
            count += 1
            return PostgresSession(server)
        }
        tickets += 1
        let ticket = tickets
        let patience = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            giveUp(ticket)
        }
        defer { patience.cancel() }
        return await withCheckedContinuation { waiting.append((ticket, $0)) }
    }

    private func giveUp(_ ticket: Int) {
        guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: place).continuation.resume(returning: nil)
    }

    private func giveBack(_ session: PostgresSession) {
        guard waiting.isEmpty else { return waiting.removeFirst().continuation.resume(returning: session) }
        idle.append(session)
    }

    /// The round trips on the connections that nobody uses at the moment.
    var roundTrips: Int {
        get async {
            var sum = 0
            for session in idle { sum += await session.roundTrips }
            return sum
        }
    }

    /// Ends the connections that nobody uses.
    func close() async {
        for session in idle { await session.close() }
        idle = []
    }
}
