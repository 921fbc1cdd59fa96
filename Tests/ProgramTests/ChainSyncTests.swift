import Foundation
import LoopbackServer
import ProgramSupport
import Synchronization
import Testing

/// Transactions of chains: what they make of plans, and that a sync can be ended at any moment.
struct ChainSyncTests {
    private static let holder = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let online = ["CST_NETWORK_OFFLINE": "false"]

    @discardableResult
    private func run(
        _ command: String, in folder: ProgramFolder, _ environment: [String: String] = [:], status: Int32 = 0
    ) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let result = try await folder.run(words[0], Array(words.dropFirst()), environment: environment)
        #expect(result.status == status, "\(command): \(result.errors)")
        return result
    }

    private func document(
        _ command: String, in folder: ProgramFolder, _ environment: [String: String] = [:]
    ) async throws -> JSONNode {
        try JSONNode(parsing: try await run("\(command) --format json", in: folder, environment).output)
    }

    // MARK: - What counts as paid

    /// A program that tells what two files hold.
    private static let teller = """
        read -r question
        case "$question" in
        *'"method":"balance"'*) cat balance.json;;
        *'"method":"transactions"'*) cat transactions.json;;
        *) echo '{"height":"7"}';;
        esac
        """
    private static let told = online.merging([
        "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "exec", "CST_BLOCKCHAIN_EXEC_COMMAND": "/bin/sh,teller.sh",
    ]) { $1 }

    private func tell(_ balance: String, _ transactions: [(String, String)]?, in folder: ProgramFolder) throws {
        try folder.write(#"{"amount":"\#(balance)","currency":"ETH"}"#, to: "balance.json")
        let rows = transactions?.enumerated().map {
            #"{"hash":"0x\#($0)","amount":"\#($1.0)","time":"\#($1.1)T10:00:00Z"}"#
        }
        try folder.write(
            #"{"transactions":\#(rows.map { "[" + $0.joined(separator: ",") + "]" } ?? "null")}"#,
            to: "transactions.json")
    }

    private func household() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        try folder.write(Self.teller, to: "teller.sh")
        for command in [
            "cst-plan goal add Stake --target 32 --currency ETH --start 2026-02-01 --deadline 2026-12-31",
            "cst-assets add Vault --currency ETH --chain ethereum --address \(Self.holder)",
            "cst-assets allocate Vault Stake --share 100%",
        ] { try await run(command, in: folder) }
        return folder
    }

    @Test func `what came in since the last payment day counts as paid, dust does not`() async throws {
        let folder = try await household()
        try tell(
            "10.000001",
            [("9", "2026-03-10"), ("2", "2026-04-03"), ("-1", "2026-04-05"), ("0.000001", "2026-04-06")], in: folder)
        let synced = try await document("cst-assets sync", in: folder, Self.told)
        #expect(synced.summary(at: "assets/Vault/newTransactions") == "4")
        let plan = try await document("cst-plan required", in: folder)
        #expect(plan.summary(at: "goals/Stake/saved") == "10.000001 ETH")
        #expect(plan.summary(at: "goals/Stake/paid") == "1 ETH" && plan["complete"] == .bool(true))
        // On an earlier day the balance is what it was then.
        let then = try await document("cst-plan required --as-of 2026-04-04", in: folder)
        #expect(then.summary(at: "goals/Stake/saved") == "11 ETH" && then.summary(at: "goals/Stake/paid") == "2 ETH")
        #expect(then["complete"] == .bool(true))
        let shown = try await run("cst-assets show Vault", in: folder)
        #expect(
            shown.output.contains("https://etherscan.io/tx/0x2") && shown.output.contains("1 sent to you of so little"))
        let all = try await document("cst-plan required", in: folder, ["CST_BLOCKCHAIN_DUST": "0"])
        #expect(all.summary(at: "goals/Stake/paid") == "1.000001 ETH")
    }

    @Test func `what does not add up, or is not known, counts as no payment and is said`() async throws {
        let folder = try await household()
        try tell("10", [("9", "2026-03-10"), ("2", "2026-04-03")], in: folder)
        let synced = try await document("cst-assets sync", in: folder, Self.told)
        #expect(synced.summary(at: "assets/Vault/balance") == "10 ETH")
        #expect(synced.summary(at: "assets/Vault/knownAfter") == "null")
        #expect(synced.summary(at: "warnings").contains("1 element"))
        let plan = try await document("cst-plan required", in: folder)
        #expect(plan.summary(at: "goals/Stake/saved") == "10 ETH" && plan.summary(at: "goals/Stake/paid") == "0 ETH")
        let text = try await run("cst-plan required", in: folder)
        #expect(text.errors.contains("none of it counts as paid"), "\(text.errors)")
        try tell("10", nil, in: folder)
        let unknown = try await run("cst-assets sync --fresh", in: folder, Self.told)
        #expect(unknown.errors.contains("exec tells no transactions"), "\(unknown.errors)")
        try tell("11", [("9", "2026-03-10"), ("2", "2026-04-03")], in: folder)
        _ = try await document("cst-assets sync --fresh", in: folder, Self.told)
        let known = try await document("cst-plan required", in: folder)
        #expect(known.summary(at: "goals/Stake/paid") == "2 ETH")
    }

    @Test func `a balance that was read a short time ago is not read again, and one that changed says by how much`()
        async throws
    {
        let folder = try await household()
        try tell("1", [("1", "2026-03-10")], in: folder)
        _ = try await document("cst-assets sync", in: folder, Self.told)
        try tell("4", [("1", "2026-03-10"), ("3", "2026-04-13")], in: folder)
        let soon = Self.told.merging(["CST_NOW": "2026-04-13T09:29:00Z"]) { $1 }
        let kept = try await document("cst-assets sync", in: folder, soon)
        #expect(kept.summary(at: "assets/Vault/balance") == "1 ETH" && kept.summary(at: "assets/Vault/new") == "false")
        let later = Self.told.merging(["CST_NOW": "2026-04-13T09:31:00Z"]) { $1 }
        let read = try await document("cst-assets sync", in: folder, later)
        #expect(read.summary(at: "assets/Vault/change") == "3 ETH" && read.summary(at: "assets/Vault/new") == "true")
        let list = try await document("cst-assets list", in: folder)
        #expect(list.summary(at: "assets/Vault/change") == "3 ETH")
    }

    @Test func `a month that is led counts what a chain brought since its start`() async throws {
        let folder = try await household()
        try tell("10", [("9", "2026-03-10"), ("1", "2026-04-12")], in: folder)
        _ = try await document("cst-assets sync", in: folder, Self.told)
        try await run("cst-plan month start", in: folder)
        try tell("12.5", [("9", "2026-03-10"), ("1", "2026-04-12"), ("2.5", "2026-04-20")], in: folder)
        let later = Self.told.merging(["CST_NOW": "2026-04-20T12:00:00Z"]) { $1 }
        _ = try await document("cst-assets sync", in: folder, later)
        let plan = try await document("cst-plan required", in: folder, ["CST_NOW": "2026-04-20T12:00:00Z"])
        #expect(
            plan.summary(at: "goals/Stake/saved") == "12.5 ETH" && plan.summary(at: "goals/Stake/paid") == "2.5 ETH")
    }

    // MARK: - Ended at any moment

    @Test func `a sync that is killed leaves a whole database, and the next one completes`() async throws {
        let folder = try ProgramFolder()
        let count = 12
        let requests = Atomic<Int>(0)
        let fatal = Atomic<Int>(.max)
        let place = folder.url.appending(path: "pid")
        let server = try LoopbackServer { request, _ in
            if requests.add(1, ordering: .relaxed).newValue == fatal.load(ordering: .relaxed),
                let pid = (try? String(contentsOf: place, encoding: .utf8)).flatMap({
                    Int32($0.trimmingCharacters(in: .newlines))
                })
            {
                kill(pid, SIGKILL)
            }
            let body = String(decoding: request.body, as: UTF8.self)
            guard body.contains("eth_getBalance") else { return .text("[]") }
            return .text(#"[{"id":1,"result":"0x1"},{"id":2,"result":"0xde0b6b3a7640000"}]"#)
        }
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": server.baseURL.absoluteString,
        ]) { $1 }
        for number in 0..<count {
            try await run(
                "cst-assets add A\(number) --currency ETH --chain ethereum --address 0x\(String(repeating: "0", count: 38))\(number + 10)",
                in: folder)
        }
        let program = try ProgramFolder.path(of: "cst-assets").path
        var killed = 0
        for round in 0..<100 {
            requests.store(0, ordering: .relaxed)
            fatal.store(round % count + 1, ordering: .relaxed)
            let result = try await folder.run(
                "/bin/sh", ["-c", "echo $$ >pid; exec '\(program)' sync --fresh"], environment: environment)
            killed += result.status == 128 + SIGKILL ? 1 : 0
        }
        #expect(killed > 80, "\(killed)")
        fatal.store(.max, ordering: .relaxed)
        let synced = try await document("cst-assets sync --fresh", in: folder, environment)
        #expect(synced["complete"] == .bool(true))
        let list = try await document("cst-assets list", in: folder)
        for number in 0..<count { #expect(list.summary(at: "assets/A\(number)/onChain") == "1 ETH") }
        let health = try await run("cst-assets doctor", in: folder)
        #expect(health.output.contains("persistence"), "\(health.output)")
    }

    @Test func `an interrupted sync keeps what was read and says so by its status`() async throws {
        let folder = try ProgramFolder()
        let place = folder.url.appending(path: "pid")
        let server = try LoopbackServer { request, _ in
            // While the chain is asked, the user presses Ctrl-C.
            if let pid = (try? String(contentsOf: place, encoding: .utf8)).flatMap({
                Int32($0.trimmingCharacters(in: .newlines))
            }), request.target.contains("1A1") {
                kill(pid, SIGINT)
            }
            return .silence
        }
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "esplora",
            "CST_BLOCKCHAIN_BITCOIN_ESPLORA_BASE_URL": server.baseURL.absoluteString,
        ]) { $1 }
        try await run(
            "cst-assets add Slow --currency BTC --chain bitcoin --address 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            in: folder)
        let program = try ProgramFolder.path(of: "cst-assets").path
        let result = try await folder.run(
            "/bin/sh", ["-c", "echo $$ >pid; exec '\(program)' sync"], environment: environment)
        #expect(result.status == 130, "\(result.errors)")
    }

    // MARK: - One line of settings

    @Test func `one changed setting runs the same household on other servers, with the same figures`() async throws {
        let folder = try await household()
        let mock = ["CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "mock"]
        let first = try await document("cst-assets sync", in: folder, mock)
        let amount = try #require(first.summary(at: "assets/Vault/balance").split(separator: " ").first).description
        // In wei, as nodes and Tatum tell it.
        let parts = amount.split(separator: ".").map(String.init)
        let decimals = parts.count > 1 ? parts[1] : ""
        let digits = parts[0] + decimals.padding(toLength: 18, withPad: "0", startingAt: 0)
        let wei = UInt64(digits) ?? 0
        let server = try LoopbackServer { request, _ in
            if request.target.contains("portfolio") {
                return .text(
                    #"{"result":[{"chain":"ethereum-mainnet","type":"native","address":"\#(Self.holder)","balance":"\#(wei)","decimals":18}]}"#
                )
            }
            if request.target.contains("history") { return .text(#"{"result":[]}"#) }
            let body = String(decoding: request.body, as: UTF8.self)
            guard body.contains("eth_getBalance") else { return .text("[]") }
            return .text(##"[{"id":1,"result":"0x1"},{"id":2,"result":"0x\##(String(wei, radix: 16))"}]"##)
        }
        func figures() async throws -> [String] {
            let plan = try await document("cst-plan required", in: folder)
            let list = try await document("cst-assets list", in: folder)
            return ["saved", "required", "level", "paid"].map { plan.summary(at: "goals/Stake/\($0)") }
                + ["balance", "onChain", "free"].map { list.summary(at: "assets/Vault/\($0)") }
                + [plan.summary(at: "complete"), list.summary(at: "complete")]
        }
        let expected = try await figures()
        for (name, setting) in [("jsonrpc", "JSONRPC"), ("tatum", "TATUM")] {
            let other = Self.online.merging([
                "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": name,
                "CST_BLOCKCHAIN_ETHEREUM_\(setting)_BASE_URL": server.baseURL.absoluteString,
            ]) { $1 }
            let synced = try await document("cst-assets sync --fresh", in: folder, other)
            #expect(synced.summary(at: "assets/Vault/provider") == name)
            #expect(synced.summary(at: "assets/Vault/change") == "0 ETH")
            #expect(try await figures() == expected)
        }
        // A provider that cannot be made is replaced as declared, visibly, until it can be made again.
        let broken = Self.online.merging([
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "exec", "CST_BLOCKCHAIN_ETHEREUM_FALLBACK": "mock",
        ]) { $1 }
        let substitute = try await document("cst-assets sync --fresh", in: folder, broken)
        #expect(substitute.summary(at: "assets/Vault/substitute") == "true")
        #expect(try await document("cst-plan required", in: folder)["complete"] == .bool(false))
        try tell("3", [("3", "2026-03-10")], in: folder)
        let mended = try await document("cst-assets sync", in: folder, broken.merging(Self.told) { $1 })
        #expect(mended.summary(at: "assets/Vault/substitute") == "false")
        #expect(mended.summary(at: "assets/Vault/balance") == "3 ETH")
    }

    // MARK: - A real machine

    private static let python = Repository.root.appending(path: ".build/python/bin/python").path

    private static func hasMachine() -> Bool { FileManager.default.isExecutableFile(atPath: python) }

    @Test(.enabled(if: ChainSyncTests.hasMachine(), "pyrevm is not installed"))
    func `a token on a real machine has the balance and the transactions that its contract says`() async throws {
        let folder = try ProgramFolder()
        let script = Repository.root.appending(path: "Tests/ProgramTests/Node/evm_node.py").path
        let node = Task { try await folder.run(Self.python, [script], limit: 300) }
        let port = folder.url.appending(path: "port")
        while !FileManager.default.fileExists(atPath: port.path) { try await Task.sleep(for: .milliseconds(10)) }
        let words = try folder.read("port").split(separator: " ").map(String.init)
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": "http://127.0.0.1:\(words[0])",
        ]) { $1 }
        let place = "--chain ethereum --address \(Self.holder)"
        let other = "0x3333333333333333333333333333333333333333"
        for command in [
            "cst-assets add Coins --currency ETH \(place)",
            "cst-assets add Dollars --currency USDC --decimals 6 --contract \(words[1]) \(place)",
            "cst-assets add Wrong --currency USDC --decimals 18 --contract \(words[1]) --chain ethereum --address \(other)",
            "cst-assets add Nothing --currency USDC --decimals 6 --contract 0x2222222222222222222222222222222222222222 \(place)",
        ] { try await run(command, in: folder) }
        let synced = try JSONNode(
            parsing: try await run("cst-assets sync --format json", in: folder, environment, status: 1).output)
        #expect(synced.summary(at: "assets/Coins/balance") == "123.456789012345678901 ETH")
        #expect(synced.summary(at: "assets/Dollars/balance") == "1.250002 ethereum:\(words[1])")
        #expect(synced.summary(at: "assets/Dollars/knownAfter") == "1970-01-01")
        #expect(synced.summary(at: "assets/Wrong/reason").contains("6 decimals"))
        #expect(synced.summary(at: "assets/Nothing/reason").contains("no token"))
        let shown = try await document("cst-assets show Dollars", in: folder)
        let amounts = shown["asset"]?["transactions"]?.elements.compactMap {
            $0["amount"]?.money?.split(separator: " ").first
        }
        #expect(amounts == ["0.000003", "-0.250001", "1.5"])
        let health = try await run("cst-assets doctor", in: folder, environment, status: 0)
        #expect(health.output.contains("chains"), "\(health.output)")
        try folder.write("", to: "stop")
        #expect(try await node.value.status == 0)
    }
}
