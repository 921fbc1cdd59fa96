import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// What people see of chains and servers that go wrong.
struct ChainTroubleTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
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
        _ command: String, in folder: ProgramFolder, _ environment: [String: String] = [:], status: Int32 = 0
    ) async throws -> JSONNode {
        try JSONNode(parsing: try await run("\(command) --format json", in: folder, environment, status: status).output)
    }

    /// Esplora with one payment in and one out, and settings that use it.
    private static func esplora(
        _ funded: Int, _ spent: Int, _ rows: [(String, Int, Int)]
    ) throws -> (LoopbackServer, [String: String]) {
        let list = rows.map { hash, amount, time in
            let coin = #"{"scriptpubkey_address":"\#(address)","value":\#(abs(amount))}"#
            return #"{"txid":"\#(hash)","fee":0,"status":{"confirmed":true,"block_time":\#(time)},"#
                + #""vin":[\#(amount < 0 ? "{\"prevout\":\(coin)}" : "")],"vout":[\#(amount < 0 ? "" : coin)]}"#
        }
        let server = try LoopbackServer { request, _ in
            if request.target.contains("/txs") { return .text("[" + list.joined(separator: ",") + "]") }
            return .text(
                #"{"address":"\#(address)","chain_stats":{"funded_txo_sum":\#(funded),"spent_txo_sum":\#(spent)}}"#)
        }
        return (
            server,
            online.merging([
                "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "esplora",
                "CST_BLOCKCHAIN_BITCOIN_ESPLORA_BASE_URL": server.baseURL.absoluteString,
            ]) { $1 }
        )
    }

    private func vault() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for command in [
            "cst-plan goal add House --target 5 --currency BTC --start 2026-04-13 --deadline 2026-12-31",
            "cst-assets add Vault --currency BTC --chain bitcoin --address \(Self.address)",
            "cst-assets allocate Vault House --share 100%",
        ] { try await run(command, in: folder) }
        return folder
    }

    // MARK: - Balances

    @Test func `a sync, a list and a plan tell the same balance, whatever the chain dates ahead`() async throws {
        let folder = try await vault()
        // A day before the sync, and thirty hours after it.
        let (server, environment) = try Self.esplora(
            100_000_000, 70_000_000, [("f1", -70_000_000, 1_776_178_800), ("f0", 100_000_000, 1_775_984_400)])
        defer { _ = server }
        let synced = try await document("cst-assets sync", in: folder, environment)
        #expect(synced.summary(at: "assets/Vault/balance") == "0.3 BTC")
        #expect(synced.summary(at: "warnings").contains("1 element"))
        let list = try await document("cst-assets list", in: folder)
        #expect(list.summary(at: "assets/Vault/balance") == "0.3 BTC")
        let plan = try await document("cst-plan required", in: folder)
        #expect(plan.summary(at: "goals/House/saved") == "0.3 BTC" && plan["complete"] == .bool(true))
        let transactions = try await document("cst-assets transactions Vault", in: folder)
        #expect(transactions.summary(at: "transactions").contains("2 elements"))
        let text = try await run("cst-assets transactions", in: folder)
        #expect(text.output.contains("chain") && !text.output.contains("No transactions"), "\(text.output)")
    }

    @Test func `an old balance is stale in lists and named in plans`() async throws {
        let folder = try await vault()
        let (server, environment) = try Self.esplora(100, 0, [("f0", 100, 1_775_984_400)])
        defer { _ = server }
        _ = try await document("cst-assets sync", in: folder, environment)
        let months = ["CST_NOW": "2026-11-20T12:00:00Z"]
        let list = try await document("cst-assets list", in: folder, months)
        #expect(list.summary(at: "assets/Vault/freshness/state") == "stale" && list["complete"] == .bool(true))
        #expect(list.summary(at: "warnings").contains("1 element"))
        let plan = try await run("cst-plan required", in: folder, months)
        #expect(plan.errors.contains("221 days old") && plan.errors.contains("esplora"), "\(plan.errors)")
        let tomorrow = ["CST_NOW": "2026-04-14T12:00:00Z"]
        let soon = try await run("cst-plan required", in: folder, tomorrow)
        #expect(soon.errors.isEmpty, "\(soon.errors)")
        let text = try await run("cst-assets list", in: folder, tomorrow)
        #expect(text.output.contains("(stale)") && text.errors.contains("27 hours old"), "\(text.output)\(text.errors)")
    }

    @Test func `one address is entered once`() async throws {
        let folder = try await vault()
        for address in [Self.address, Self.address.uppercased(), "bitcoin:\(Self.address)?amount=1"] {
            let second = try await run(
                "cst-assets add B --currency BTC --chain bitcoin --address '\(address)'", in: folder, status: 2)
            #expect(second.errors.contains("'Vault'"), "\(second.errors)")
        }
        try await run(
            "cst-assets add Old --currency BCH --chain bitcoin-cash --address 1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
            in: folder)
        try await run(
            "cst-assets add New --currency BCH --chain bitcoin-cash --address qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            in: folder, status: 2)
        // A token at the same address is another currency.
        try await run("cst-assets add E --currency ETH --chain ethereum --address \(Self.ether)", in: folder)
        try await run(
            "cst-assets add T --currency USDC --decimals 6 --chain ethereum --address \(Self.ether) "
                + "--contract 0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", in: folder)
    }

    // MARK: - Servers

    @Test(arguments: [
        #"{"status":"0","message":"NOTOK","result":"Invalid API Key: SECRET1234567890"}"#,
        #"{"status":"0","message":"NOTOK","result":"key U0VDUkVUMTIzNDU2Nzg5MA== is wrong"}"#,
        #"{"status":"0","message":"NOTOK","result":"\u0053\u0045\u0043\u0052ET1234567890"}"#,
        #"{"status":"0","message":"NOTOK","result":"%53ECRET1234567890"}"#,
    ])
    func `a key that a server repeats is printed nowhere`(body: String) async throws {
        let folder = try ProgramFolder()
        try await run("cst-assets add P --currency POL --chain polygon --address \(Self.ether)", in: folder)
        let server = try LoopbackServer(always: .text(body))
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_POLYGON_PROVIDERS": "etherscan",
            "CST_BLOCKCHAIN_ETHERSCAN_API_KEY": "SECRET1234567890",
            "CST_BLOCKCHAIN_POLYGON_ETHERSCAN_BASE_URL": server.baseURL.absoluteString,
        ]) { $1 }
        for (command, status) in [
            ("cst-assets sync", Int32(1)), ("cst-assets sync --format json", 1), ("cst-assets sync -v", 1),
            ("cst-assets doctor", 0),
        ] {
            let result = try await run(command, in: folder, environment, status: status)
            let all = (result.output + result.errors).lowercased()
            for form in ["secret1234", "u0vdukvumtiz", "%53ecret", "ecret1234567890"] {
                #expect(!all.contains(form), "\(command): \(all)")
            }
        }
    }

    @Test func `what could not be read is a failure that names what counts instead`() async throws {
        let folder = try await vault()
        let (server, environment) = try Self.esplora(100, 0, [("f0", 100, 1_775_984_400)])
        defer { _ = server }
        _ = try await document("cst-assets sync", in: folder, environment)
        try await run("cst-assets add Two --currency ETH --chain ethereum --address \(Self.ether)", in: folder)
        let broken = environment.merging([
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "mock",
            "CST_BLOCKCHAIN_BITCOIN_ESPLORA_BASE_URL": "http://127.0.0.1:1/",
        ]) { $1 }
        let partly = try await run("cst-assets sync --fresh", in: folder, broken, status: 1)
        #expect(partly.output.contains("0.000001 BTC, still counts"), "\(partly.output)")
        let other = broken.merging(["CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "esplora,mock"]) { $1 }
        let second = try await run("cst-assets sync Vault --fresh", in: folder, other)
        #expect(second.errors.contains("because esplora could not"), "\(second.errors)")
    }

    @Test func `twenty addresses on a dead host cost one time limit`() async throws {
        let folder = try ProgramFolder()
        for number in 10..<30 {
            try await run(
                "cst-assets add A\(number) --currency ETH --chain ethereum --address 0x\(String(repeating: "0", count: 36))\(number)ab",
                in: folder)
        }
        let server = try LoopbackServer(always: .silence)
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_ETHEREUM_PROVIDERS": "jsonrpc,mock",
            "CST_BLOCKCHAIN_ETHEREUM_JSONRPC_BASE_URL": server.baseURL.absoluteString,
        ]) { $1 }
        let start = ContinuousClock.now
        let synced = try await run("cst-assets sync", in: folder, environment)
        #expect(start.duration(to: .now) < .seconds(25))
        #expect(synced.errors.contains("did not answer within 10 s") && !synced.errors.contains("budget"))
    }

    // MARK: - Keys and programs

    @Test func `an extended key that is no point of the curve is refused when it is entered`() async throws {
        let folder = try ProgramFolder()
        let key =
            "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY"
        let added = try await run(
            "cst-assets add W --currency BTC --chain bitcoin --address \(key)", in: folder, status: 2)
        #expect(added.errors.contains("no wallet has made it"), "\(added.errors)")
    }

    @Test(
        arguments: [
            (#"{"balance":"1.5","currency":"BTC"}"#, "1.5 BTC"), (#"{"amount":"1.5","currency":"BTC"}"#, "1.5 BTC"),
            (#"{"balance":1.5,"currency":"BTC","time":null}"#, "1.5 BTC"),
            (#"{"balance":"-1.5","currency":"BTC"}"#, nil),
            (#"{"balance":"0.000000000001","currency":"BTC"}"#, nil), (#"{"currency":"BTC"}"#, nil),
            (#"{"balance":"1","amount":"2","currency":"BTC"}"#, nil),
            (#"{"balance":"1","currency":"BTC","time":"yesterday"}"#, nil),
        ] as [(String, String?)])
    func `a program tells a balance as its contract says`(answer: String, balance: String?) async throws {
        let folder = try await vault()
        try folder.write(
            """
            read -r question
            case "$question" in *'"contract":null'*) ;; *) echo "no contract" >&2; exit 1;; esac
            case "$question" in *transactions*) echo '{"transactions":null}';; *) cat answer.json;; esac
            """, to: "teller.sh")
        try folder.write(answer, to: "answer.json")
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "exec", "CST_BLOCKCHAIN_EXEC_COMMAND": "/bin/sh,teller.sh",
        ]) { $1 }
        let synced = try await document("cst-assets sync", in: folder, environment, status: balance == nil ? 1 : 0)
        #expect(synced.summary(at: "assets/Vault/balance") == balance ?? "null")
    }

    @Test func `the time that a program gives is the age of its balance`() async throws {
        let folder = try await vault()
        try folder.write(
            """
            read -r question
            case "$question" in *transactions*) echo '{"transactions":null}';; *)
            echo '{"balance":"2","currency":"BTC","time":"2019-01-01T00:00:00Z"}';; esac
            """, to: "teller.sh")
        let environment = Self.online.merging([
            "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "exec", "CST_BLOCKCHAIN_EXEC_COMMAND": "/bin/sh,teller.sh",
        ]) { $1 }
        _ = try await document("cst-assets sync", in: folder, environment)
        let list = try await document("cst-assets list", in: folder)
        #expect(list.summary(at: "assets/Vault/freshness/time") == "2019-01-01T00:00:00Z")
        #expect(list.summary(at: "assets/Vault/freshness/state") == "stale")
        #expect(list.summary(at: "assets/Vault/balance") == "2 BTC")
    }

    @Test func `an address that belongs to nobody is taken with a warning`() async throws {
        let folder = try ProgramFolder()
        let added = try await run(
            "cst-assets add Z --currency ETH --chain ethereum --address 0x0000000000000000000000000000000000000000",
            in: folder)
        #expect(added.errors.contains("Nobody has the key"), "\(added.errors)")
    }

    @Test func `a wrong number of decimals has one line, which is about it`() async throws {
        let folder = try ProgramFolder()
        let added = try await run(
            "cst-assets add X --currency TOK --chain ethereum --contract \(Self.ether) --decimals 77 --address \(Self.ether)",
            in: folder, status: 2)
        #expect(added.errors.contains("77 decimals") && !added.errors.contains("EUR"), "\(added.errors)")
    }
}
