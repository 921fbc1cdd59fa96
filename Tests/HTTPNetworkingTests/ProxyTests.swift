import Foundation
import HTTPNetworking
import LoopbackServer
import Testing

/// The proxy variables are read from the environment, so each test sets them in a process of its own.
@Suite("Proxy variables of the environment")
struct ProxyTests {
    @Test("http_proxy gets requests for other hosts, no_proxy keeps its hosts from it")
    func http() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(always: .text("{}", headers: ["X-Via": "proxy"]))
            let direct = try LoopbackServer(always: .text("{}"))
            setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            setenv("no_proxy", "127.0.0.1", 1)
            let transport = NetworkTransport()
            let far = try #require(URL(string: "http://rates.invalid/a?b=c"))
            let answer = try await transport.send(HTTPRequest(.get, far), within: .seconds(600))
            #expect(answer.headers["x-via"] == "proxy")
            #expect(proxy.requests.map(\.target) == ["http://rates.invalid/a?b=c"])
            _ = try await transport.send(HTTPRequest(.get, direct.baseURL), within: .seconds(600))
            #expect(proxy.requests.count == 1)
            #expect(direct.requests.count == 1)
        }
    }

    @Test("https_proxy is asked for a tunnel")
    func https() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(always: .text("no", status: 403))
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let far = try #require(URL(string: "https://rates.invalid/"))
            await #expect(throws: HTTPError.self) {
                try await NetworkTransport().send(
                    HTTPRequest(.get, far, headers: ["x-api-key": "0123456789"]), within: .seconds(600))
            }
            let request = try #require(proxy.requests.first)
            #expect(request.method == "CONNECT")
            #expect(request.target == "rates.invalid:443")
            #expect(request.headers["x-api-key"] == nil)
        }
    }

    @Test("a proxy that refuses a tunnel is named, with what it wants")
    func refusal() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(
                inOrder: .text("auth", status: 407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""]),
                .text("no", status: 403))
            setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
            let far = try #require(URL(string: "https://rates.invalid/"))
            let response = try await NetworkTransport().send(HTTPRequest(.get, far), within: .seconds(600))
            #expect(response.status == 407)
            let error = await #expect(throws: HTTPError.self) {
                try await NetworkTransport().send(HTTPRequest(.get, far), within: .seconds(600))
            }
            let reason = "the proxy answered with status 403 and made no connection"
            #expect(error == .connectionFailed(host: "rates.invalid", reason: reason))
        }
    }
}
