import Foundation
import Testing

@testable import Blockchain

/// The file, where the environment names its folder.
private let vectorFile = ProcessInfo.processInfo.environment["CST_FIXTURES"].map {
    URL(filePath: $0).appending(path: "address_vectors.json")
}.flatMap { FileManager.default.isReadableFile(atPath: $0.path) ? $0 : nil }

/// Every vector of a file of published ones, where a folder of fixtures is at hand.
@Suite(.enabled(if: vectorFile != nil)) struct AddressVectorTests {
    private let groups: [String: Any]

    init() throws {
        let data = try Data(contentsOf: #require(vectorFile))
        groups = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The addresses of a list, with their networks.
    private func addresses(_ group: String, _ list: String) throws -> [(address: String, network: String?)] {
        let all = try #require((groups[group] as? [String: Any])?[list] as? [Any])
        #expect(!all.isEmpty)
        return all.compactMap { entry in
            if let text = entry as? String { return (text, nil) }
            let members = entry as? [String: Any]
            let text = members?["address"] ?? members?["base58"] ?? members?["string"] ?? members?["key"]
            return (text as? String).map { ($0, members?["network"] as? String) }
        }
    }

    @Test(arguments: ["segwit_addresses", "bitcoin_base58", "bitcoincash", "litecoin_dogecoin"])
    func `addresses of Bitcoin and its relatives`(group: String) throws {
        let chains: [String: Chain] = [
            "bitcoin": .bitcoin, "litecoin": .litecoin, "dogecoin": .dogecoin, "bitcoincash": .bitcoinCash,
        ]
        for (address, network) in try addresses(group, "valid") {
            let parts = (network ?? "").split(separator: "-").map(String.init)
            let chain = try #require(chains[parts[0]], "\(network ?? "")")
            if parts[1] == "mainnet" {
                #expect(throws: Never.self, "\(address)") { try chain.address(address) }
            } else {
                let error = #expect(throws: AddressError.self, "\(address)") { try chain.address(address) }
                guard case .testNetwork = error else {
                    Issue.record("\(address): \(error?.description ?? "")")
                    continue
                }
            }
        }
        for (address, _) in try addresses(group, group == "litecoin_dogecoin" ? "invalid_for_chain" : "invalid") {
            let chain: Chain = group == "bitcoincash" ? .bitcoinCash : .bitcoin
            guard group != "litecoin_dogecoin" else { continue }
            #expect(throws: AddressError.self, "\(address)") { try chain.address(address) }
        }
    }

    @Test func `addresses that belong to another chain`() throws {
        let chains: [String: Chain] = [
            "bitcoin-mainnet": .bitcoin, "litecoin-mainnet": .litecoin, "dogecoin-mainnet": .dogecoin,
        ]
        for (address, network) in try addresses("litecoin_dogecoin", "invalid_for_chain") {
            let chain = try #require(chains[network ?? ""])
            #expect(throws: AddressError.self, "\(address)") { try chain.address(address) }
        }
    }

    @Test(arguments: [
        ("evm", "checksummed", Chain.ethereum), ("evm", "also_valid_without_checksum", .ethereum),
        ("solana", "valid", .solana), ("xrp", "valid_classic", .xrp), ("tron", "valid", .tron),
        ("cardano", "valid_byron", .cardano),
    ])
    func `valid addresses`(group: String, list: String, chain: Chain) throws {
        for (address, _) in try addresses(group, list) {
            #expect(throws: Never.self, "\(address)") { try chain.address(address) }
        }
    }

    @Test(arguments: [
        ("evm", "invalid", Chain.ethereum), ("evm", "erc1191_only", .ethereum), ("solana", "invalid", .solana),
        ("xrp", "invalid", .xrp), ("tron", "invalid", .tron), ("cardano", "invalid", .cardano),
    ])
    func `invalid addresses`(group: String, list: String, chain: Chain) throws {
        for (address, _) in try addresses(group, list) {
            // Blanks around an address are taken off.
            guard address == address.trimmingCharacters(in: .whitespaces) else { continue }
            #expect(throws: AddressError.self, "\(address)") { try chain.address(address) }
        }
    }

    @Test func `addresses of Cardano by network`() throws {
        for (address, network) in try addresses("cardano", "valid") {
            let result = Result { () throws(AddressError) in try Chain.cardano.address(address) }
            #expect(((try? result.get()) != nil) == (network == "mainnet"), "\(address)")
        }
    }

    @Test func `addresses of the XRP Ledger with a tag`() throws {
        let all = try #require((groups["xrp"] as? [String: Any])?["x_addresses"] as? [[String: Any]])
        for entry in all {
            let (classic, main, test) = (entry["classic"] as? String, entry["x_mainnet"], entry["x_testnet"])
            #expect(try Chain.xrp.address(#require(main as? String)).text == classic)
            #expect(throws: AddressError.self) { try Chain.xrp.address(#require(test as? String)) }
        }
    }

    @Test func `private keys are refused by every chain`() throws {
        for (key, _) in try addresses("extended_keys", "private_must_be_refused") {
            for chain in Chain.known {
                let error = #expect(throws: AddressError.self) { try chain.address(key) }
                #expect(error?.code == "address.privateMaterial")
            }
        }
    }

    @Test func `Base58 and its checksum`() throws {
        let pairs = try #require((groups["base58_raw"] as? [String: Any])?["pairs"] as? [[String: String]])
        for pair in pairs {
            let (hex, text) = (try #require(pair["hex"]), try #require(pair["base58"]))
            let bytes = stride(from: 0, to: hex.count, by: 2).map { Array(hex)[$0...$0 + 1] }.map {
                UInt8(String($0), radix: 16) ?? 0
            }
            #expect(Base58.bitcoin.decode(text) == bytes && Base58.bitcoin.encode(bytes) == text)
        }
        for (text, _) in try addresses("base58check_generic", "valid") {
            guard case .payload(let payload) = Base58.bitcoin.decodeChecked(text) else {
                Issue.record("\(text)")
                continue
            }
            #expect(Base58.bitcoin.encodeChecked(payload) == text)
        }
    }

    @Test(arguments: [("valid_bech32", Bech32.Variant.bech32), ("valid_bech32m", .bech32m)])
    func `texts of Bech32`(list: String, variant: Bech32.Variant) throws {
        for (text, _) in try addresses("bech32_strings", list) {
            #expect(try Bech32(text).variant == variant, "\(text)")
        }
        let invalid = list.replacing("valid", with: "invalid")
        for (text, _) in try addresses("bech32_strings", invalid) {
            #expect((try? Bech32(text))?.variant != variant, "\(text)")
        }
    }
}
