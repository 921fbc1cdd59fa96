import Blockchain
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Testing

@testable import ChainProviders

/// Servers that tell a balance in one answer, in the form of their documents.
@Suite struct ServerBalanceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let provider: String
        let chain: Chain
        let address: String
        var token: Currency?
        /// What the path of the request ends with.
        let target: String
        let body: String
        /// The balance; nil when the answer has to be refused.
        let balance: String?

        var testDescription: String { "\(provider) \(chain.id): \(balance ?? "refused") for \(body.prefix(60))" }
    }

    private static let litecoin = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"
    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let cash = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
    private static let solana = "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST"
    private static let xrp = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
    private static let cardano =
        "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x"
    private static let tron = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"
    private static let mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

    private static func esplora(_ funded: String, _ spent: String, _ address: String = bitcoin) -> String {
        """
        {"address":"\(address)","chain_stats":{"funded_txo_count":3,"funded_txo_sum":\(funded),"spent_txo_count":1,
        "spent_txo_sum":\(spent),"tx_count":4},"mempool_stats":{"funded_txo_sum":0,"spent_txo_sum":94641,"tx_count":1}}
        """
    }

    private static func tokens(_ amounts: [String], decimals: Int = 6, mint: String = mint) -> String {
        let accounts = amounts.map {
            """
            {"pubkey":"x","account":{"lamports":2039280,"rentEpoch":18446744073709551615,"data":{"parsed":{"info":{
            "mint":"\(mint)","owner":"\(solana)","tokenAmount":{"amount":"\($0)","decimals":\(decimals),"uiAmount":null}}}}}}
            """
        }
        return #"{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":["# + accounts.joined(separator: ",")
            + "]}}"
    }

    private static func usdc() throws -> Currency {
        try Currency(token: "USDC", chain: "solana", contract: mint, decimals: 6)
    }

    static let cases: [Case] = [
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin.uppercased(), target: "/address/\(bitcoin)",
            body: esplora("150007599040", "150007504399"), balance: "0.00094641 BTC"),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: "/address/\(bitcoin)",
            body: esplora("0", "0"), balance: "0 BTC"),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: bitcoin, body: esplora("1", "2"),
            balance: nil),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: bitcoin,
            body: esplora("5", "0", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"), balance: nil),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: bitcoin, body: esplora("\"5\"", "0"),
            balance: nil),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: bitcoin, body: esplora("5.5", "0"),
            balance: nil),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: bitcoin, body: esplora("-5", "0"),
            balance: nil),
        Case(
            provider: "esplora", chain: .bitcoin, address: bitcoin, target: bitcoin, body: "<html>busy</html>",
            balance: nil),
        Case(
            provider: "blockbook", chain: .bitcoinCash, address: cash,
            target: "/api/v2/address/\(cash.replacing(":", with: "%3A"))?details=basic",
            body: #"{"address":"\#(cash)","balance":"123456789","txs":3}"#, balance: "1.23456789 BCH"),
        Case(
            provider: "blockbook", chain: .bitcoinCash, address: cash, target: "details=basic",
            body: #"{"address":"\#(cash.dropFirst(12))","balance":"1"}"#, balance: "0.00000001 BCH"),
        Case(
            provider: "blockbook", chain: .bitcoin, address: bitcoin, target: "details=basic",
            body: #"{"address":"bc1q","balance":"1"}"#, balance: nil),
        Case(
            provider: "blockbook", chain: .bitcoin, address: bitcoin, target: "details=basic",
            body: #"{"address":"\#(bitcoin)","balance":1}"#, balance: nil),
        Case(
            provider: "blockbook", chain: .bitcoin, address: bitcoin, target: "details=basic",
            body: #"{"address":"\#(bitcoin)","balance":"99999999999999999999999999999999999999999"}"#, balance: nil),
        Case(
            provider: "rpc", chain: .solana, address: solana, target: "/",
            body: #"{"jsonrpc":"2.0","id":1,"result":{"context":{"slot":1},"value":18446744073709551615}}"#,
            balance: "18446744073.709551615 SOL"),
        Case(
            provider: "rpc", chain: .solana, address: solana, target: "/",
            body: #"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Node is behind"}}"#, balance: nil),
        Case(
            provider: "rpc", chain: .solana, address: solana, token: try? usdc(), target: "/",
            body: tokens(["1500000", "1"]), balance: "1.500001 USDC"),
        Case(
            provider: "rpc", chain: .solana, address: solana, token: try? usdc(), target: "/", body: tokens([]),
            balance: "0 USDC"),
        Case(
            provider: "rpc", chain: .solana, address: solana, token: try? usdc(), target: "/",
            body: tokens(["1"], decimals: 9), balance: nil),
        Case(
            provider: "rpc", chain: .solana, address: solana, token: try? usdc(), target: "/",
            body: tokens(["1"], mint: "So11111111111111111111111111111111111111112"), balance: nil),
        Case(
            provider: "xrpl", chain: .xrp, address: xrp, target: "/",
            body:
                #"{"result":{"account_data":{"Account":"\#(xrp)","Balance":"424021949"},"status":"success","validated":true}}"#,
            balance: "424.021949 XRP"),
        Case(
            provider: "xrpl", chain: .xrp, address: xrp, target: "/",
            body: #"{"result":{"error":"actNotFound","error_code":19,"status":"error"}}"#, balance: "0 XRP"),
        Case(
            provider: "xrpl", chain: .xrp, address: xrp, target: "/",
            body: #"{"result":{"error":"noNetwork","error_message":"Not synced","status":"error"}}"#, balance: nil),
        Case(
            provider: "xrpl", chain: .xrp, address: xrp, target: "/",
            body: #"{"result":{"account_data":{"Account":"rother","Balance":"1"}}}"#, balance: nil),
        Case(
            provider: "koios", chain: .cardano, address: cardano, target: "/address_info",
            body: #"[{"address":"\#(cardano)","balance":"42000000"}]"#, balance: "42 ADA"),
        Case(
            provider: "koios", chain: .cardano, address: cardano, target: "/address_info", body: "[]", balance: "0 ADA"),
        Case(provider: "koios", chain: .cardano, address: cardano, target: "/address_info", body: "{}", balance: nil),
        Case(
            provider: "trongrid", chain: .tron, address: tron, target: "/wallet/getaccount",
            body: #"{"address":"\#(tron)","balance":5000001}"#, balance: "5.000001 TRX"),
        Case(
            provider: "trongrid", chain: .tron, address: tron, target: "/wallet/getaccount",
            body: #"{"address":"\#(tron)"}"#, balance: "0 TRX"),
        Case(
            provider: "trongrid", chain: .tron, address: tron, target: "/wallet/getaccount", body: "{}",
            balance: "0 TRX"),
        Case(
            provider: "trongrid", chain: .tron, address: tron, target: "/wallet/getaccount",
            body: #"{"Error":"class org.tron.core.exception : null"}"#, balance: nil),
        Case(
            provider: "trongrid", chain: .tron, address: tron, target: "/wallet/getaccount",
            body: #"{"address":"TOther","balance":1}"#, balance: nil),
    ]

    @Test(arguments: cases) func `an answer is the balance to the last unit, or refused`(_ item: Case) async throws {
        let server = try LoopbackServer(always: .text(item.body))
        let provider = try await provider(item.provider, item.chain, on: server)
        let asked = try question(item.address, item.chain, item.token)
        if let balance = item.balance {
            let amount = try await provider.balance(asked, anyCall)
            #expect(try amount == Money(String(balance.split(separator: " ")[0]), asked.currency))
        } else {
            let error = try await #require(refusal(provider, asked))
            #expect(error.count > 20 && error.count < 400, "\(error)")
        }
        #expect(server.requests.first?.target.hasSuffix(item.target) == true, "\(server.requests.map(\.target))")
    }

    @Test(arguments: [
        ("esplora", Chain.bitcoin, bitcoin), ("blockbook", .bitcoin, bitcoin), ("rpc", .solana, solana),
        ("xrpl", .xrp, xrp), ("koios", .cardano, cardano), ("trongrid", .tron, tron),
        ("jsonrpc", .ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ("etherscan", .ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        ("tatum", .ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"), ("tatum", .litecoin, litecoin),
        ("tatum-v3", .litecoin, litecoin),
    ])
    func `whatever a server does, there is an error in time and never a balance`(
        name: String, chain: Chain, address: String
    ) async throws {
        let replies: [Reply] = [
            .text("{}", status: 429, headers: ["Retry-After": "86400"]), .text("no", status: 402),
            .text("no", status: 403),
            .text("Service Unavailable", status: 503),
            .text("<html><body>Maintenance</body></html>", type: "text/html"),
            .reset,
            .truncated(body: Data("{\"result\"".utf8), announced: 500), .stream(byteCount: 1 << 30, announced: false),
            .text("null"), .text("[]x"), .text("[1,2]"), .text("{\"result\":{},\"balance\":true}"), .text(""),
        ]
        let endless: [Reply] = [.silence, .dripping(body: Data("{\"a\":1}".utf8), pauseMilliseconds: 400)]
        for (reply, limit) in replies.map({ ($0, Duration.seconds(1)) }) + endless.map({ ($0, .milliseconds(200)) }) {
            // An empty list is what Koios says of an address that nobody has used.
            let server = try LoopbackServer(always: reply)
            let provider = try await provider(name, chain, on: server)
            var call = anyCall
            call.deadline = Deadline(in: limit, on: ContinuousClock())
            let clock = ContinuousClock()
            let start = clock.now
            await #expect(throws: (any Error).self, "\(reply)") {
                try await provider.balance(question(address, chain), call)
            }
            // Transactions that cannot be read are an error as well, or none are told.
            if let history = try? await provider.history(question(address, chain), since: nil, call) {
                #expect(history.transfers.isEmpty, "\(reply)")
            }
            #expect(clock.now - start < .seconds(20))
        }
    }

    @Test func `a key of the user's is sent and never told`() async throws {
        let server = try LoopbackServer { request, _ in
            .text(#"{"Error":"the key \#(request.headers["tron-pro-api-key"] ?? "none") is unknown"}"#, status: 401)
        }
        let provider = try await provider(
            "trongrid", .tron, on: server, ["blockchain.tron.trongrid.apiKey": "hidden-key-123"])
        let error = try await #require(refusal(provider, question(Self.tron, .tron)))
        #expect(server.requests.first?.headers["tron-pro-api-key"] == "hidden-key-123")
        #expect(!error.contains("hidden-key-123"))
    }
}
