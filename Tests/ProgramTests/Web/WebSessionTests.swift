import Foundation
import HTTPTypes
import ProgramSupport
import Synchronization
import Testing
import WebAccess

@testable import SavingsWeb
@testable import WebApplication
@testable import WebServer

struct WebSessionTests {
    @Test func `guests make room for each other, and for nobody's session`() async throws {
        let sessions = Sessions(now: { Date(timeIntervalSince1970: 1_790_000_000) })
        var access = Access()
        let secret = try access.add(link: "Ben", goal: nil, showsAmounts: false, days: 7, at: .distantPast)
        let link = try #require(access.link(secret, at: .distantPast))
        let owner = try await sessions.begin(.start)
        var guests: [String] = []
        for _ in 0..<300 { guests.append(try await sessions.begin(.guest(link))) }
        #expect(try await sessions.session(owner) != nil)
        #expect(try await sessions.counts.sessions == 21)
        let last = try #require(guests.last)
        #expect(try await sessions.session(last) != nil)
    }

    @Test func `twenty writes in a second are carried out, and the next ones later`() async {
        let sessions = Sessions(now: { Date(timeIntervalSince1970: 0) })
        let begin = ContinuousClock.now
        var allowed = 0
        for number in 0..<30 where await sessions.mayWrite("a", at: begin + .milliseconds(number * 30)) { allowed += 1 }
        #expect(allowed == 20)
        #expect(await sessions.mayWrite("b", at: begin + .milliseconds(900)))
        #expect(await sessions.mayWrite("a", at: begin + .seconds(1)))
    }

    @Test func `a session ends after twelve hours without use, and after thirty days with it`() async throws {
        let clock = Clock()
        let sessions = Sessions(now: { clock.now })
        let (idle, busy) = (try await sessions.begin(.start), try await sessions.begin(.start))
        for hour in 1..<(30 * 24) {
            clock.now = Clock.begin.addingTimeInterval(Double(hour) * 3600)
            #expect(try await sessions.session(busy) != nil, "\(hour)")
            // Looking at a session uses it.
            if hour == 12 { #expect(try await sessions.session(idle) == nil) }
        }
        clock.now = Clock.begin.addingTimeInterval(30 * 24 * 3600)
        #expect(try await sessions.session(busy) == nil)
    }

    @Test func `a guest who is inside is outside when the link ends`() async throws {
        let clock = Clock()
        let folder = FileManager.default.temporaryDirectory.appending(path: "door-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = AccessFile(path: folder.appending(path: "access.json").path)
        let secret = try file.write { access in
            try access.add(link: "Ben", goal: nil, showsAmounts: false, days: 1, at: Clock.begin)
        }
        let end = Clock.begin.addingTimeInterval(24 * 3600)
        clock.now = end.addingTimeInterval(-3600)
        let (sessions, list) = (Sessions(now: { clock.now }), try await AccessList(file))
        let door = AccessPolicy(
            sessions: sessions, list: list, passwords: PasswordChecks(now: { clock.now }),
            place: AccessPolicy.Place(port: 8765, address: nil, isSecure: false, proxies: nil), isReadOnly: false,
            now: { clock.now })
        let link = try #require(try await list.current.link(secret, at: clock.now))
        let cookie = try await sessions.begin(.guest(link))
        let request = try #require(
            WebRequest(method: .get, target: "/shared", headers: [.cookie: "\(door.cookieName)=\(cookie)"]))
        #expect(try await door.principal(of: request)?.name == "guest:Ben")
        clock.now = end.addingTimeInterval(-1)
        #expect(try await door.principal(of: request)?.role == .guest)
        clock.now = end
        #expect(try await door.principal(of: request) == nil)
    }

    @Test func `signing in often ends nobody else's session`() async throws {
        let clock = Date(timeIntervalSince1970: 1_790_000_000)
        let sessions = Sessions(now: { clock })
        let password = PasswordHash.ofNobody
        let ana = try await sessions.begin(.person("Ana", password))
        let start = try await sessions.begin(.start)
        var bens: [String] = []
        for _ in 0..<150 { bens.append(try await sessions.begin(.person("Ben", password))) }
        #expect(try await sessions.session(ana) != nil)
        #expect(try await sessions.session(start) != nil)
        #expect(try await sessions.counts.sessions == 22)
        var alive = 0
        for ben in bens where try await sessions.session(ben) != nil { alive += 1 }
        let last = try #require(bens.last)
        #expect(alive == 20)
        #expect(try await sessions.session(last) != nil)
        // Nor does one person take all places for what keeps pages up to date.
        var taken = 0
        for ben in bens {
            for _ in 0..<4 where try await sessions.takeStream(ben) { taken += 1 }
        }
        #expect(taken == 16)
        #expect(try await sessions.takeStream(ana))
    }

    @Test func `wrong tries from elsewhere do not keep a person out of the browser that was in before`() async throws {
        let people = try await WebPeople(try ProgramFolder())
        let program = try await LocalDashboard(people.folder)
        let first = try await program.login("Ana", people.password)
        let cookies = first.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
        let known = try #require(cookies.first { $0.hasPrefix("cst-\(program.port)-known=") })
        #expect(known.contains("; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"))
        let mark = [("Cookie", String(known.prefix { $0 != ";" }))]
        for _ in 0..<5 { #expect(try await program.login("Ana", "wrong password 1").status == 401) }
        #expect(try await program.login("Ana", people.password).status == 429)
        #expect(try await program.login("Ana", people.password, headers: mark).status == 303)
        // It is Ana's browser, not Ben's, and lets nobody in by itself.
        #expect(try await program.ask("GET", "/", mark).status == 303)
        #expect(try await program.login("Ana", "wrong password 2", headers: mark).status == 401)
    }
}

/// A clock that a test sets.
private final class Clock: Sendable {
    static let begin = Date(timeIntervalSince1970: 1_790_000_000)
    private let lock = Mutex(Clock.begin)

    var now: Date {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }
}
