import Blockchain
import Foundation
import HTTPNetworking
import LoopbackServer
import Models
import PluginKit
import Synchronization
import Testing

@testable import ChainProviders

/// Servers that want to be asked less often.
@Suite struct ServerLimitTests {
    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let balance =
        #"{"address":"\#(bitcoin)","chain_stats":{"funded_txo_sum":7,"spent_txo_sum":0}}"#

    @Test func `a pause that a server asks for is waited for once by all requests together`() async throws {
        let pauseEnd = Mutex<ContinuousClock.Instant?>(nil)
        let refused = Mutex(0)
        let server = try LoopbackServer { _, index in
            let isOpen = pauseEnd.withLock { end in
                if index == 0 { end = .now + .seconds(1) }
                return end.map { $0 <= .now } ?? true
            }
            if isOpen { return .text(Self.balance) }
            refused.withLock { $0 += 1 }
            return .text("slow down", status: 429, headers: ["Retry-After": "1"])
        }
        let esplora = try await provider("esplora", .bitcoin, on: server)
        let question = try question(Self.bitcoin, .bitcoin)
        let start = ContinuousClock.now
        let amounts = try await withThrowingTaskGroup(of: Money.self) { group in
            for _ in 0..<12 { group.addTask { try await esplora.balance(question, anyCall) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(amounts.count == 12)
        // No more than were on their way when the pause began.
        #expect(refused.withLock { $0 } <= 12)
        #expect(start.duration(to: .now) < .seconds(15))
    }

    @Test func `a server that never lets anybody through is given up after a bounded time`() async throws {
        let server = try LoopbackServer(always: .text("no", status: 429, headers: ["Retry-After": "600"]))
        let esplora = try await provider("esplora", .bitcoin, on: server)
        let question = try question(Self.bitcoin, .bitcoin)
        for _ in 0..<3 {
            let refusal = try #require(await refusal(esplora, question))
            #expect(refusal.contains("Try again"), "\(refusal)")
        }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        ("etherscan", #"{"status":"0","message":"NOTOK","result":"Max calls per sec rate limit reached (3/sec)"}"#),
        ("jsonrpc", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"project request rate exceeded"}}"#),
        ("jsonrpc", #"[{"id":1,"error":{"code":429,"message":"slow"}},{"id":2,"error":{"code":429,"message":"x"}}]"#),
        ("jsonrpc", #"{"jsonrpc":"2.0","id":1,"error":"Too Many Requests"}"#),
    ])
    func `a limit that is told with status 200 is one`(name: String, refusal: String) async throws {
        let server = try LoopbackServer { request, index in
            if index == 0 { return .text(refusal) }
            if name == "etherscan" { return .text(#"{"status":"1","message":"OK","result":"7"}"#) }
            return .text(#"[{"id":1,"result":"0x1"},{"id":2,"result":"0x7"}]"#)
        }
        let provider = try await provider(
            name, .ethereum, on: server, ["blockchain.etherscan.apiKey": .text("0123456789")])
        let amount = try await provider.balance(question(Self.ether, .ethereum), anyCall)
        #expect(amount.ratio == Ratio(7, over: 1_000_000_000_000_000_000))
    }

    @Test(arguments: [
        #"{"status":"0","message":"NOTOK","result":"Max daily rate limit reached. 100000 (100%) of quota used"}"#,
        #"{"status":"0","message":"NOTOK","result":"Invalid API Key"}"#,
    ])
    func `what no pause mends is refused at once`(body: String) async throws {
        let server = try LoopbackServer(always: .text(body))
        let etherscan = try await provider(
            "etherscan", .ethereum, on: server, ["blockchain.etherscan.apiKey": .text("0123456789")])
        #expect(await refusal(etherscan, try question(Self.ether, .ethereum))?.contains("refused") == true)
        #expect(server.requests.count == 1)
    }

    @Test func `a call with a deadline does not wait for a pause that ends later`() async throws {
        let server = try LoopbackServer(always: .text("no", status: 429, headers: ["Retry-After": "20"]))
        let esplora = try await provider("esplora", .bitcoin, on: server)
        var call = anyCall
        call.deadline = Deadline(in: .seconds(2), on: ContinuousClock())
        #expect(await refusal(esplora, try question(Self.bitcoin, .bitcoin), call)?.contains("20 s") == true)
    }

    @Test func `requests keep to a pace, and wait for a pause`() async throws {
        let pace = RequestPace()
        #expect(await pace.pause(for: .milliseconds(200)))
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { try await pace.turn() } }
            try await group.waitForAll()
        }
        // 250 ms of pause, then one turn each 350 ms.
        #expect(start.duration(to: .now) > .milliseconds(900))
        #expect(await !pace.pause(for: .seconds(31)))
        await pace.noteAnswer()
        #expect(await pace.pause(for: .seconds(30)))
        // The pause that has begun is the same for everybody.
        #expect(await pace.pause(for: .seconds(30)))
    }
}
