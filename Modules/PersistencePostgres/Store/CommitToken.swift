import Persistence
import Synchronization
import Values

import struct Foundation.UUID

/// Names one write among all, so that a commit whose answer was lost can be settled: the write is looked for under the
/// household's lock.
final class CommitToken: Sendable {
    /// A commit was sent and nobody knows what became of it.
    private struct Doubt: Sendable {
        let result: any Sendable
        let revision: Int
    }

    /// As many commits can be told apart.
    private static let slots = 64

    private let token = UUID().uuidString
    private let doubt = Mutex<Doubt?>(nil)

    /// Whether it is not known if the write was committed.
    var isInDoubt: Bool { doubt.withLock { $0 != nil } }

    /// Sends the commit.
    ///
    /// - Throws: ``ServerFailure``; when the connection went with it, the next try settles it.
    func commit(_ result: some Sendable, _ transaction: PostgresUnit) throws {
        let revision = try transaction.head().revision
        try transaction.link.queue(
            """
            INSERT INTO cst._commits (_household, slot, revision, token) VALUES (?, ?, ?, ?)
            ON CONFLICT (_household, slot) DO UPDATE SET revision = excluded.revision, token = excluded.token
            """,
            [
                .integer(transaction.household), .integer(revision % CommitToken.slots), .integer(revision),
                .text(token),
            ], isKept: true)
        try transaction.link.queue("COMMIT")
        do { try transaction.exchange() } catch {
            if transaction.link.isBroken { doubt.withLock { $0 = Doubt(result: result, revision: revision) } }
            throw error
        }
    }

    /// The result of the write, if it was committed after all; nil when it was not, or nobody asks.
    ///
    /// - Throws: ``UnknownOutcome`` when so many writes were made since that nothing tells any more.
    func settle<Result: Sendable>(in transaction: PostgresUnit) throws -> Result? {
        guard let doubt = doubt.withLock({ $0 }) else { return nil }
        let revision = try transaction.head().revision
        if revision >= doubt.revision {
            let found = try transaction.run(
                "SELECT revision, upper(token::text) FROM cst._commits WHERE _household = ? AND slot = ?",
                [.integer(transaction.household), .integer(doubt.revision % CommitToken.slots)])
            guard found.count > 0, found.number(0, 0) == doubt.revision else { throw UnknownOutcome() }
            if found.text(0, 1) == token, let result = doubt.result as? Result { return result }
        }
        // It was not, or a server without it has taken over.
        self.doubt.withLock { $0 = nil }
        return nil
    }
}

/// Nobody can say whether a write was committed.
struct UnknownOutcome: Error {}
