import Foundation
import Testing
import WebAccess

@Suite("Who guesses passwords, and who does not")
struct KnownBrowserTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("203.0.113.7:52011", "203.0.113.7"), (" 203.0.113.7 ", "203.0.113.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"), ("2001:DB8:1:2:ffff:1:2:3", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"), ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::1", "0:0:0:0::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"), ("[::ffff:203.0.113.7]:80", "203.0.113.7"),
    ])
    func `an address is that of a household, without its port`(text: String, network: String) {
        #expect(ClientAddress.network(text) == network)
    }

    @Test(arguments: [
        "", "unknown", "_hidden", "203.0.113.7:port", "203.0.113.7:", "[2001:db8::1", "1.2.3", "a.example",
    ])
    func `what is no address is none`(text: String) {
        #expect(ClientAddress.network(text) == nil)
    }

    @Test func `guesses from one network count together`() throws {
        var limits = LoginLimits()
        for number in 0..<21 {
            let address = try #require(
                ClientAddress.network("[2001:db8:7:7::\(String(number + 1, radix: 16))]:\(50_000 + number)"))
            limits.fail(.init(name: "n\(number)", address: address), at: now)
        }
        let another = try #require(ClientAddress.network("2001:db8:7:7:abcd::1"))
        #expect(limits.wait(.init(name: "Ben", address: another), at: now) > 0)
        let elsewhere = try #require(ClientAddress.network("2001:db8:7:8::1"))
        #expect(limits.wait(.init(name: "Ben", address: elsewhere), at: now) == 0)
    }

    @Test func `wrong tries from elsewhere do not keep the browser waiting that was in before`() {
        var limits = LoginLimits()
        for number in 0..<200 { limits.fail(.init(name: "Ana", address: "a\(number % 7)"), at: now) }
        #expect(limits.wait(.init(name: "Ana", address: "home"), at: now) > 0)
        let own = LoginLimits.Attempt(name: "ana", address: "a1", browser: "b")
        #expect(limits.wait(own, at: now) == 0)
        // It has tries of its own, so that whoever takes it can guess no faster.
        for _ in 0..<5 { limits.fail(own, at: now) }
        #expect(limits.wait(own, at: now) == 1)
        #expect(limits.wait(.init(name: "Ana", address: "home", browser: "c"), at: now) == 0)
        limits.succeed(own)
        #expect(limits.wait(own, at: now) == 0)
        #expect(limits.wait(.init(name: "Ana", address: "home"), at: now) > 0, "others wait on")
    }

    @Test func `a mark is of one person and one password, and nobody makes it up`() throws {
        var access = Access()
        let password = try PasswordHash(of: "correct horse battery")
        try access.add(person: "Ana", .owner, password, at: now)
        try access.add(person: "Ben", .owner, password, at: now)
        let (ana, ben) = (try #require(access.person("Ana")), try #require(access.person("Ben")))
        let mark = KnownBrowser.mark(for: ana)
        let id = try #require(KnownBrowser.id(mark, of: ana))
        #expect(KnownBrowser.mark(for: ana) != mark && KnownBrowser.id(mark, of: ana) == id)
        #expect(KnownBrowser.id(mark, of: ben) == nil)
        for other in [
            "", ".", "x.y", id, "\(id).", "\(id).00", mark + "00", "x" + mark, String(repeating: "a", count: 500),
        ] {
            #expect(KnownBrowser.id(other, of: ana) == nil, "\(other)")
        }
        try access.change(try PasswordHash(of: "another password"), ofPerson: "Ana")
        #expect(KnownBrowser.id(mark, of: try #require(access.person("Ana"))) == nil)
    }
}
