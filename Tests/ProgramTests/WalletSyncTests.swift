import Foundation
import LoopbackServer
import ProgramSupport
import Testing

/// Whole wallets by their extended public key.
struct WalletSyncTests {
    /// The account of BIP 84, and the addresses of it that are used here.
    private static let key =
        "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH"
        + "1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
    private static let received = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
    private static let change = "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el"
    private static let shop = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"

    private static func coin(_ address: String, _ value: Int) -> String {
        #"{"scriptpubkey_address":"\#(address)","value":\#(value)}"#
    }

    private static func row(_ hash: String, _ time: Int, from inputs: [String], to outputs: [String]) -> String {
        let spent = inputs.map { #"{"prevout":\#($0)}"# }.joined(separator: ",")
        return #"{"txid":"\#(hash)","fee":1000,"status":{"confirmed":true,"block_time":\#(time)},"#
            + #""vin":[\#(spent)],"vout":[\#(outputs.joined(separator: ","))]}"#
    }

    /// A server that knows three addresses: 100 000 were received, of which 60 000 and a fee of 1000 were paid.
    private func server() throws -> LoopbackServer {
        let income = Self.row(
            "aa", 1_773_136_800, from: [Self.coin(Self.shop, 101_000)], to: [Self.coin(Self.received, 100_000)])
        let payment = Self.row(
            "bb", 1_775_210_400, from: [Self.coin(Self.received, 100_000)],
            to: [Self.coin(Self.shop, 60_000), Self.coin(Self.change, 39_000)])
        let accounts = [
            Self.received: (100_000, 100_000, "[\(payment),\(income)]"), Self.change: (39_000, 0, "[\(payment)]"),
        ]
        return try LoopbackServer { request, _ in
            let parts = request.target.split(separator: "/").map(String.init)
            guard let place = parts.firstIndex(of: "address"), parts.count > place + 1 else { return .text("7") }
            let address = parts[place + 1]
            let (funded, spent, rows) = accounts[address] ?? (0, 0, "[]")
            guard parts.last == address else { return .text(rows) }
            return .text(
                #"{"address":"\#(address)","chain_stats":{"funded_txo_sum":\#(funded),"spent_txo_sum":\#(spent)}}"#)
        }
    }

    @Test func `a wallet is entered by its key and has the balance of all its addresses`() async throws {
        let folder = try ProgramFolder()
        let server = try server()
        let environment = [
            "CST_NETWORK_OFFLINE": "false", "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "esplora",
            "CST_BLOCKCHAIN_BITCOIN_ESPLORA_BASE_URL": server.baseURL.absoluteString,
        ]
        let added = try await folder.run(
            "cst-assets", ["add", "Wallet", "--currency", "BTC", "--chain", "bitcoin", "--address", Self.key])
        #expect(added.status == 0, "\(added.errors)")
        let synced = try await folder.run("cst-assets", ["sync", "--format", "json"], environment: environment)
        #expect(synced.status == 0, "\(synced.errors)")
        let document = try JSONNode(parsing: synced.output)
        #expect(document.summary(at: "assets/Wallet/balance") == "0.00039 BTC", "\(synced.output)")
        #expect(document.summary(at: "assets/Wallet/newTransactions") == "2")
        #expect(document.summary(at: "assets/Wallet/knownAfter") == "1970-01-01")
        let shown = try JSONNode(
            parsing: try await folder.run("cst-assets", ["show", "Wallet", "--format", "json"]).output)
        let amounts = shown["asset"]?["transactions"]?.elements.compactMap { $0["amount"]?.money }
        #expect(amounts == ["-0.00061 BTC", "0.001 BTC"])
    }

    @Test func `a private key is refused, kept nowhere and never repeated`() async throws {
        let folder = try ProgramFolder()
        let secret =
            "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBR"
            + "mfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE"
        let added = try await folder.run(
            "cst-assets", ["add", "Wallet", "--currency", "BTC", "--chain", "bitcoin", "--address", secret])
        #expect(added.status != 0 && added.errors.contains("extended private key"), "\(added.errors)")
        #expect(!added.errors.contains(secret.prefix(12)) && !added.output.contains(secret.prefix(12)))
    }

    @Test func `a key of which no address was ever used is told, since it may be of another kind`() async throws {
        let folder = try ProgramFolder()
        let server = try LoopbackServer { request, _ in
            let parts = request.target.split(separator: "/").map(String.init)
            guard let address = parts.last, !request.target.contains("/txs") else { return .text("[]") }
            return .text(
                #"{"address":"\#(address)","chain_stats":{"funded_txo_sum":0,"spent_txo_sum":0}}"#)
        }
        let environment = [
            "CST_NETWORK_OFFLINE": "false", "CST_BLOCKCHAIN_BITCOIN_PROVIDERS": "esplora",
            "CST_BLOCKCHAIN_BITCOIN_ESPLORA_BASE_URL": server.baseURL.absoluteString,
        ]
        _ = try await folder.run(
            "cst-assets", ["add", "Wallet", "--currency", "BTC", "--chain", "bitcoin", "--address", Self.key])
        let synced = try await folder.run("cst-assets", ["sync"], environment: environment)
        #expect(synced.errors.contains("addresses of another kind"), "\(synced.errors)")
    }
}
