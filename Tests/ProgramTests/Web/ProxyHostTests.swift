import Testing

@testable import SavingsWeb
@testable import WebApplication
@testable import WebServer

/// Which host names the dashboard answers to.
struct ProxyHostTests {
    private func hosts(_ address: String, proxies: Set<String>?) throws -> Set<String> {
        let address = try #require(PublicAddress(argument: address))
        return AccessPolicy.Place(port: 8765, address: address, isSecure: false, proxies: proxies).hosts
    }

    @Test(arguments: [
        ("https://nas.example.org:8443", "nas.example.org"),
        ("https://nas.example.org:8443/savings", "nas.example.org"),
        ("https://NAS.example.org:444", "nas.example.org"), ("https://savings.example.org", "savings.example.org"),
    ])
    func `behind a proxy the name is enough, with or without its port`(_ address: String, _ name: String) throws {
        let behind = try hosts(address, proxies: ["127.0.0.1"])
        #expect(behind.contains(name))
        #expect(behind.contains(try #require(PublicAddress(argument: address)).host))
        #expect(!behind.contains("other.example.org"))
        // Without one, the port is part of what a browser was told.
        #expect(try hosts(address, proxies: nil).contains(name) == !address.dropFirst(8).contains(":"))
    }
}
