package import Crypto
package import Foundation
import WebAccess

/// The sessions of browsers. Kept in memory alone, so that nothing on a disk admits anybody.
package actor Sessions {
    /// One reader.
    package struct Session: Sendable {
        package let identity: Principal.Identity
        /// The token that forms of its pages carry.
        package let csrf: String
        package let began: Date
        package var used: Date
        /// How many streams of events it holds.
        package var streams = 0
    }

    /// How long a session lasts without being used, and at most.
    private static let idle = 12.0 * 3600, absolute = 30.0 * 24 * 3600
    /// How long the address of the start lets somebody in.
    private static let startLasts = 600.0
    /// How many sessions a person, a link or the address of the start may have: who signs in more often ends the one of these that
    /// was used least recently, and nobody else's.
    private static let most = 20
    /// How many streams of events a session may hold, those of one person together, and all.
    private static let mostStreams = (session: 4, person: 16, all: 64)

    private var sessions: [SHA256.Digest: Session] = [:]
    private static let mostWrites = 20
    private var writes: [String: (began: ContinuousClock.Instant, count: Int)] = [:]
    private var start: (digest: SHA256.Digest, made: Date)?
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// A token that lets one reader in, once, for ten minutes.
    package func newStart() -> String {
        let secret = Secret()
        start = (Secret.digest(secret.text), now())
        return secret.text
    }

    /// Lets somebody in who has the token; nil when it is another one, used or too old. The text is the session's, for its
    /// cookie.
    package func open(_ token: String) -> String? {
        guard let start, Secret.digest(token) == start.digest else { return nil }
        self.start = nil
        guard now().timeIntervalSince(start.made) < Self.startLasts else { return nil }
        return begin(.start)
    }

    /// A new session for somebody who has shown who it is. The text is for its cookie.
    package func begin(_ identity: Principal.Identity) -> String {
        let present = now()
        let secret = Secret()
        sweep(present)
        let own = sessions.filter { $0.value.identity.isSame(as: identity) }
        if own.count >= Self.most, let oldest = own.min(by: { $0.value.used < $1.value.used }) {
            sessions[oldest.key] = nil
        }
        sessions[Secret.digest(secret.text)] = Session(
            identity: identity, csrf: Secret().text, began: present, used: present)
        return secret.text
    }

    /// The session of a cookie; nil when there is none any more.
    ///
    /// - Parameter isUse: whether somebody asks by it, and not only still listens.
    package func session(_ cookie: String, isUse: Bool = true) -> Session? {
        let present = now()
        let key = Secret.digest(cookie)
        guard var session = sessions[key] else { return nil }
        guard isAlive(session, present) else {
            sessions[key] = nil
            return nil
        }
        if isUse {
            session.used = present
            sessions[key] = session
        }
        return session
    }

    /// Ends a session.
    package func close(_ cookie: String) { sessions[Secret.digest(cookie)] = nil }

    /// Ends a session by what it is listed under.
    package func close(listed id: String) {
        if let key = sessions.keys.first(where: { Self.id($0) == id }) { sessions[key] = nil }
    }

    /// All sessions, the newest first, each with what it is listed under: nobody comes in with that.
    package var all: [(id: String, session: Session)] {
        sweep(now())
        return sessions.map { (Self.id($0.key), $0.value) }.sorted { $0.1.began > $1.1.began }
    }

    /// The id by which a session is listed.
    package static func id(_ digest: SHA256.Digest) -> String {
        SHA256.hash(data: Data(digest)).prefix(8).map { String(format: "%02x", $0) }.joined()
    }

    /// Whether one more write is allowed of somebody: 20 in a second, and the next ones later.
    ///
    /// - Parameters:
    ///   - key: whose writes are counted together.
    ///   - instant: of a clock that nobody sets.
    package func mayWrite(_ key: String, at instant: ContinuousClock.Instant = .now) -> Bool {
        if writes.count > 200 { writes = writes.filter { instant - $0.value.began < .seconds(1) } }
        var writes = self.writes[key] ?? (instant, 0)
        if instant - writes.began >= .seconds(1) { writes = (instant, 0) }
        writes.count += 1
        self.writes[key] = writes
        return writes.count <= Self.mostWrites
    }

    /// Takes a place for a stream of events; false when there is none left.
    package func takeStream(_ cookie: String) -> Bool {
        let key = Secret.digest(cookie)
        let all = sessions.values.reduce(0) { $0 + $1.streams }
        guard let session = sessions[key], session.streams < Self.mostStreams.session, all < Self.mostStreams.all else {
            return false
        }
        let own = sessions.values.filter { $0.identity.isSame(as: session.identity) }
        guard own.reduce(0, { $0 + $1.streams }) < Self.mostStreams.person else { return false }
        sessions[key]?.streams += 1
        return true
    }

    /// Gives the place back.
    package func leaveStream(_ cookie: String) { sessions[Secret.digest(cookie)]?.streams -= 1 }

    /// How many there are, and how many streams they hold.
    package var counts: (sessions: Int, streams: Int) {
        (sessions.count, sessions.values.reduce(0) { $0 + $1.streams })
    }

    private func isAlive(_ session: Session, _ present: Date) -> Bool {
        // A clock that was set back ends nothing.
        present.timeIntervalSince(session.used) < Self.idle && present.timeIntervalSince(session.began) < Self.absolute
    }

    private func sweep(_ present: Date) { sessions = sessions.filter { isAlive($0.value, present) } }
}
