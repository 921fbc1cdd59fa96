import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Balances on chains are read from the browser as `cst-assets sync` reads them.
struct WebSyncTests {
    private static let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

    private static func environment(_ server: LoopbackServer) -> [String: String] {
        [
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc", "CST_NETWORK_OFFLINE": "false",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASEURL": server.baseURL.absoluteString,
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": server.baseURL.absoluteString,
        ]
    }

    /// Two assets on a chain and one that is not.
    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for words in [
            ["add", "Vault", "--currency", "ETH", "--chain", "ethereum", "--address", address],
            [
                "add", "Purse", "--currency", "ETH", "--chain", "ethereum", "--address",
                "0x" + String(repeating: "1", count: 40),
            ],
            ["add", "Jar", "--currency", "EUR", "--balance", "10"],
        ] {
            let told = try await folder.run("cst-assets", words)
            try #require(told.status == 0, "\(told.errors)")
        }
        return folder
    }

    private static func node(_ wei: String, _ gate: DispatchSemaphore? = nil) throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            gate?.wait()
            guard String(decoding: request.body, as: UTF8.self).contains("eth_getBalance") else {
                return .text("oops", status: 500)
            }
            return .text(#"[{"jsonrpc":"2.0","id":2,"result":"\#(wei)"},{"jsonrpc":"2.0","id":1,"result":"0x1"}]"#)
        }
    }

    private static func path(of name: String, _ folder: ProgramFolder) async throws -> (path: String, balance: String?)
    {
        let told = try await folder.run("cst-assets", ["list", "--format", "json"])
        let row = try #require(
            try JSONNode(parsing: told.output)["assets"]?.elements.first { $0["name"]?.text == name })
        return ("/assets/\(try #require(row["id"]?.text))", row.summary(at: "onChain"))
    }

    @Test func `a balance is read from its page, and is that of the commands`() async throws {
        let folder = try await Self.folder()
        let server = try Self.node("0x1bc16d674ec80000")
        let visitor = try await LocalDashboard(folder, environment: Self.environment(server)).comeIn()
        let vault = try await Self.path(of: "Vault", folder).path
        #expect(try await visitor.save(vault, to: "/assets/sync") == "/assets/sync")
        let page = try await visitor.get("/assets/sync").body
        #expect(page.contains("1 of 1 read.") && page.contains("Vault") && page.contains("jsonrpc"))
        #expect(!page.contains("Purse"))
        #expect(try await Self.path(of: "Vault", folder).balance == "2 ETH")
        #expect(try await Self.path(of: "Purse", folder).balance == "null")
        #expect(try await visitor.get(vault).body.contains("value=\"2\""))
        // All of them: what was read just now is not read again, unless it is wanted.
        let asked = server.requests.count
        try await visitor.save("/assets", to: "/assets/sync")
        let all = try await visitor.get("/assets/sync").body
        #expect(all.contains("2 of 2 read.") && all.contains("known since"))
        let later = server.requests.count
        #expect(later > asked)
        try await visitor.save("/assets/sync", to: "/assets/sync")
        await #expect(try !visitor.get("/assets/sync").body.contains("known since"))
        #expect(server.requests.count - later > later - asked)
        let jar = try await Self.path(of: "Jar", folder).path
        await #expect(try !visitor.get(jar).body.contains("/assets/sync"))
    }

    @Test func `pages tell how far it is, and go on meanwhile`() async throws {
        let folder = try await Self.folder()
        let gate = DispatchSemaphore(value: 0)
        let server = try Self.node("0xde0b6b3a7640000", gate)
        let program = try await LocalDashboard(folder, environment: Self.environment(server))
        let visitor = try await program.comeIn()
        try await visitor.save("/assets", to: "/assets/sync")
        let running = try await visitor.get("/assets/sync").body
        #expect(running.contains("are being asked") && running.contains("Look again"))
        #expect(try await visitor.get("/").status == 200)
        // Who asks again meanwhile is told of the same.
        try await visitor.save("/assets", to: "/assets/sync")
        // Each provider is asked more often than once.
        for _ in 0..<20 { gate.signal() }
        var page = running
        while page.contains("Look again") { page = try await visitor.get("/assets/sync").body }
        #expect(page.contains("2 of 2 read."))
        #expect(try await Self.path(of: "Purse", folder).balance == "1 ETH")
    }

    @Test func `what cannot be read says why, and the program ends while it waits`() async throws {
        let folder = try await Self.folder()
        let broken = try LoopbackServer(always: .text("<html>", type: "text/html"))
        let visitor = try await LocalDashboard(folder, environment: Self.environment(broken)).comeIn()
        try await visitor.save("/assets", to: "/assets/sync")
        var page = try await visitor.get("/assets/sync").body
        while page.contains("Look again") { page = try await visitor.get("/assets/sync").body }
        #expect(page.contains("0 of 2 read.") && page.contains("not read") && page.contains("jsonrpc"))
        let silent = try LoopbackServer(always: .silence)
        let program = try WebProgram(folder, environment: Self.environment(silent))
        let other = try await program.comeIn()
        try await other.save("/assets", to: "/assets/sync")
        #expect(program.end() == 0)
    }

    @Test func `without anything on a chain nothing is offered, and what is sent is told`() async throws {
        let folder = try ProgramFolder()
        let told = try await folder.run("cst-assets", ["add", "Jar", "--currency", "EUR", "--balance", "10"])
        try #require(told.status == 0)
        let visitor = try await LocalDashboard(folder).comeIn()
        await #expect(try !visitor.get("/assets").body.contains("/assets/sync"))
        try await visitor.save("/assets/sync", to: "/assets/sync")
        let page = try await visitor.get("/assets/sync").body
        #expect(page.contains("role=\"status\"") && page.contains("No asset is on a chain") || page.contains("address"))
    }
}
