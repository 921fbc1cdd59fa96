import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import Persistence
import PluginKit
import Testing

@testable import Blockchain
@testable import ChainProviders

/// Replays answers that were recorded from real servers, or stand in their documents, where `CST_FIXTURES` names their folder.
@Suite struct RecordedChainExchangesTests {
    private static let folder = ProcessInfo.processInfo.environment["CST_FIXTURES"].map { URL(fileURLWithPath: $0) }

    struct Exchange: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        let body: String
        let expected: LosslessJSON
        var testDescription: String { name }
        var answer: LosslessJSON { LosslessJSON(Data(body.utf8)) ?? .null }
    }

    private static func exchanges(_ api: String) throws -> [Exchange] {
        guard let folder else { return [] }
        func json(_ name: String) throws -> LosslessJSON {
            LosslessJSON(try Data(contentsOf: folder.appending(path: name))) ?? .null
        }
        return try (json("expected.json").object ?? [:]).filter { $0.key.hasPrefix(api + "/") }.sorted {
            $0.key < $1.key
        }
        .map { name, expected in
            let response = try json(name)["response"]
            return Exchange(
                name: name, status: Int(response?["status"]?.number ?? "") ?? 0,
                body: response?["body"]?.string ?? "", expected: expected)
        }
    }

    /// A server that answers as it was recorded, as a provider sees it.
    private func server(_ exchange: Exchange) async throws -> (LoopbackServer, ChainServer) {
        let loopback = try LoopbackServer(always: .text(exchange.body, status: exchange.status))
        var builder = ContainerBuilder(
            settings: InMemorySettings([:]), time: TimeSource(now: { anyCall.now }, clock: ContinuousClock()))
        builder.add([NetworkPlugin()])
        builder.require(.httpClient)
        let client = try await builder.build().resolve(.httpClient)
        return (
            loopback,
            ChainServer(name: "recorded", address: ServerAddress(loopback.baseURL.absoluteString), client: client)
        )
    }

    /// A question about whatever address was asked about, also one of a test network.
    private func question(_ chain: Chain, _ address: String?, _ currency: Currency? = nil) throws -> BalanceQuestion {
        try BalanceQuestion(ChainAddress(chain: chain, text: address ?? ""), currency ?? chain.currency)
    }

    @Test(arguments: try exchanges("blockbook")) func blockbook(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        let address = exchange.answer["address"]?.string
        let chain = address?.hasPrefix("0x") == true ? Chain.ethereum : .bitcoin
        let balance = try await Blockbook(server: server).balance(question(chain, address), anyCall)
        #expect(try "\(balance.minorUnits(.down))" == exchange.expected["balance"]?.string)
    }

    @Test(arguments: try exchanges("esplora").filter { $0.expected["tx_count"] != nil })
    func esplora(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        let asked = try question(.bitcoin, exchange.answer["address"]?.string)
        let balance = try await Esplora(server: server).balance(asked, anyCall)
        #expect(try "\(balance.minorUnits(.down))" == exchange.expected["confirmed_sat"]?.string)
    }

    @Test(arguments: try exchanges("eth_jsonrpc")) func nodesOfEthereum(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        let node = JSONRPCNode(server: server)
        if let integer = exchange.expected["integer"]?.string {
            #expect(try node.number(exchange.answer).map { "\($0)" } == integer)
        } else if exchange.expected["error_code"] != nil {
            #expect(throws: ChainProviderError.self) { try node.number(exchange.answer) }
        } else if let count = exchange.expected["logs"]?.number {
            #expect(exchange.answer["result"]?.array.map { "\($0.count)" } == count)
        }
    }

    @Test(arguments: try exchanges("etherscan_v2")) func etherscan(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        let answer = try? await Etherscan(server: server).answer(.ethereum, "account", [], anyCall)
        let status = exchange.expected["status"]?.string
        let isEmpty = exchange.expected["count"]?.number == "0"
        guard exchange.answer["error"] == nil, status != "0" || isEmpty else {
            #expect(answer == nil, "\(String(describing: answer))")
            return
        }
        switch exchange.expected["result_kind"]?.string {
        case "str": #expect(answer?.string != nil)
        case "list": #expect(answer?.array.map { "\($0.count)" } == exchange.expected["count"]?.number)
        default: break
        }
    }

    @Test(arguments: try exchanges("solana_rpc")) func nodesOfSolana(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        let node = SolanaNode(server: server)
        if let lamports = exchange.expected["lamports"]?.string {
            let balance = try await node.balance(question(.solana, "holder"), anyCall)
            #expect(try "\(balance.minorUnits(.down))" == lamports)
        } else if exchange.expected["error_code"] != nil {
            await #expect(throws: (any Error).self) { try await node.balance(question(.solana, "holder"), anyCall) }
        } else if let count = exchange.expected["signatures"]?.number {
            let found = try await node.signatures(of: "holder", since: nil, anyCall)
            #expect("\(found.times.count)" == count)
        } else {
            for account in exchange.expected["token_accounts"]?.array ?? [] {
                let rows = exchange.answer["result"]?["value"]?.array ?? []
                let row = rows.first { $0["pubkey"] == account["account"] }
                let amount = row?["account"]?["data"]?["parsed"]?["info"]?["tokenAmount"]
                // Other encodings than the one that is asked for are not read.
                guard let decimals = amount?["decimals"]?.number.flatMap({ Int($0) }) else { continue }
                let mint = account["mint"]?.string ?? ""
                let token = try Currency(token: "TKN", chain: "solana", contract: mint, decimals: decimals)
                let read = try node.tokens(amount, question(.solana, "holder", token), exchange.answer)
                #expect(try "\(read.minorUnits(.down))" == account["amount"]?.string)
            }
        }
    }

    @Test(arguments: try exchanges("tatum")) func tatum(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        let tatum = Tatum(server: server)
        let row = exchange.answer["result"]?.array?.first
        let asked = try question(.ethereum, row?["address"]?.string)
        if row?["hash"] != nil {
            let history = try await tatum.history(asked, since: nil, anyCall)
            #expect(history.map { "\($0.transfers.count)" } == exchange.expected["items"]?.number)
        } else {
            let balance = try await tatum.balance(asked, anyCall)
            #expect(try "\(balance.minorUnits(.down))" == row?["balance"]?.string)
        }
    }

    @Test(arguments: try exchanges("tron")) func nodesOfTron(_ exchange: Exchange) async throws {
        let (loopback, server) = try await server(exchange)
        defer { _ = loopback }
        // Without a form asked for, a node tells addresses in hexadecimal digits.
        let asked = try question(.tron, exchange.answer["address"]?.string ?? "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC")
        let balance = try await TronGrid(server: server).balance(asked, anyCall)
        #expect(try "\(balance.minorUnits(.down))" == exchange.expected["sun"]?.string)
    }
}
