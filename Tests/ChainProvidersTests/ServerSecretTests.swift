import Blockchain
import Foundation
import LoopbackServer
import Models
import PluginKit
import Synchronization
import Testing

@testable import ChainProviders

/// Servers that repeat what lets the user in, in every answer that they can give.
@Suite struct ServerSecretTests {
    private static let secret = "SECRET1234567890"
    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    private static let tron = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"
    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

    /// The forms in which servers repeat a key.
    private static let forms: [String] = {
        let bytes = Data(secret.utf8)
        return [
            secret, secret.lowercased(), secret.utf8.map { "%" + String($0, radix: 16) }.joined(),
            bytes.base64EncodedString(), Data(("user:" + secret).utf8).base64EncodedString(),
            secret.utf8.map { String(format: #"\u%04x"#, $0) }.joined(),
            String(bytes.base64EncodedString().utf8.flatMap { String(format: #"\u%04X"#, $0) }),
        ]
    }()

    /// Answers that are refusals, answers about something else, and no answers at all.
    private static let answers = [
        #"{"status":"0","message":"NOTOK","result":"Invalid API Key: KEY"}"#,
        #"{"status":"1","message":"OK","result":"KEY"}"#, #"{"status":"0","message":"KEY","result":null}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"project KEY is over its quota"}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":"KEY"}"#, #"{"jsonrpc":"2.0","id":1,"result":"KEY"}"#,
        #"[{"id":1,"result":"KEY"},{"id":2,"result":"0xKEY"}]"#, #"{"Error":"class java.lang.KEY"}"#,
        #"{"result":{"result":false,"message":"KEY"}}"#, #"{"address":"KEY","balance":1}"#,
        #"{"result":[{"chain":"KEY","address":"KEY"}]}"#, #""KEY""#, #"["KEY"]"#, "KEY is not valid",
        #"{"statusCode":401,"errorCode":"subscription.invalid","message":"no subscription for KEY"}"#,
    ]

    private static let targets: [(name: String, chain: Chain, address: String, setting: String)] = [
        ("etherscan", .polygon, ether, "blockchain.etherscan.apiKey"),
        ("tatum", .ethereum, ether, "blockchain.tatum.apiKey"), ("tatum-v3", .tron, tron, "blockchain.tatum.apiKey"),
        ("trongrid", .tron, tron, "blockchain.tron.trongrid.apiKey"), ("jsonrpc", .ethereum, ether, ""),
        ("esplora", .bitcoin, bitcoin, ""), ("blockbook", .bitcoin, bitcoin, ""),
    ]

    @Test func `no text of a server brings a key out`() async throws {
        for target in Self.targets {
            // One server for all answers: the next one each time.
            let bodies = Self.answers.flatMap { answer in Self.forms.map { answer.replacing("KEY", with: $0) } }
            let body = Current(bodies[0])
            let server = try LoopbackServer { _, _ in .text(body.text) }
            let base = server.baseURL.absoluteString
            let inPath = "\(base)v3/\(Self.secret)"
            var settings: [String: RawSetting] = [
                "blockchain.\(target.chain.id).providers": .list([target.name]),
                "blockchain.\(target.chain.id).\(target.name).baseURL": .text(target.setting.isEmpty ? inPath : base),
            ]
            if !target.setting.isEmpty { settings[target.setting] = .text(Self.secret) }
            let provider = try unpaced(target.name, target.chain, settings)
            for text in bodies {
                body.text = text
                let outcome = await Self.outcome(
                    provider, try question(target.address, target.chain), isWhole: text.contains(Self.secret))
                #expect(!Self.leaks(outcome), "\(target.name): \(text) → \(outcome)")
            }
        }
    }

    /// The body of the next answer.
    private final class Current: Sendable {
        private let body: Mutex<String>

        init(_ text: String) { body = Mutex(text) }

        var text: String {
            get { body.withLock { $0 } }
            set { body.withLock { $0 = newValue } }
        }
    }

    /// Everything that a provider tells, as one text.
    private static func outcome(
        _ provider: any ChainProvider, _ question: BalanceQuestion, isWhole: Bool
    ) async -> String {
        var texts: [String] = []
        do { texts.append("\(try await provider.balanceAnswer(question, anyCall))") } catch { texts.append("\(error)") }
        guard isWhole else { return texts[0] }
        do {
            texts.append("\(String(describing: try await provider.history(question, since: nil, anyCall)))")
        } catch { texts.append("\(error)") }
        do { texts.append(try await provider.height(of: question.chain, anyCall)) } catch { texts.append("\(error)") }
        return texts.joined(separator: "\n")
    }

    private static func leaks(_ text: String) -> Bool {
        let lower = text.lowercased()
        if lower.contains(secret.lowercased()) || lower.contains("secret1234") { return true }
        return forms.contains { lower.contains($0.lowercased()) }
    }
}
