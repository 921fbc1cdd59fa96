import Blockchain
import Foundation
import LoopbackServer
import Models
import PluginKit
import Testing

@testable import ChainProviders

/// Servers with keys that know many chains: Tatum in both versions, and Etherscan.
@Suite struct KeyedServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let provider: String
        let chain: Chain
        let address: String
        var token: Currency?
        /// What is answered to a request whose address holds a text: the first that fits.
        let replies: [(String, String)]
        /// The balance, or a part of the refusal after "!".
        let balance: String
        var testDescription: String { "\(provider) \(chain.id) \(balance)" }
    }

    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let low = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
    private static let usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let xrp = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
    private static let tron = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"
    private static let tether = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

    private static func portfolio(_ rows: String...) -> String {
        #"{"result":["# + rows.joined(separator: ",") + #"],"prevPage":"","nextPage":""}"#
    }

    private static func held(
        _ balance: String, decimals: Int, address: String = low, chain: String = "ethereum-mainnet",
        token: String? = nil
    ) -> String {
        let contract = token.map { #","tokenAddress":"\#($0)""# } ?? ""
        return
            #"{"chain":"\#(chain)","type":"native","address":"\#(address)","balance":"\#(balance)","decimals":\#(decimals)\#(contract)}"#
    }

    static func cases() throws -> [Case] {
        let dollars = try Currency(token: "USDC", chain: "ethereum", contract: usdc, decimals: 6)
        let tethers = try Currency(token: "USDT", chain: "tron", contract: tether, decimals: 6)
        func on(
            _ name: String, _ chain: Chain, _ address: String, _ body: String, _ balance: String,
            _ token: Currency? = nil
        )
            -> Case
        { Case(provider: name, chain: chain, address: address, token: token, replies: [("", body)], balance: balance) }
        return [
            on(
                "tatum", .ethereum, ether, portfolio(held("1500000000000000001", decimals: 18)),
                "1.500000000000000001 ETH"),
            on("tatum", .ethereum, ether, portfolio(), "0 ETH"),
            on("tatum", .ethereum, ether, portfolio(held("1", decimals: 18, address: usdc)), "!was asked about"),
            on("tatum", .ethereum, ether, portfolio(held("1", decimals: 18, chain: "bsc-mainnet")), "!was asked about"),
            on("tatum", .ethereum, ether, portfolio(held("1", decimals: 8)), "!8 decimals"),
            on(
                "tatum", .ethereum, ether,
                portfolio(
                    held("9", decimals: 18, token: ether), held("2500000", decimals: 6, token: usdc.uppercased())),
                "2.5 USDC", dollars),
            on(
                "tatum", .bitcoin, bitcoin,
                #"{"balance":"0.05","incoming":"0.15","outgoing":"0.1","incomingPending":"0"}"#,
                "0.05 BTC"),
            on("tatum", .bitcoin, bitcoin, #"{"incoming":"150000","outgoing":"0"}"#, "!without saying in which unit"),
            on("tatum", .bitcoin, bitcoin, #"{"incoming":"0","outgoing":"0"}"#, "0 BTC"),
            on("tatum", .xrp, xrp, #"{"balance":"12.5"}"#, "12.5 XRP"),
            on("tatum", .xrp, xrp, #"{"balance":"0.1234567"}"#, "!decimals"),
            on("tatum-v3", .bitcoin, bitcoin, #"{"incoming":"0.1","outgoing":"0.05"}"#, "0.05 BTC"),
            on("tatum-v3", .bitcoin, bitcoin, #"{"incoming":"0.1","outgoing":"0.15"}"#, "!cannot be read"),
            on("tatum-v3", .ethereum, ether, #"{"balance":"10.52"}"#, "10.52 ETH"),
            on("tatum-v3", .ethereum, ether, #"{"balance":"1000000"}"#, "1 USDC", dollars),
            on("tatum-v3", .solana, "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST", #"{"balance":"1.5"}"#, "1.5 SOL"),
            on("tatum-v3", .xrp, xrp, #"{"balance":"5000000000","assets":[]}"#, "5000 XRP"),
            on(
                "tatum-v3", .xrp, xrp, #"{"statusCode":403,"errorCode":"xrp.failed","message":"Account not found."}"#,
                "0 XRP"),
            on(
                "tatum-v3", .xrp, xrp, #"{"statusCode":403,"errorCode":"xrp.failed","message":"Node is busy."}"#,
                "!Node is busy."),
            // A token with as many decimals as the coin is not the coin, whatever the server was asked for.
            on("tatum", .ethereum, ether, portfolio(held("9", decimals: 18, token: usdc)), "0 ETH"),
            on(
                "tatum-v3", .xrp, xrp,
                #"{"statusCode":403,"errorCode":"subscription.not.active","message":"No credits."}"#, "!No credits."),
            on(
                "tatum-v3", .tron, tron,
                #"{"address":"\#(tron)","balance":7,"trc20":[{"\#(tether)":"30958","TVK":"7"},{"TX":"1"}]}"#,
                "0.030958 USDT",
                tethers),
            on("tatum-v3", .tron, tron, #"{"address":"\#(tron)","balance":7}"#, "0.000007 TRX"),
            on("tatum-v3", .tron, tron, #"{"address":"\#(tether)","balance":7}"#, "!was asked about"),
            on(
                "tatum-v3", .cardano,
                "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x",
                #"{"summary":{"assetBalances":[{"asset":{"assetId":"other"},"quantity":"5"},{"asset":{"assetId":"ada"},"quantity":"42000000"}]}}"#,
                "42 ADA"),
            on(
                "etherscan", .ethereum, ether, #"{"status":"1","message":"OK","result":"40891626854930000000000"}"#,
                "40891.62685493 ETH"),
            on(
                "etherscan", .ethereum, ether,
                #"{"status":"0","message":"NOTOK","result":"Max calls per sec rate limit reached (3/sec)"}"#,
                "!too many requests"),
            on("etherscan", .ethereum, ether, #"{"status":"0","message":"NOTOK","result":null}"#, "!NOTOK"),
            Case(
                provider: "etherscan", chain: .ethereum, address: ether, token: dollars,
                replies: [
                    (
                        "eth_call",
                        #"{"jsonrpc":"2.0","id":1,"result":"0x0000000000000000000000000000000000000000000000000000000000000006"}"#
                    ),
                    ("tokenbalance", #"{"status":"1","message":"OK","result":"135499"}"#),
                ], balance: "0.135499 USDC"),
            Case(
                provider: "etherscan", chain: .ethereum, address: ether, token: dollars,
                replies: [("", #"{"jsonrpc":"2.0","id":1,"result":"0x"}"#)], balance: "!knows no token"),
        ]
    }

    @Test(arguments: try cases()) func `what is told is the balance to the last unit, or refused`(_ item: Case)
        async throws
    {
        let server = try LoopbackServer { request, _ in
            let reply = item.replies.first { $0.0.isEmpty || request.target.contains($0.0) }?.1 ?? "{}"
            return .text(reply, status: reply.contains(#""statusCode":403"#) ? 403 : 200)
        }
        let key = "t-0123456789abcdef"
        let provider = try await provider(
            item.provider, item.chain, on: server,
            ["blockchain.tatum.apiKey": .text(key), "blockchain.etherscan.apiKey": .text(key)])
        let asked = try question(item.address, item.chain, item.token)
        if item.balance.hasPrefix("!") {
            let error = try await #require(refusal(provider, asked))
            #expect(error.contains(item.balance.dropFirst()) && !error.contains(key), "\(error)")
        } else {
            let amount = try await provider.balance(asked, anyCall)
            #expect(try amount == Money(String(item.balance.split(separator: " ")[0]), asked.currency))
        }
        let isSent = server.requests.allSatisfy {
            $0.headers["x-api-key"] == key || $0.target.contains("apikey=\(key)")
        }
        #expect(isSent, "\(server.requests.map(\.target))")
    }

    @Test func `a server that repeats the key in its refusal does not give it away`() async throws {
        let key = "t-0123456789abcdef"
        let server = try LoopbackServer(
            always: .text(
                #"{"statusCode":401,"errorCode":"subscription.invalid","message":"Unable to find valid subscription for '\#(key)'"}"#,
                status: 401))
        for name in ["tatum", "tatum-v3"] {
            let provider = try await provider(
                name, .ethereum, on: server, ["blockchain.tatum.apiKey": .text(key)])
            let error = try await #require(refusal(provider, question(Self.ether, .ethereum)))
            #expect(!error.contains(key), "\(error)")
        }
    }

    @Test func `a page of transactions that is repeated for ever is refused, not counted again`() async throws {
        let row =
            #"{"chain":"ethereum-mainnet","hash":"HASH","address":"\#(Self.low)","transactionSubtype":"incoming","amount":"1","timestamp":1754393687000}"#
        let rows = (0..<50).map { row.replacing("HASH", with: "0x\($0)") }.joined(separator: ",")
        let server = try LoopbackServer(always: .text(#"{"result":[\#(rows)]}"#))
        let provider = try await provider("tatum", .ethereum, on: server)
        await #expect(throws: ChainProviderError.repeatsPages(provider: "tatum")) {
            try await provider.history(question(Self.ether, .ethereum), since: nil, anyCall)
        }
    }
}
