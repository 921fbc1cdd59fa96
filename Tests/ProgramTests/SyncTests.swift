import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// `cst-assets sync`, and what its balances are in plans.
struct SyncTests {
    private static let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let mock = ["CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "mock", "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "mock"]

    private static func node(_ wei: String) throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            guard String(decoding: request.body, as: UTF8.self).contains("eth_getBalance") else {
                return .text("oops", status: 500)
            }
            return .text(
                #"[{"jsonrpc":"2.0","id":2,"result":"\#(wei)"},{"jsonrpc":"2.0","id":1,"result":"0x1"}]"#)
        }
    }

    private static func environment(_ server: LoopbackServer) -> [String: String] {
        [
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc", "CST_NETWORK_OFFLINE": "false",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASEURL": server.baseURL.absoluteString,
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": server.baseURL.absoluteString,
        ]
    }

    private func vault() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        let added = try await folder.run(
            "cst-assets",
            ["add", "Vault", "--currency", "ETH", "--chain", "ethereum", "--address", Self.address.lowercased()])
        #expect(added.status == 0 && added.output.contains("cst-assets sync"), "\(added.errors)")
        let goal = try await folder.run(
            "cst-plan", ["goal", "add", "Stake", "--target", "32", "--currency", "ETH", "--deadline", "2026-12-31"])
        #expect(goal.status == 0)
        #expect(try await folder.run("cst-assets", ["allocate", "Vault", "Stake", "--share", "50%"]).status == 0)
        return folder
    }

    private func document(
        _ program: String, _ words: [String], in folder: ProgramFolder, _ environment: [String: String] = [:],
        status: Int32 = 0
    ) async throws -> JSONNode {
        let result = try await folder.run(program, words + ["--format", "json"], environment: environment)
        #expect(result.status == status, "\(result.errors)")
        return try JSONNode(parsing: result.output)
    }

    @Test func `a balance that was read counts in plans, beside what is entered by hand`() async throws {
        let folder = try await vault()
        let before = try await document("cst-plan", ["required"], in: folder)
        #expect(before["complete"] == .bool(false))
        let server = try Self.node("0x1bc16d674ec80000")
        let synced = try await document("cst-assets", ["sync"], in: folder, Self.environment(server))
        #expect(synced.summary(at: "assets/Vault/balance") == "2 ETH")
        #expect(synced.summary(at: "assets/Vault/address") == Self.address)
        #expect(synced.summary(at: "assets/Vault/provider") == "jsonrpc")
        #expect(try await folder.run("cst-assets", ["deposit", "Vault", "1"]).status == 0)
        // Offline, from what was read.
        let plan = try await document("cst-plan", ["required"], in: folder)
        #expect(plan.summary(at: "goals/Stake/saved") == "1.5 ETH")
        #expect(plan["complete"] == .bool(true))
        let list = try await document("cst-assets", ["list"], in: folder)
        #expect(list.summary(at: "assets/Vault/onChain") == "2 ETH")
        #expect(list.summary(at: "assets/Vault/manual") == "1 ETH")
        #expect(list.summary(at: "assets/Vault/freshness/state") == "cached")
        #expect(list.summary(at: "assets/Vault/freshness/time") == ProgramFolder.now)
    }

    @Test func `what cannot be read keeps what was read before`() async throws {
        let folder = try await vault()
        let rich = try Self.node("0x1bc16d674ec80000")
        _ = try await document("cst-assets", ["sync"], in: folder, Self.environment(rich))
        let broken = try LoopbackServer(always: .text("<html>", type: "text/html"))
        let failed = try await document(
            "cst-assets", ["sync", "--fresh"], in: folder, Self.environment(broken), status: 1)
        #expect(failed.summary(at: "assets/Vault/balance") == "null" && failed["complete"] == .bool(false))
        let list = try await document("cst-assets", ["list"], in: folder)
        #expect(list.summary(at: "assets/Vault/onChain") == "2 ETH")
        let poorer = try Self.node("0xde0b6b3a7640000")
        let again = try await document(
            "cst-assets", ["sync", "Vault", "--fresh"], in: folder, Self.environment(poorer))
        #expect(again.summary(at: "assets/Vault/change") == "-1 ETH")
        let dry = try await document(
            "cst-assets", ["sync", "--dry-run", "--fresh"], in: folder, Self.environment(rich))
        #expect(dry.summary(at: "assets/Vault/balance") == "2 ETH")
        let kept = try await document("cst-assets", ["list"], in: folder)
        #expect(kept.summary(at: "assets/Vault/onChain") == "1 ETH")
    }

    @Test func `one changed setting runs the same household on another provider`() async throws {
        let folder = try await vault()
        let first = try await document("cst-assets", ["sync"], in: folder, Self.mock)
        #expect(first.summary(at: "assets/Vault/provider") == "mock")
        let second = try await document("cst-assets", ["sync", "--fresh"], in: folder, Self.mock)
        #expect(second.summary(at: "assets/Vault/change") == "0 ETH")
        let fallback = ["CST_BLOCKCHAIN_ETHEREUM_FALLBACK": "mock"]
        let substitute = try await document("cst-assets", ["sync", "--fresh"], in: folder, fallback)
        #expect(substitute.summary(at: "assets/Vault/substitute") == "true" && substitute["complete"] == .bool(false))
        let plan = try await document("cst-plan", ["required"], in: folder)
        #expect(plan["complete"] == .bool(false) && plan.summary(at: "goals/Stake/saved") == "0 ETH")
    }

    @Test(arguments: ["Pacific/Honolulu", "Pacific/Kiritimati"])
    func `a balance read today is one of today in every zone`(zone: String) async throws {
        let folder = try await vault()
        // In UTC it is another day already, or still.
        for now in ["2026-04-14T09:00:00Z", "2026-04-14T11:00:00Z"] {
            let environment = Self.mock.merging(["TZ": zone, "CST_NOW": now]) { $1 }
            _ = try await document("cst-assets", ["sync"], in: folder, environment)
            let plan = try await folder.run("cst-plan", ["required"], environment: environment)
            #expect(plan.status == 0 && plan.errors.isEmpty, "\(plan.errors)")
        }
    }

    @Test func `balances go with their asset and come back by another sync`() async throws {
        let folder = try await vault()
        _ = try await document("cst-assets", ["sync"], in: folder, Self.mock)
        #expect(try await folder.run("cst-assets", ["delete", "Vault", "--yes"]).status == 0)
        #expect(try await folder.run("cst-assets", ["undo"]).status == 0)
        let list = try await document("cst-assets", ["list"], in: folder)
        #expect(list.summary(at: "assets/Vault/onChain") == "null")
        let history = try await document("cst-assets", ["history"], in: folder)
        #expect(history.summary(at: "history") == "5 elements", "a reading of a chain is no change of the user's")
    }

    @Test(arguments: [
        ("bitcoin", "BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "address.checksum"),
        ("ethereum", "ETH", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "address.checksum"),
        ("bitcoin", "ETH", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "balance.otherChain"),
        ("bitcorn", "BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "balance.unknownChain"),
        ("bitcoin", "BTC", "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1", "address.privateMaterial"),
        (
            "bitcoin", "BTC",
            "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
            "address.privateMaterial"
        ),
    ])
    func `an address that cannot be right is refused, and a secret is kept nowhere`(
        chain: String, currency: String, address: String, code: String
    ) async throws {
        let folder = try ProgramFolder()
        let words = ["add", "Cold", "--currency", currency, "--chain", chain, "--address", address]
        let result = try await folder.run("cst-assets", words + ["-v", "--format", "json"])
        #expect(result.status == 2)
        let error = try JSONNode(parsing: String(result.errors.drop { $0 != "{" }))
        #expect(error.summary(at: "error/code") == code, "\(result.errors)")
        #expect(result.errors.contains("\"field\": \"\(code == "balance.unknownChain" ? "chain" : "address")\""))
        guard code == "address.privateMaterial" else { return }
        let secret = address.split(separator: " ")[0]
        #expect(!result.errors.contains(secret) && !result.output.contains(secret))
        let files = FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            let bytes = (try? Data(contentsOf: file)) ?? Data()
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.path)")
        }
    }
}
