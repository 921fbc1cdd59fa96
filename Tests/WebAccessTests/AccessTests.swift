import Foundation
import Persistence
import Testing
import WebAccess

@Suite("Who may come in")
struct AccessTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test func `a name is one, however it is written, and shows what it is`() throws {
        var access = Access()
        try access.add(person: " Ana ", .owner, .ofNobody, at: now)
        #expect(access.person("ANA")?.name == "Ana")
        #expect(throws: AccessError.taken(kind: "person", name: "ana")) {
            try access.add(person: "ana", .reader, .ofNobody, at: now)
        }
        // Fullwidth letters look alike, and a joining accent is the same letter.
        #expect(throws: AccessError.self) { try access.add(person: "Ａｎａ", .reader, .ofNobody, at: now) }
        try access.add(person: "Zoe\u{301}", .reader, .ofNobody, at: now)
        #expect(access.person("Zo\u{e9}") != nil)
        for bad in ["", "  ", "a:b", "a\nb", "a\u{202e}b", "a\u{200b}b", String(repeating: "a", count: 65)] {
            #expect(throws: AccessError.name(kind: "person", name: bad)) {
                try access.add(person: bad, .owner, .ofNobody, at: now)
            }
        }
        #expect(throws: LookupError.unknown(kind: "person", name: "Anna", nearest: "Ana")) {
            try access.remove(person: "Anna")
        }
        try access.remove(person: "ana")
        #expect(access.people.map(\.name) == ["Zo\u{e9}"])
    }

    @Test func `a token or link lets in until it ends or is ended`() throws {
        var access = Access()
        let token = try access.add(token: "phone", .reader, days: 90, at: now)
        let forever = try access.add(token: "backup", .owner, days: nil, at: now)
        let day = 86400.0
        #expect(access.token(token, at: now.addingTimeInterval(90 * day - 1))?.role == .reader)
        #expect(access.token(token, at: now.addingTimeInterval(90 * day)) == nil)
        #expect(access.token(forever, at: .distantFuture)?.role == .owner)
        #expect(access.token(token + "x", at: now) == nil && access.token("", at: now) == nil)
        try access.remove(token: "Phone")
        #expect(access.token(token, at: now) == nil)

        let goal = UUID()
        let link = try access.add(link: "Ben", goal: goal, showsAmounts: false, days: 7, at: now)
        let found = try #require(access.link(link, at: now))
        #expect(found.goal == goal && !found.showsAmounts && found.used == nil)
        #expect(access.link(link, at: now.addingTimeInterval(7 * day)) == nil)
        #expect(access.token(link, at: now) == nil && access.link(forever, at: now) == nil)
        access.follow(found, at: now.addingTimeInterval(5))
        #expect(access.links.first?.used == now.addingTimeInterval(5))
        // One that has ended gives its name back; one that has not keeps it.
        #expect(throws: AccessError.self) {
            try access.add(link: "ben", goal: nil, showsAmounts: true, days: 7, at: now)
        }
        _ = try access.add(link: "ben", goal: nil, showsAmounts: true, days: 7, at: now.addingTimeInterval(8 * day))
        #expect(access.links.count == 1)
        for days in [0, -1, 367] {
            #expect(throws: AccessError.days(days, most: 366)) {
                try access.add(link: "x", goal: nil, showsAmounts: false, days: days, at: now)
            }
        }
    }

    @Test func `nothing that lets somebody in is kept`() throws {
        let file = AccessFile(path: NSTemporaryDirectory() + "/access-\(UUID().uuidString)/access.json")
        defer {
            try? FileManager.default.removeItem(
                atPath: URL(fileURLWithPath: file.path).deletingLastPathComponent().path)
        }
        #expect(try file.read() == Access() && file.version() == nil)
        let password = "correct horse battery"
        let (token, link) = try file.write { access in
            try access.add(person: "Ana", .owner, PasswordHash(of: password), at: now)
            return (
                try access.add(token: "phone", .owner, days: nil, at: now),
                try access.add(link: "Ben", goal: nil, showsAmounts: false, days: 7, at: now)
            )
        }
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        for secret in [password, token, link, String(token.dropFirst(4))] { #expect(!text.contains(secret)) }
        let read = try file.read()
        #expect(read.person("Ana")?.password.matches(password) == true)
        #expect(read.token(token, at: now) != nil && read.link(link, at: now) != nil)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let version = file.version()
        #expect(throws: LookupError.self) { try file.write { try $0.remove(person: "Nobody") } }
        #expect(file.version() == version)
        try file.write { try $0.remove(token: "phone") }
        #expect(file.version() != version)
        for mode in [0o640, 0o604, 0o620] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            #expect(throws: AccessError.open(path: file.path)) { try file.read() }
            #expect(throws: AccessError.open(path: file.path)) { try file.write { _ in } }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        for broken in ["", "{}", "[1]", #"{"people":[{"name":"Ana"}],"tokens":[],"links":[]}"#] {
            try Data(broken.utf8).write(to: URL(fileURLWithPath: file.path))
            #expect(throws: AccessError.self, "\(broken)") { try file.read() }
        }
    }

    @Test func `many writers lose nothing`() async throws {
        let file = AccessFile(path: NSTemporaryDirectory() + "/access-\(UUID().uuidString)/access.json")
        defer {
            try? FileManager.default.removeItem(
                atPath: URL(fileURLWithPath: file.path).deletingLastPathComponent().path)
        }
        let now = now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { _ = try file.write { try $0.add(token: "t\(number)", .reader, days: nil, at: now) } }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().tokens.count == 40)
    }

    @Test func `a password is right alone, in any way of putting letters together, and of a length that can be`() throws
    {
        let hash = try PasswordHash(of: "zo\u{e9} und ana 1")
        #expect(hash.matches("zoe\u{301} und ana 1"))
        #expect(
            !hash.matches("zoe und ana 1") && !hash.matches("") && !hash.matches(String(repeating: "a", count: 9999)))
        #expect(!PasswordHash.ofNobody.matches(""))
        #expect(try PasswordHash(of: "zo\u{e9} und ana 1") != hash)
        for (text, bytes) in [("12345678901", 11), (String(repeating: "a", count: 1025), 1025), ("", 0)] {
            #expect(throws: AccessError.password(bytes: bytes)) { try PasswordHash(of: text) }
        }
    }
}
