import Blockchain
import Foundation
import LoopbackServer
import Models
import PluginKit
import Synchronization
import Testing

@testable import ChainProviders

/// Answers that no honest server gives.
@Suite struct HostileAnswerTests {
    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let usdcContract = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    private static let solana = "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST"
    private static let tron = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"

    private static func word(_ hex: String) -> String { "0x" + String(repeating: "0", count: 64 - hex.count) + hex }

    private static func usdc() throws -> Currency {
        try Currency(token: "USDC", chain: "ethereum", contract: usdcContract, decimals: 6)
    }

    // MARK: - Words of contracts

    @Test(arguments: [
        "0xffee", "0x", "0x0", "0x05", "0x" + String(repeating: "0", count: 62) + "5",
        "0x" + String(repeating: "0", count: 128) + "5", "0x" + String(repeating: "0", count: 66),
    ])
    func `what a contract answers is a word of 32 bytes or no balance`(answer: String) async throws {
        let answers = [
            (Self.word("6"), answer), (answer, Self.word("5")),
        ]
        for (decimals, balance) in answers {
            let node = try LoopbackServer(
                always: .text(
                    #"[{"id":1,"result":"0x1"},{"id":2,"result":"\#(balance)"},{"id":3,"result":"\#(decimals)"}]"#))
            let jsonrpc = try await provider("jsonrpc", .ethereum, on: node)
            let refused = await refusal(jsonrpc, try question(Self.ether, .ethereum, Self.usdc()))
            #expect(refused?.contains("knows no token") == true, "\(answer): \(refused ?? "taken")")
        }
        let scan = try LoopbackServer(always: .text(#"{"jsonrpc":"2.0","id":1,"result":"\#(answer)"}"#))
        let etherscan = try await provider("etherscan", .ethereum, on: scan)
        let refused = await refusal(etherscan, try question(Self.ether, .ethereum, Self.usdc()))
        #expect(refused?.contains("knows no token") == true, "\(answer): \(refused ?? "taken")")
    }

    @Test(arguments: ["6", "06", String(repeating: "0", count: 62) + "6", String(repeating: "0", count: 65) + "6", ""])
    func `the same holds for contracts of Tron`(answer: String) async throws {
        let server = try LoopbackServer(
            always: .text(#"{"result":{"result":true},"constant_result":["\#(answer)"]}"#))
        let trongrid = try await provider("trongrid", .tron, on: server)
        let usdt = try Currency(
            token: "USDT", chain: "tron", contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6)
        let refused = await refusal(trongrid, try question(Self.tron, .tron, usdt))
        #expect(refused?.contains("knows no token") == true, "\(refused ?? "taken")")
    }

    // MARK: - Two answers to one question

    @Test func `of two answers with one id none is believed, but the same answer twice is one`() async throws {
        let two = #"[{"id":1,"result":"0x1"},{"id":2,"result":"0x99"},{"id":2,"result":"0x7"}]"#
        let server = try LoopbackServer(always: .text(two))
        let jsonrpc = try await provider("jsonrpc", .ethereum, on: server)
        let refused = await refusal(jsonrpc, try question(Self.ether, .ethereum))
        #expect(refused?.contains("cannot be read") == true, "\(refused ?? "taken")")
        let same = try LoopbackServer(
            always: .text(#"[{"id":2,"result":"0x7"},{"id":1,"result":"0x1"},{"id":2,"result":"0x7"}]"#))
        let honest = try await provider("jsonrpc", .ethereum, on: same)
        #expect(try await honest.balance(question(Self.ether, .ethereum), anyCall).isPositive)
    }

    @Test func `of two rows of one currency none is believed`() async throws {
        func row(_ balance: String) -> String {
            #"{"chain":"ethereum-mainnet","type":"native","address":"\#(Self.ether)","balance":"\#(balance)","decimals":18}"#
        }
        let gateway = try LoopbackServer(always: .text("{\"result\":[\(row("1")),\(row("2"))]}"))
        let tatum = try await provider("tatum", .ethereum, on: gateway)
        #expect(await refusal(tatum, try question(Self.ether, .ethereum)) != nil)
        let account =
            #"{"address":"\#(Self.tron)","balance":1,"trc20":[{"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t":"5"},"#
            + #"{"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t":"6"}]}"#
        let usdt = try Currency(
            token: "USDT", chain: "tron", contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6)
        let older = try LoopbackServer(always: .text(account))
        let old = try await provider("tatum-v3", .tron, on: older)
        #expect(await refusal(old, try question(Self.tron, .tron, usdt)) != nil)
        #expect(!gateway.requests.isEmpty && !older.requests.isEmpty)
    }

    // MARK: - What is not in a balance

    @Test func `what is staked or not confirmed is named`() async throws {
        let account =
            #"{"address":"\#(Self.tron)","balance":12000000,"frozenV2":[{"amount":8000000000},{"type":"ENERGY"}],"#
            + #""unfrozenV2":[{"unfreeze_amount":1000000}]}"#
        let tron = try LoopbackServer(always: .text(account))
        let trongrid = try await provider("trongrid", .tron, on: tron)
        let told = try await trongrid.balanceAnswer(question(Self.tron, .tron), anyCall)
        #expect(told.amount == (try money("12 TRX")))
        #expect(told.excluded == [ExcludedAmount(try money("8001 TRX"), .staked)])
        let address =
            #"{"address":"\#(Self.bitcoin)","chain_stats":{"funded_txo_sum":9,"spent_txo_sum":2},"#
            + #""mempool_stats":{"funded_txo_sum":5,"spent_txo_sum":1}}"#
        let explorer = try LoopbackServer(always: .text(address))
        let esplora = try await provider("esplora", .bitcoin, on: explorer)
        let pending = try await esplora.balanceAnswer(question(Self.bitcoin, .bitcoin), anyCall)
        #expect(pending.excluded == [ExcludedAmount(try Money(minorUnits: 4, .btc), .unconfirmed)])
        let book = #"{"address":"\#(Self.bitcoin)","balance":"7","unconfirmedBalance":"-3"}"#
        let indexer = try LoopbackServer(always: .text(book))
        let blockbook = try await provider("blockbook", .bitcoin, on: indexer)
        #expect(try await blockbook.balanceAnswer(question(Self.bitcoin, .bitcoin), anyCall).amount.isPositive)
        // A server ends with the last reference to it.
        #expect([tron, explorer, indexer].allSatisfy { !$0.requests.isEmpty })
    }

    // MARK: - Transactions of Solana

    private static func solana(oldest time: String, pruned: Set<String> = []) throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            let body = String(decoding: request.body, as: UTF8.self)
            if body.contains("getSignaturesForAddress") {
                let times = ["1700000300", "1700000200", "1700000100", time]
                let rows = times.enumerated().map { #"{"signature":"s\#($0)","blockTime":\#($1),"err":null}"# }
                return .text(#"{"jsonrpc":"2.0","id":1,"result":[\#(rows.joined(separator: ","))]}"#)
            }
            let name = ["s0", "s1", "s2", "s3"].first { body.contains("\"\($0)\"") } ?? ""
            if pruned.contains(name) { return .text(#"{"jsonrpc":"2.0","id":1,"result":null}"#) }
            return .text(
                #"{"jsonrpc":"2.0","id":1,"result":{"transaction":{"message":{"accountKeys":["\#(Self.solana)"]}},"#
                    + #""meta":{"err":null,"fee":5,"preBalances":[10],"postBalances":[30]}}}"#)
        }
    }

    @Test(
        arguments: [("null", Set<String>()), ("1700000000", ["s3"]), ("null", ["s2"]), ("1700000000", ["s2", "s3"])]
            as [(String, Set<String>)])
    func `a transaction without a time, or one that a node has forgotten, ends the list and no more`(
        time: String, pruned: Set<String>
    ) async throws {
        let server = try Self.solana(oldest: time, pruned: pruned)
        let node = try await provider("rpc", .solana, on: server)
        let history = try #require(try await node.history(question(Self.solana, .solana), since: nil, anyCall))
        #expect(history.transfers.count == (pruned.contains("s2") ? 2 : 3) && !history.isCutOff)
        let start = try #require(history.start)
        #expect(history.transfers.allSatisfy { $0.time >= start })
        let complete = try Self.solana(oldest: "1700000000")
        let whole = try await provider("rpc", .solana, on: complete)
        let all = try #require(try await whole.history(question(Self.solana, .solana), since: nil, anyCall))
        #expect(all.start == nil && all.transfers.count == 4)
        #expect(!server.requests.isEmpty && !complete.requests.isEmpty)
    }

    // MARK: - Many hostile answers

    /// Texts in the place of a number that are no number of this size.
    private static let numbers = [
        "-1", "1.5", "1e3", "\"\"", "\" 5\"", "\"5 \"", "\"0x5\"", "\"1,5\"", "\"５\"", "\"+5\"", "null", "true", "[5]",
        "{\"a\":5}", "\"NaN\"", "\"Infinity\"", "1e400", "99999999999999999999999999999999999999999", "\"five\"",
        "\"5\\u0000\"", "-0.0", "\"-5\"", "05", ".5", "5.", "\"1_000\"", "\"٥\"", "\"½\"",
    ]

    private struct Target {
        let name: String
        let chain: Chain
        let address: String
        /// The answer with NUMBER in the place of the balance.
        let template: String
        /// What of the numbers is a way to write an amount here, after all.
        var allowed: Set<String> = []
    }

    private static let targets = [
        Target(
            name: "esplora", chain: .bitcoin, address: bitcoin,
            template: #"{"address":"\#(bitcoin)","chain_stats":{"funded_txo_sum":NUMBER,"spent_txo_sum":0}}"#),
        Target(
            name: "blockbook", chain: .bitcoin, address: bitcoin,
            template: #"{"address":"\#(bitcoin)","balance":NUMBER}"#),
        Target(
            name: "jsonrpc", chain: .ethereum, address: ether,
            template: #"[{"id":1,"result":"0x1"},{"id":2,"result":NUMBER}]"#, allowed: ["\"0x5\""]),
        Target(
            name: "etherscan", chain: .ethereum, address: ether,
            template: #"{"status":"1","message":"OK","result":NUMBER}"#),
        Target(
            name: "trongrid", chain: .tron, address: tron, template: #"{"address":"\#(tron)","balance":NUMBER}"#),
        Target(
            name: "rpc", chain: .solana, address: solana,
            template: #"{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":NUMBER}}"#),
        Target(
            name: "xrpl", chain: .xrp, address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
            template:
                #"{"result":{"account_data":{"Account":"r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59","Balance":NUMBER}}}"#),
        Target(
            name: "tatum-v3", chain: .ethereum, address: ether, template: #"{"balance":NUMBER}"#,
            allowed: ["1.5", "1e3", "-0.0"]),
    ]

    @Test func `hundreds of hostile answers make no number`() async throws {
        var count = 0
        for target in Self.targets {
            let current = Mutex("")
            let server = try LoopbackServer { _, _ in .text(current.withLock { $0 }) }
            let provider = try unpaced(
                target.name, target.chain,
                ["blockchain.\(target.chain.id).\(target.name).baseURL": .text(server.baseURL.absoluteString)])
            let question = try question(target.address, target.chain)
            let whole = target.template.replacing("NUMBER", with: "5")
            var bodies = Self.numbers.filter { !target.allowed.contains($0) }.map {
                target.template.replacing("NUMBER", with: $0)
            }
            // Two values under one name, an answer that is cut off, one that goes on, one within too many others.
            bodies += [
                whole.replacing("{", with: "{\"x\":1,\"x\":2,"), String(whole.dropLast()), whole + whole, whole + ",",
                String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000), "", "\u{FEFF}",
                "null",
            ]
            for body in bodies {
                current.withLock { $0 = body }
                let start = ContinuousClock.now
                let refused = await refusal(provider, question)
                #expect(refused != nil, "\(target.name) took \(body.prefix(200))")
                #expect(start.duration(to: .now) < .seconds(10))
                count += 1
            }
            #expect(server.requests.count >= bodies.count)
        }
        #expect(count > 280, "\(count)")
    }
}
