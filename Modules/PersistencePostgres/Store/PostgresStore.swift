public import Persistence
import Synchronization
public import Values

/// A store in a PostgreSQL database that several programs and several machines may use at once. The rows of all households lie
/// in the same tables, each with its household.
///
/// Readers see one consistent state and never wait for a writer; writers of one household wait for one another. A finished write
/// is on the server's disk, and on those of its replicas where the server is set so. Checksums and totals are those of a file:
/// what was changed, lost or added other than by a store is an error where it is read.
///
/// A body may run again: when the connection is lost before anything was written, or two writes stood in each other's way.
public final class PostgresStore: Store {
    let server: PostgresServer
    let kinds: [EntityKind]
    let pool: SessionPool
    let descriptions = KnownDescriptions()
    /// The household's id with what depends on it, once it was looked up.
    let opened = Mutex<OpenPlace?>(nil)
    /// The state of the newest snapshot, by the household's row with its totals: a server that has taken over without the newest writes
    /// counts others by the same numbers.
    private let state = Mutex<(head: PostgresHead, state: MemoryState)?>(nil)
    let hinting = Mutex(HintPause())

    /// The server, the database and the household.
    public var location: StoreLocation { server.location }

    /// A store, which connects when it is first read or written.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of things that the program links.
    ///   - connections: how many it may have at the same time.
    /// - Throws: ``StoreError/differentKind(_:)`` when one name is declared in two ways.
    public init(_ server: PostgresServer, kinds: [EntityKind], connections: Int = 10) throws {
        self.server = server
        self.kinds = kinds
        pool = SessionPool(server, limit: max(1, connections))
        _ = try KindCatalog(kinds, dialect: .postgres(household: 0))
    }

    /// Runs `body` on one consistent state.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await reading({ rows in try body(rows) }, orNone: { try body(MemoryRows(MemoryState())) })
    }

    /// Runs `body` on the rows of the household, or `none` where there is no household yet.
    ///
    /// - Parameter isLong: whether it may take as long as it takes, once it has begun.
    func reading<Result: Sendable>(
        isLong: Bool = false, _ body: @Sendable (PostgresUnit.Rows) throws -> Result,
        orNone none: @Sendable () throws -> Result
    ) async throws -> Result {
        try await withPlace(making: false) { [self] session, deadline, household in
            guard let household else { return try none() }
            return try await session.run(until: isLong ? deadline + .seconds(3600) : deadline) { [self] link in
                let transaction = PostgresUnit(link, household: household.id, descriptions: descriptions)
                try transaction.beginReading(on: server, isLong: isLong)
                let result = try transaction.verifying { try body(rows(transaction, household.catalog)) }
                if let failure = transaction.failure { throw failure }
                try link.queue("COMMIT")
                link.send()
                return result
            }
        }
    }

    /// Runs `body` in one transaction; when it throws, nothing is written.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        try await withPlace(making: true) { [self] session, deadline, household in
            guard let household else { throw StoreError.gone(at: location) }
            let token = CommitToken()
            let attempt: @Sendable (PostgresLink) throws -> Result = { [self] link in
                let transaction = PostgresUnit(link, household: household.id, descriptions: descriptions)
                try transaction.beginWriting(on: server)
                // Only a commit whose answer was lost leads here a second time with its result.
                if let result: Result = try token.settle(in: transaction) {
                    _ = try link.run("COMMIT")
                    return result
                }
                let rows = rows(transaction, household.catalog)
                let result = try transaction.verifying { try body(rows) }
                try rows.finish(origin)
                if let failure = transaction.failure { throw failure }
                guard rows.progress.hasChanges else {
                    _ = try link.run("ROLLBACK")
                    return result
                }
                try token.commit(result, transaction)
                hint(link)
                return result
            }
            do {
                return try await session.run(until: deadline, attempt)
            } catch  where token.isInDoubt {
                return try await settle(token, household, session, after: error)
            }
        }
    }

    /// Finds out what became of a commit when the time for the write itself is over.
    ///
    /// - Throws: `error` when nothing was written, ``StoreError/unknownOutcome(at:)`` when nobody can say.
    private func settle<Result: Sendable>(
        _ token: CommitToken, _ household: OpenPlace, _ session: PostgresSession, after error: any Error
    ) async throws -> Result {
        let found: Result?
        do {
            found = try await session.run(until: server.deadline) { [self] link in
                let transaction = PostgresUnit(link, household: household.id, descriptions: descriptions)
                try transaction.beginWriting(on: server)
                let found: Result? = try token.settle(in: transaction)
                _ = try link.run("ROLLBACK")
                return found
            }
        } catch {
            throw StoreError.unknownOutcome(at: location)
        }
        guard let found else { throw error }
        return found
    }

    /// The present state, in memory, where it holds no connection; of the journal it is the part up to then.
    ///
    /// - Throws: ``StoreError``.
    public func snapshot() async throws -> any Store {
        let known = state.withLock { $0 }
        let present: (head: PostgresHead, state: MemoryState, newest: Int, sum: UInt64) = try await reading(
            { rows in
                let head = try rows.connection.head()
                let isKnown = known?.head == head
                return (
                    head, try isKnown ? known?.state ?? MemoryState(rows) : MemoryState(rows), try rows.newestNumber(),
                    try rows.journalChecksum()
                )
            }, orNone: { (PostgresHead(), MemoryState(), 0, 0) })
        state.withLock { $0 = (present.head, present.state) }
        return PostgresSnapshot(store: self, state: present.state, newest: present.newest, journalChecksum: present.sum)
    }

    /// The round trips to the server, while nobody reads or writes.
    package var roundTrips: Int { get async { await pool.roundTrips } }

    /// Ends its connections.
    public func close() async {
        await sendHint()
        await pool.close()
    }

    func rows(_ transaction: PostgresUnit, _ catalog: KindCatalog) -> PostgresUnit.Rows {
        // A failure of the server is told apart further out: some are tried again.
        TableRows(transaction, catalog: catalog) { [server] error in
            error is ServerFailure ? error : server.storeError(error)
        }
    }

    /// Runs `body` on the household, and again on the one that has taken its place since it was looked up.
    ///
    /// - Throws: ``StoreError/gone(at:)`` where there is none of its name any more: a new one would look like a household without
    ///   anything.
    private func withPlace<Result: Sendable>(
        making: Bool, _ body: @Sendable (PostgresSession, ContinuousClock.Instant, OpenPlace?) async throws -> Result
    ) async throws -> Result {
        try await withSession { [self] session, deadline in
            let known = try await lookUp(session, until: deadline, making: making)
            do { return try await body(session, deadline, known) } catch is HouseholdReplaced {
                let other = try await lookUp(session, until: deadline, making: false, isAgain: true)
                guard let other else { throw StoreError.gone(at: location) }
                return try await body(session, deadline, other)
            }
        }
    }

    func withSession<Result: Sendable>(
        _ body: @Sendable (PostgresSession, ContinuousClock.Instant) async throws -> Result
    ) async throws -> Result {
        let deadline = server.deadline
        do {
            return try await pool.withSession(until: deadline) { try await body($0, deadline) }
        } catch {
            throw server.storeError(error)
        }
    }
}
