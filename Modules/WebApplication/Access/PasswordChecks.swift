package import Foundation
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

    private var limits = LoginLimits()
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Whether somebody may come in.
    ///
    /// - Parameters:
    ///   - address: where the try comes from.
    ///   - mark: what a browser shows in which somebody signed in before.
    package func check(name: String, password: String, address: String, mark: String?, _ access: Access) async
        -> Outcome
    {
        let person = access.person(name)
        let browser = person.flatMap { person in mark.flatMap { KnownBrowser.id($0, of: person) } }
        let attempt = LoginLimits.Attempt(name: name, address: address, browser: browser)
        let wait = limits.wait(attempt, at: now())
        guard wait == 0 else { return .wait(wait) }
        guard waiting.count < Self.mostWaiting else { return .wait(2) }
        if running < Self.together {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        // The place goes to the next one as it is.
        defer { if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() } }
        // Others may have been wrong meanwhile.
        let later = limits.wait(attempt, at: now())
        guard later == 0 else { return .wait(later) }
        // It counts as wrong until it is right, or many tries at once would count too late.
        limits.fail(attempt, at: now())
        let isRight = await Self.matches(person?.password ?? .ofNobody, password)
        guard let person, isRight else { return .wrong }
        limits.succeed(attempt)
        return .right(person)
    }

    /// On a thread of its own: on those that answer requests, two tries would keep every page waiting.
    private static nonisolated func matches(_ hash: PasswordHash, _ password: String) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: hash.matches(password)) }
        }
    }
}
