import Blockchain
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Testing

@testable import ChainProviders

/// Transactions in the forms in which servers tell them.
@Suite struct TransactionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let provider: String
        let chain: Chain
        let address: String
        var token: Currency?
        /// What is answered to a request that holds a text: the first that fits.
        let replies: [(String, String)]
        /// The transfers, oldest first: "amount hash fee".
        let transfers: [String]
        var testDescription: String { "\(provider) \(chain.id) \(token == nil ? "coin" : "token")" }
    }

    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let other = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let low = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
    private static let usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    private static let solana = "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST"
    private static let mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    private static let xrp = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
    private static let cardano =
        "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x"
    private static let tron = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"
    private static let tronHex = "415cd0fb0ab3ce40f3051414c604b27756e69e43db"
    private static let tether = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

    /// A transaction of Esplora: what of the inputs and outputs is one's own.
    private static func esplora(_ hash: String, spent: Int, received: Int, fee: Int, time: Int) -> String {
        """
        {"txid":"\(hash)","vin":[{"prevout":null,"is_coinbase":true},{"prevout":{"scriptpubkey_address":"\(spent > 0 ? bitcoin : other)",
        "value":\(max(spent, 7))}}],"vout":[{"scriptpubkey":"6a","value":0},{"scriptpubkey_address":"\(bitcoin)","value":\(received)},
        {"scriptpubkey_address":"\(other)","value":5}],"fee":\(fee),"status":{"confirmed":true,"block_height":5,"block_time":\(time)}}
        """
    }

    private static func log(_ hash: String, from: String, to: String, _ hex: String, index: Int) -> String {
        let zeros = String(repeating: "0", count: 24)
        return """
            {"address":"\(usdc)","topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
            "0x\(zeros)\(from.dropFirst(2))","0x\(zeros)\(to.dropFirst(2))"],"data":"\(hex)","blockNumber":"0x10",
            "transactionHash":"\(hash)","logIndex":"0x\(index)","removed":false}
            """
    }

    static func cases() throws -> [Case] {
        let contract = try Currency(token: "USDC", chain: "ethereum", contract: usdc, decimals: 6)
        let stable = try Currency(token: "USDC", chain: "solana", contract: mint, decimals: 6)
        let dollars = try Currency(token: "USDT", chain: "tron", contract: tether, decimals: 6)
        let page = (0..<25).map { esplora("a\($0)", spent: 0, received: 10 + $0, fee: 1, time: 1_700_000_000 - $0) }
        return [
            Case(
                provider: "esplora", chain: .bitcoin, address: bitcoin,
                replies: [
                    ("/txs/chain/b", "[]"),
                    ("/txs/chain/a24", "[\(esplora("b", spent: 50, received: 20, fee: 25, time: 1_600_000_000))]"),
                    ("/txs/chain", "[" + page.joined(separator: ",") + "]"),
                ],
                transfers: ["-0.0000003 b 0.00000025"]
                    + (0..<25).reversed().map { number in
                        let digits = (10 + number) % 10 == 0 ? "\((10 + number) / 10)" : "\(10 + number)"
                        return "0.000000\(digits) a\(number)"
                    }),
            Case(
                provider: "blockbook", chain: .dogecoin, address: "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
                replies: [
                    (
                        "page=2",
                        #"{"address":"DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L","page":2,"totalPages":2,"transactions":[{"txid":"x","vin":[{"addresses":["DFoo"],"value":"500"}],"vout":[{"addresses":["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],"value":"400"}],"fees":"100","confirmations":9,"blockTime":1600000000}]}"#
                    ),
                    (
                        "page=1",
                        #"{"address":"DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L","page":1,"totalPages":2,"transactions":[{"txid":"p","vin":[],"vout":[{"addresses":["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],"value":"1"}],"confirmations":0,"blockTime":1700000001},{"txid":"y","vin":[{"addresses":["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],"value":"400"}],"vout":[{"addresses":["DFoo"],"value":"100"},{"addresses":["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],"value":"250"}],"fees":"50","confirmations":2,"blockTime":1700000000}]}"#
                    ),
                ],
                transfers: ["0.000004 x", "-0.0000015 y 0.0000005"]),
            Case(
                provider: "jsonrpc", chain: .ethereum, address: ether, token: contract,
                replies: [
                    ("eth_blockNumber", #"[{"jsonrpc":"2.0","id":1,"result":"0x20"}]"#),
                    (
                        "eth_getLogs",
                        """
                        [{"id":2,"result":[\(log("0xb", from: other40, to: low, "0x" + String(repeating: "0", count: 62) + "64", index: 1)),
                        \(log("0xb", from: other40, to: low, "0x0a", index: 2))]},
                        {"id":1,"result":[\(log("0xc", from: low, to: other40, "0x01", index: 0)),
                        {"topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef","0x1","0x2","0x3"],"data":"0x"}]}]
                        """
                    ),
                    ("eth_getBlockByNumber", #"[{"id":1,"result":{"timestamp":"0x65522700"}}]"#),
                ],
                transfers: ["0.00001 0xb", "0.0001 0xb", "-0.000001 0xc"]),
            Case(
                provider: "etherscan", chain: .ethereum, address: ether,
                replies: [
                    (
                        "action=txlistinternal",
                        #"{"status":"1","message":"OK","result":[{"timeStamp":"1700000001","from":"0xfe","to":"\#(low)","value":"7","contractAddress":"","hash":"0xa","isError":"0"}]}"#
                    ),
                    (
                        "action=txlist",
                        """
                        {"status":"1","message":"OK","result":[
                        {"timeStamp":"1700000002","hash":"0xf","from":"\(low)","to":"0xbb","value":"900","isError":"1","gasUsed":"21000","gasPrice":"2","contractAddress":""},
                        {"timeStamp":"1700000001","hash":"0xa","from":"\(low)","to":"0xbb","value":"100","isError":"0","gasUsed":"3","gasPrice":"10","contractAddress":""},
                        {"timeStamp":"1700000000","hash":"0x9","from":"0xbb","to":"\(ether)","value":"1000000","isError":"0","gasUsed":"3","gasPrice":"10","contractAddress":""}]}
                        """
                    ),
                ],
                transfers: [
                    "0.000000000001 0x9", "-0.00000000000000013 0xa 0.00000000000000003", "0.000000000000000007 0xa",
                    "-0.000000000000042 0xf 0.000000000000042 failed",
                ]),
            Case(
                provider: "etherscan", chain: .ethereum, address: ether, token: contract,
                replies: [
                    (
                        "action=tokentx&",
                        """
                        {"status":"1","message":"OK","result":[
                        {"timeStamp":"1671930299","hash":"0x31","from":"0x74","contractAddress":"\(usdc)","to":"\(low)","value":"49673249","tokenDecimal":"6"}]}
                        """
                    )
                ], transfers: ["49.673249 0x31"]),
            Case(
                provider: "etherscan", chain: .polygon, address: ether,
                replies: [("", #"{"status":"0","message":"No transactions found","result":[]}"#)], transfers: []),
            Case(
                provider: "rpc", chain: .solana, address: solana,
                replies: [
                    (
                        "getSignaturesForAddress",
                        #"{"id":1,"result":[{"signature":"s2","slot":2,"err":{"InstructionError":[0]},"blockTime":1700000002},{"signature":"s1","slot":1,"err":null,"blockTime":1700000001}]}"#
                    ),
                    (
                        "s1",
                        #"{"id":1,"result":{"blockTime":1700000001,"meta":{"err":null,"fee":5000,"preBalances":[10,20],"postBalances":[5,25],"loadedAddresses":{"writable":["\#(solana)"],"readonly":[]}},"transaction":{"message":{"accountKeys":["x"]}}}}"#
                    ),
                    (
                        "s2",
                        #"{"id":1,"result":{"blockTime":1700000002,"meta":{"err":{"a":1},"fee":5000,"preBalances":[10000,20],"postBalances":[5000,20]},"transaction":{"message":{"accountKeys":[{"pubkey":"\#(solana)"},{"pubkey":"y"}]}}}}"#
                    ),
                ], transfers: ["0.000000005 s1", "-0.000005 s2 0.000005 failed"]),
            Case(
                provider: "rpc", chain: .solana, address: solana, token: stable,
                replies: [
                    (
                        "getTokenAccountsByOwner",
                        #"{"id":1,"result":{"value":[{"pubkey":"acc","account":{"data":{"parsed":{"info":{"mint":"\#(mint)","owner":"\#(solana)","tokenAmount":{"amount":"5","decimals":6}}}}}}]}}"#
                    ),
                    (
                        "getSignaturesForAddress",
                        #"{"id":1,"result":[{"signature":"t1","slot":2,"err":null,"blockTime":1700000002}]}"#
                    ),
                    (
                        "t1",
                        #"{"id":1,"result":{"meta":{"err":null,"preTokenBalances":[{"mint":"\#(mint)","owner":"z","uiTokenAmount":{"amount":"9","decimals":6}}],"postTokenBalances":[{"mint":"\#(mint)","owner":"\#(solana)","uiTokenAmount":{"amount":"5","decimals":6}}]},"transaction":{}}}"#
                    ),
                ], transfers: ["0.000005 t1"]),
            Case(
                provider: "xrpl", chain: .xrp, address: xrp,
                replies: [
                    (
                        #""marker":{"ledger":7,"seq":1}"#,
                        #"{"result":{"account":"\#(xrp)","transactions":[{"validated":true,"tx":{"hash":"C","date":700000000,"Account":"rA","Destination":"\#(xrp)","Fee":"10"},"meta":{"TransactionResult":"tesSUCCESS","delivered_amount":"25","AffectedNodes":[{"CreatedNode":{"LedgerEntryType":"AccountRoot","NewFields":{"Account":"\#(xrp)","Balance":"25"}}}]}},{"validated":true,"tx":{"hash":"N","date":699999999,"Account":"rA","Destination":"\#(xrp)","Amount":"9999","Fee":"10"},"meta":{"TransactionResult":"tesSUCCESS","delivered_amount":"3"}}]}}"#
                    ),
                    (
                        "account_tx",
                        #"{"result":{"account":"\#(xrp)","marker":{"ledger":7,"seq":1},"transactions":[{"validated":true,"tx":{"hash":"F","date":700000010,"Account":"\#(xrp)","Destination":"rA","Fee":"12"},"meta":{"TransactionResult":"tecPATH_DRY","AffectedNodes":[{"ModifiedNode":{"LedgerEntryType":"AccountRoot","FinalFields":{"Account":"\#(xrp)","Balance":"16"},"PreviousFields":{"Balance":"28"}}}]}}]}}"#
                    ),
                ], transfers: ["0.000003 N", "0.000025 C", "-0.000012 F 0.000012 failed"]),
            Case(
                provider: "koios", chain: .cardano, address: cardano,
                replies: [
                    ("address_txs", #"[{"tx_hash":"k1","block_time":1700000000,"block_height":5}]"#),
                    (
                        "tx_info",
                        #"[{"tx_hash":"k1","tx_timestamp":1700000000,"fee":"170000","valid_contract":true,"collateral_inputs":[{"payment_addr":{"bech32":"\#(cardano)"},"value":"5"}],"inputs":[{"payment_addr":{"bech32":"\#(cardano)"},"value":"3000000"}],"outputs":[{"payment_addr":{"bech32":"\#(cardano)"},"value":"1000000"},{"payment_addr":{"bech32":"addr1x"},"value":"1830000"}]}]"#
                    ),
                ], transfers: ["-2 k1 0.17"]),
            Case(
                provider: "trongrid", chain: .tron, address: tron,
                replies: [
                    (
                        "fingerprint=f1",
                        #"{"success":true,"data":[{"txID":"t0","block_timestamp":1600000000000,"ret":[{"contractRet":"SUCCESS","fee":0}],"raw_data":{"contract":[{"type":"TransferContract","parameter":{"value":{"amount":9,"owner_address":"41aa","to_address":"\#(tronHex)"}}}]}}],"meta":{}}"#
                    ),
                    (
                        "/transactions",
                        #"{"success":true,"data":[{"txID":"t1","block_timestamp":1700000000000,"ret":[{"contractRet":"SUCCESS","fee":1100}],"raw_data":{"contract":[{"type":"TransferContract","parameter":{"value":{"amount":5,"owner_address":"\#(tronHex)","to_address":"41aa"}}}]}},{"internal_tx_id":"i","block_timestamp":1700000000000},{"txID":"t2","block_timestamp":1650000000000,"ret":[{"contractRet":"OUT_OF_ENERGY","fee":7}],"raw_data":{"contract":[{"type":"TriggerSmartContract","parameter":{"value":{"call_value":4,"owner_address":"\#(tronHex)","contract_address":"41bb"}}}]}}],"meta":{"fingerprint":"f1"}}"#
                    ),
                ], transfers: ["0.000009 t0", "-0.000007 t2 0.000007 failed", "-0.001105 t1 0.0011"]),
            Case(
                provider: "trongrid", chain: .tron, address: tron, token: dollars,
                replies: [
                    (
                        "/trc20",
                        #"{"success":true,"data":[{"transaction_id":"q","token_info":{"address":"\#(tether)","decimals":6},"block_timestamp":1700000000000,"from":"TA","to":"\#(tron)","type":"Transfer","value":"1500000"},{"transaction_id":"q2","token_info":{"address":"\#(tether)"},"block_timestamp":1700000000000,"from":"\#(tron)","to":"TA","type":"Approval","value":"1"}],"meta":{}}"#
                    )
                ], transfers: ["1.5 q"]),
            Case(
                provider: "tatum", chain: .ethereum, address: ether,
                replies: [
                    (
                        "transaction/history",
                        #"{"result":[{"chain":"ethereum-mainnet","hash":"0x99","address":"\#(low)","blockNumber":23074598,"transactionType":"native","transactionSubtype":"incoming","amount":"0.133276145314559","timestamp":1754393687000,"counterAddress":"0x963737c550e70ffe4d59464542a28604edb2ef9a"},{"chain":"ethereum-mainnet","hash":"0x98","address":"\#(low)","transactionSubtype":"outgoing","amount":"-0.1","timestamp":1754393686000},{"chain":"ethereum-mainnet","hash":"0x97","address":"\#(low)","transactionSubtype":"zero-transfer","amount":"0","timestamp":1754393685000}],"prevPage":"","nextPage":""}"#
                    )
                ], transfers: ["-0.1 0x98", "0.133276145314559 0x99"]),
            Case(
                provider: "tatum-v3", chain: .bitcoin, address: bitcoin,
                replies: [
                    (
                        "transaction/address",
                        #"[{"hash":"h1","blockNumber":null,"time":1700000009,"inputs":[],"outputs":[{"address":"\#(bitcoin)","value":1}]},{"hash":"h2","blockNumber":800000,"time":1700000000,"inputs":[{"coin":{"address":"\#(bitcoin)","value":70}}],"outputs":[{"address":"\#(bitcoin)","value":40}]}]"#
                    )
                ], transfers: ["-0.0000003 h2"]),
        ]
    }

    private static let other40 = "0x" + String(repeating: "ab", count: 20)

    @Test(arguments: try cases()) func `what a server lists is what changed the balance`(_ item: Case) async throws {
        let server = try Self.server(item.replies)
        let settings: [String: RawSetting] = [
            "blockchain.etherscan.apiKey": "key-of-mine", "blockchain.tatum.apiKey": "key-of-mine",
        ]
        let provider = try await provider(item.provider, item.chain, on: server, settings)
        let asked = try question(item.address, item.chain, item.token)
        let history = try #require(try await provider.history(asked, since: nil, anyCall))
        #expect(history.start == nil)
        let told = history.transfers.sorted { ($0.time, $0.hash, $0.index) < ($1.time, $1.hash, $1.index) }.map {
            "\($0.amount.amountText) \($0.hash)" + ($0.fee.map { " \($0.amountText)" } ?? "")
                + ($0.isFailed ? " failed" : "")
        }
        #expect(told == item.transfers, "\(server.requests.map(\.target))")
        #expect(Set(history.transfers.map { "\($0.hash) \($0.index)" }).count == history.transfers.count)
    }

    @Test(arguments: ["esplora", "blockbook"]) func `a page that is repeated for ever is refused`(name: String)
        async throws
    {
        let rows = (0..<25).map { Self.esplora("a\($0)", spent: 0, received: 1, fee: 1, time: 1_700_000_000 - $0) }
        let book =
            #"{"address":"\#(Self.bitcoin)","page":1,"totalPages":99,"transactions":[{"txid":"x","vin":[],"vout":[],"confirmations":9,"blockTime":1600000000}]}"#
        let server = try Self.server([("", name == "esplora" ? "[" + rows.joined(separator: ",") + "]" : book)])
        let provider = try await provider(name, .bitcoin, on: server)
        await #expect(throws: ChainProviderError.self) {
            try await provider.history(question(Self.bitcoin, .bitcoin), since: nil, anyCall)
        }
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [10, 25, 50]) func `pages of any size are read to the end`(_ size: Int) async throws {
        let server = try LoopbackServer { request, _ in
            let last = request.target.split(separator: "/").last.flatMap { Int($0.dropFirst()) } ?? 0
            let rows = (last..<min(120, last + size)).map {
                Self.esplora("a\($0 + 1)", spent: 0, received: 1, fee: 1, time: 1_700_000_000 - $0)
            }
            return .text("[" + rows.joined(separator: ",") + "]")
        }
        let provider = try await provider("esplora", .bitcoin, on: server)
        let history = try #require(try await provider.history(question(Self.bitcoin, .bitcoin), since: nil, anyCall))
        #expect(history.transfers.count == 120 && history.start == nil)
    }

    @Test func `only what is new is asked for, and a list without an end is cut`() async throws {
        let server = try LoopbackServer { request, _ in
            let page = request.target.split(separator: "/").last.flatMap { Int($0.dropFirst()) } ?? 0
            let rows = (1...25).map {
                Self.esplora("a\(page + $0)", spent: 0, received: 1, fee: 1, time: 1_700_000_000 - page - $0)
            }
            return .text("[" + rows.joined(separator: ",") + "]")
        }
        let provider = try await provider("esplora", .bitcoin, on: server)
        let asked = try question(Self.bitcoin, .bitcoin)
        let since = Date(timeIntervalSince1970: 1_700_000_000 - 30)
        let some = try #require(try await provider.history(asked, since: since, anyCall))
        #expect(server.requests.count == 2 && some.start == since && some.transfers.count == 50)
        let most = try #require(try await provider.history(asked, since: nil, anyCall))
        #expect(most.transfers.count == 1000 && most.start == most.transfers.map(\.time).min())
    }

    @Test func `a node that answers for few blocks is asked in parts`() async throws {
        let zeros = String(repeating: "0", count: 24)
        let server = try LoopbackServer { request, _ in
            let body = String(decoding: request.body, as: UTF8.self)
            func hex(_ name: String) -> Int {
                body.range(of: "\"\(name)\":\"0x").flatMap {
                    Int(body[$0.upperBound...].prefix(while: \.isHexDigit), radix: 16)
                }
                    ?? -1
            }
            if body.contains("eth_blockNumber") { return .text(#"[{"id":1,"result":"0x3ff"}]"#) }
            if body.contains("eth_getBlockByNumber") {
                let count = body.components(separatedBy: "eth_getBlockByNumber").count - 1
                return .text(
                    "["
                        + (1...count).map { #"{"id":\#($0),"result":{"timestamp":"0x65522700"}}"# }.joined(
                            separator: ",") + "]")
            }
            let (from, to) = (hex("fromBlock"), hex("toBlock"))
            guard to - from < 300 else {
                return .text(#"[{"id":1,"error":{"code":-32005,"message":"at most 300 blocks"}},{"id":2,"result":[]}]"#)
            }
            // One transfer in every hundredth block.
            let logs = stride(from: 0, through: 1000, by: 100).filter { from <= $0 && $0 <= to }.map {
                """
                {"address":"\(Self.usdc)","topics":["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
                "0x\(zeros)\(Self.other40.dropFirst(2))","0x\(zeros)\(Self.low.dropFirst(2))"],"data":"0x1","blockNumber":"0x\(String($0, radix: 16))",
                "transactionHash":"0x\($0)","logIndex":"0x0"}
                """
            }
            return .text(#"[{"id":1,"result":[]},{"id":2,"result":["# + logs.joined(separator: ",") + "]}]")
        }
        let provider = try await provider("jsonrpc", .ethereum, on: server)
        let token = try Currency(token: "USDC", chain: "ethereum", contract: Self.usdc, decimals: 6)
        let history = try #require(
            try await provider.history(question(Self.ether, .ethereum, token), since: nil, anyCall))
        #expect(history.start == nil && history.transfers.count == 11)
        let native = try await provider.history(question(Self.ether, .ethereum), since: nil, anyCall)
        #expect(native == nil, "no index of a node lists what moved its coin")
    }

    private static func server(_ replies: [(String, String)]) throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            let asked = request.target + " " + String(decoding: request.body, as: UTF8.self)
            let reply = replies.first { $0.0.isEmpty || asked.contains($0.0) }
            return reply.map { .text($0.1) } ?? .text("nothing is known of \(asked)", status: 404)
        }
    }
}
