package import Foundation
package import Persistence
package import WebAccess

/// Tries passwords, two at a time: each takes 128 MB of memory, and as much time as an answer may.
package actor PasswordChecks {
    /// How a try ends.
    package enum Outcome: Sendable, Equatable {
        case right(Access.Person)
        case wrong
        /// It has to be tried again in so many seconds.
        case wait(Int)
    }

    /// Whoever waits is answered after at most four tries: on a slow machine, too, before a request takes too long.
    private static let together = 2, mostWaiting = 6

    private let notes: any SharedNotes
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let now: @Sendable () -> Date

    /// Checks that count together with those of all programs that have the same notes.
    package init(notes: any SharedNotes = MemoryNotes(), now: @escaping @Sendable () -> Date) {
        (self.notes, self.now) = (notes, now)
    }

    /// Whether somebody may come in.
    ///
    /// - Throws: ``StoreError``.
    /// - Parameters:
    ///   - address: where the try comes from.
    ///   - mark: what a browser shows in which somebody signed in before.
    package func check(
        name: String, password: String, address: String, mark: String?, _ access: Access
    ) async throws -> Outcome {
        let person = access.person(name)
        let browser = person.flatMap { person in mark.flatMap { KnownBrowser.id($0, of: person) } }
        let attempt = LoginLimits.Attempt(name: name, address: address, browser: browser)
        let wait = try await counting(attempt) { $0.wait(attempt, at: $1) }
        guard wait == 0 else { return .wait(wait) }
        guard waiting.count < Self.mostWaiting else { return .wait(2) }
        if running < Self.together {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        // The place goes to the next one as it is.
        defer { if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() } }
        // Others may have been wrong meanwhile. It counts as wrong until it is right, or many tries at once would count too late.
        let later = try await counting(attempt) { limits, now in
            let wait = limits.wait(attempt, at: now)
            if wait == 0 { limits.fail(attempt, at: now) }
            return wait
        }
        guard later == 0 else { return .wait(later) }
        let isRight = await Self.matches(person?.password ?? .ofNobody, password)
        guard let person, isRight else { return .wrong }
        try await counting(attempt) { limits, _ in limits.succeed(attempt) }
        return .right(person)
    }

    /// Runs `body` on the failures that count for a try.
    private func counting<Result: Sendable>(
        _ attempt: LoginLimits.Attempt, _ body: @Sendable (inout LoginLimits, Date) -> Result
    ) async throws -> Result {
        let now = now()
        return try await notes.change(LoginLimits.notes(of: attempt), at: now) { notes in
            var limits = LoginLimits(notes, of: attempt)
            let result = body(&limits, now)
            limits.write(attempt, to: &notes)
            return result
        }
    }

    /// On a thread of its own: on those that answer requests, two tries would keep every page waiting.
    private static nonisolated func matches(_ hash: PasswordHash, _ password: String) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: hash.matches(password)) }
        }
    }
}
