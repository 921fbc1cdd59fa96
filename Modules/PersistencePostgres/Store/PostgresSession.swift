import Persistence
import Values

/// A place for one transaction after another, with a connection that is made when it is first needed and again when it is lost.
actor PostgresSession {
    private let executor = QueueExecutor(label: "cst.postgres")
    private let server: PostgresServer
    private var link: PostgresLink?

    init(_ server: PostgresServer) { self.server = server }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs `body` on a connection, and again on another one while what went wrong is passing and there is time.
    ///
    /// - Parameter body: gets the connection; what it did on one that is lost is not done.
    func run<Result: Sendable>(
        until deadline: ContinuousClock.Instant, _ body: @Sendable (PostgresLink) throws -> Result
    ) async throws -> Result {
        var pause = Duration.milliseconds(20)
        while true {
            do {
                return try attempt(until: deadline, body)
            } catch let failure as ServerFailure where failure.isPassing {
                guard ContinuousClock.now.advanced(by: pause) < deadline else { throw failure }
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(500))
            }
        }
    }

    private func attempt<Result: Sendable>(
        until deadline: ContinuousClock.Instant, _ body: @Sendable (PostgresLink) throws -> Result
    ) throws -> Result {
        let link = try connected(until: deadline)
        defer { if link.isBroken { self.link = nil } }
        do {
            return try body(link)
        } catch {
            // Whatever went wrong, no transaction stays open.
            if !link.isBroken {
                do {
                    try? link.exchange()
                    _ = try link.run("ROLLBACK")
                } catch { self.link = nil }
            }
            // One that has become a server to read from is left, and one that does not keep its statements.
            if ["25006", "26000"].contains((error as? ServerFailure)?.code) { self.link = nil }
            throw error
        }
    }

    private func connected(until deadline: ContinuousClock.Instant) throws -> PostgresLink {
        if let link {
            link.deadline = deadline
            return link
        }
        let link = try server.connect(until: deadline)
        self.link = link
        return link
    }

    /// The round trips on the connection.
    var roundTrips: Int { link?.roundTrips ?? 0 }

    /// Ends the connection.
    func close() { link = nil }
}
