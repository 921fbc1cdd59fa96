import Blockchain
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Testing

@testable import ChainProviders

/// A node of Ethereum: batches, tokens, and everything that nodes do differently.
@Suite struct JSONRPCTests {
    private static let holder = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let contract = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"

    private static func token(decimals: Int = 6) throws -> Currency {
        try Currency(token: "USDC", chain: "ethereum", contract: contract, decimals: decimals)
    }

    /// A node that answers calls from a table, in one of the ways that nodes have.
    private enum Manner: CaseIterable, Sendable {
        case inOrder, reversed, textIDs, oneMissing, noBatches, refusedBatches
    }

    private struct Call: Decodable {
        let id: Int
        let method: String
        let params: [Parameter]

        struct Parameter: Decodable {
            var data: String?
            init(from decoder: any Decoder) throws {
                data = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .data)
            }
            enum Key: CodingKey { case data }
        }
    }

    private static func reply(_ call: Call, _ results: [String: String]) -> String {
        let name = call.params.first?.data.map { String($0.prefix(10)) } ?? call.method
        let result = results[name] ?? "0x"
        let body =
            result.hasPrefix("0x") ? #""result":"\#(result)""# : #""error":{"code":-32000,"message":"\#(result)"}"#
        return #"{"jsonrpc":"2.0","id":\#(call.id),\#(body)}"#
    }

    private static func node(_ manner: Manner, _ results: [String: String]) throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            if let calls = try? JSONDecoder().decode([Call].self, from: request.body) {
                var replies = calls.map { reply($0, results) }
                switch manner {
                case .inOrder: break
                case .reversed: replies.reverse()
                case .textIDs: replies = replies.map { $0.replacing(/"id":(\d+)/) { "\"id\":\"\($0.output.1)\"" } }
                case .oneMissing: replies.removeLast()
                case .noBatches:
                    return .text(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}"#)
                case .refusedBatches: return .text("{\"error\":\"too many\"}", status: 413)
                }
                return .text("[" + replies.joined(separator: ",") + "]")
            }
            guard let call = try? JSONDecoder().decode(Call.self, from: request.body) else {
                return .text("?", status: 400)
            }
            return .text(reply(call, results))
        }
    }

    private static func word(_ hex: String) -> String { "0x" + String(repeating: "0", count: 64 - hex.count) + hex }

    @Test(arguments: Manner.allCases) private func `the native coin, however the node answers`(manner: Manner)
        async throws
    {
        let server = try Self.node(manner, ["eth_chainId": "0x1", "eth_getBalance": "0x2f7f7e9f3b5e8a10b"])
        let amount = try await provider("jsonrpc", .ethereum, on: server).balance(
            question(Self.holder, .ethereum), anyCall)
        #expect(amount == (try Money(minorUnits: 0x2_f7f7_e9f3_b5e8_a10b, .eth)))
    }

    @Test(arguments: Manner.allCases) private func `a token with its own decimals`(manner: Manner) async throws {
        let results = ["eth_chainId": "0x1", "0x70a08231": Self.word("5f5e101"), "0x313ce567": Self.word("6")]
        let server = try Self.node(manner, results)
        let amount = try await provider("jsonrpc", .ethereum, on: server).balance(
            question(Self.holder, .ethereum, Self.token()), anyCall)
        #expect(amount.amountText == "100.000001")
        let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        #expect(bodies.contains("0x70a08231000000000000000000000000" + Self.holder.dropFirst(2).lowercased()))
        #expect(bodies.contains(#""to":"\#(Self.contract)""#))
    }

    @Test(arguments: [
        (["eth_chainId": "0x89", "eth_getBalance": "0x1"], "answered about 'chain 137'"),
        (["eth_chainId": "0x1", "eth_getBalance": "0x"], "knows no token"),
        (["eth_chainId": "0x1", "eth_getBalance": "execution reverted"], "refused: execution reverted."),
        (["eth_chainId": "0x1", "eth_getBalance": "0x" + String(repeating: "f", count: 64)], "more than any balance"),
        (["eth_chainId": "0x1", "eth_getBalance": "0xzz"], "cannot be read"),
        (["eth_chainId": "0x", "eth_getBalance": "0x1"], "answered about 'nothing'"),
    ])
    func `an answer that cannot be right is refused`(results: [String: String], reason: String) async throws {
        let server = try Self.node(.inOrder, results)
        let provider = try await provider("jsonrpc", .ethereum, on: server)
        let error = try await #require(refusal(provider, question(Self.holder, .ethereum)))
        #expect(error.contains(reason), "\(error)")
    }

    @Test(arguments: [("12", "18 decimals"), ("", "knows no token")])
    func `a token in other decimals, or none, is refused`(decimals: String, reason: String) async throws {
        let word = decimals.isEmpty ? "0x" : Self.word(decimals)
        let server = try Self.node(
            .inOrder, ["eth_chainId": "0x1", "0x70a08231": Self.word("1"), "0x313ce567": word])
        let provider = try await provider("jsonrpc", .ethereum, on: server)
        let error = try await #require(refusal(provider, question(Self.holder, .ethereum, Self.token())))
        #expect(error.contains(reason), "\(error)")
    }

    @Test func `a currency that the chain does not have cannot be asked for`() {
        #expect(throws: BalanceQuestionError.self) { try question(Self.holder, .ethereum, .btc) }
        #expect(throws: BalanceQuestionError.self) { try question(Self.holder, .polygon, Self.token()) }
    }
}
