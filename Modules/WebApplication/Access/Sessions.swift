package import Foundation
package import Persistence
import WebAccess

/// The sessions of browsers. Of a household in a file they are kept in memory alone, so that nothing on a disk admits anybody; on a
/// server without what admits anybody: by the digests of their secrets.
package actor Sessions {
    /// One reader.
    package struct Session: Sendable, Codable {
        package var identity: Principal.Identity
        /// The token that forms of its pages carry.
        package let csrf: String
        /// The browser that it is of, in words; nil where that is not known.
        package let browser: String?
        package let began: Date
        package var used: Date
    }

    /// The seconds for which a session lasts without being used. Copies in browsers last as long.
    static let idle = 12.0 * 3600
    /// The most seconds that it lasts.
    private static let absolute = 30.0 * 24 * 3600
    /// The precision of the last use of a session, in seconds.
    private static let usePause = 60.0
    /// How long the address of the start lets somebody in.
    private static let startLasts = 600.0
    /// How many sessions a person, a link or the address of the start may have: who signs in more often ends the one of these that
    /// was used least recently, and nobody else's.
    private static let most = 20
    /// The most streams of events of a session, of one person together, and of all, in this program.
    private static let mostStreams = (session: 4, person: 16, all: 64)
    private static let mostWrites = 20
    /// The names of sessions and of the address of the start among the notes.
    private static let prefix = "session/", startPrefix = "start/"

    private let notes: any SharedNotes
    private var streams: [String: (identity: Principal.Identity, count: Int)] = [:]
    private var writes: [String: (began: ContinuousClock.Instant, count: Int)] = [:]
    private let now: @Sendable () -> Date

    package init(notes: any SharedNotes = MemoryNotes(), now: @escaping @Sendable () -> Date) {
        (self.notes, self.now) = (notes, now)
    }

    /// A token that lets one reader in, once, for ten minutes.
    package func newStart() async throws -> String {
        let secret = Secret()
        let (name, end) = (Self.startPrefix + Secret.kept(secret.text), now().addingTimeInterval(Self.startLasts))
        try await notes.change([name], at: now()) { $0[name] = SharedNote("", until: end) }
        return secret.text
    }

    /// Lets somebody in who has the token; nil when it is another one, used or too old. The text is the session's, for its
    /// cookie.
    ///
    /// - Parameter browser: the browser in words.
    package func open(_ token: String, browser: String? = nil) async throws -> String? {
        let name = Self.startPrefix + Secret.kept(token)
        let wasThere = try await notes.change([name], at: now()) { $0.removeValue(forKey: name) != nil }
        return wasThere ? try await begin(.start, browser: browser) : nil
    }

    /// A new session for somebody who has shown who it is. The text is for its cookie.
    ///
    /// - Parameter browser: the browser in words.
    package func begin(_ identity: Principal.Identity, browser: String? = nil) async throws -> String {
        let present = now()
        let secret = Secret()
        let name = Self.name(secret.text)
        let session = Session(identity: identity, csrf: Secret().text, browser: browser, began: present, used: present)
        try await notes.change([Self.prefix], at: present) { notes in
            let own = notes.compactMapValues { Self.session($0.text) }.filter {
                $0.value.identity.isSame(as: identity)
            }
            if own.count >= Self.most, let oldest = own.min(by: { $0.value.used < $1.value.used }) {
                notes[oldest.key] = nil
            }
            notes[name] = try Self.note(session)
        }
        return secret.text
    }

    /// The session of a cookie; nil when there is none any more.
    ///
    /// - Parameter isUse: whether somebody asks by it, and not only still listens.
    /// - Throws: ``StoreError`` where nobody can say.
    package func session(_ cookie: String, isUse: Bool = true) async throws -> Session? {
        let present = now()
        let name = Self.name(cookie)
        guard var session = Self.session(try await notes.read([name], at: present)[name]) else { return nil }
        // A clock that was set back ends nothing.
        guard isUse, present.timeIntervalSince(session.used) >= Self.usePause else {
            return session
        }
        session.used = present
        let used = session
        try await notes.change([name], at: present) { notes in
            // It may have been ended meanwhile.
            if notes[name] != nil { notes[name] = try Self.note(used) }
        }
        return session
    }

    /// Has a session name its person as that is called now.
    package func rename(_ cookie: String, to person: String) async throws {
        let name = Self.name(cookie)
        try await notes.change([name], at: now()) { notes in
            guard var session = Self.session(notes[name]?.text), case .person(_, let password) = session.identity
            else { return }
            session.identity = .person(person, password)
            notes[name] = try Self.note(session)
        }
    }

    /// Ends a session.
    package func close(_ cookie: String) async throws {
        let name = Self.name(cookie)
        try await notes.change([name], at: now()) { $0[name] = nil }
    }

    /// Ends a session by what it is listed under.
    package func close(listed id: String) async throws {
        try await notes.change([Self.prefix], at: now()) { notes in
            for name in notes.keys where Self.id(name) == id { notes[name] = nil }
        }
    }

    /// All sessions, the newest first, each with what it is listed under: nobody comes in with that.
    package var all: [(id: String, session: Session)] {
        get async throws {
            try await notes.read([Self.prefix], at: now()).compactMap { name, text in
                Self.session(text).map { (Self.id(name), $0) }
            }.sorted { $0.1.began > $1.1.began }
        }
    }

    private static func name(_ cookie: String) -> String { prefix + Secret.kept(cookie) }

    private static func id(_ name: String) -> String { String(Secret.kept(name).prefix(16)) }

    private static func session(_ text: String?) -> Session? {
        text.flatMap { try? JSONDecoder().decode(Session.self, from: Data($0.utf8)) }
    }

    private static func note(_ session: Session) throws -> SharedNote {
        let end = min(session.used.addingTimeInterval(idle), session.began.addingTimeInterval(absolute))
        return SharedNote(String(decoding: try JSONEncoder().encode(session), as: UTF8.self), until: end)
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
    package func takeStream(_ cookie: String) async throws -> Bool {
        guard let session = try await session(cookie) else { return false }
        let key = Self.name(cookie)
        let all = streams.values.reduce(0) { $0 + $1.count }
        let count = streams[key]?.count ?? 0
        guard count < Self.mostStreams.session, all < Self.mostStreams.all else { return false }
        let own = streams.values.filter { $0.identity.isSame(as: session.identity) }
        guard own.reduce(0, { $0 + $1.count }) < Self.mostStreams.person else { return false }
        streams[key] = (session.identity, count + 1)
        return true
    }

    /// Gives the place back.
    package func leaveStream(_ cookie: String) {
        let key = Self.name(cookie)
        guard let stream = streams[key] else { return }
        streams[key] = stream.count > 1 ? (stream.identity, stream.count - 1) : nil
    }

    /// The number of sessions, and of the streams that they hold here.
    package var counts: (sessions: Int, streams: Int) {
        get async throws {
            (try await all.count, streams.values.reduce(0) { $0 + $1.count })
        }
    }
}
