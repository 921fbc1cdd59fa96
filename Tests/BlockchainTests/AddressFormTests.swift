import Models
import Testing

@testable import Blockchain

/// Addresses that can be written in several ways, and what wallets show besides addresses.
@Suite struct AddressFormTests {
    private static let cash = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
    private static let script = "bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq"
    private static let ether = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

    private static func text(_ text: String, _ chain: Chain) throws -> String { try chain.address(text).text }

    @Test func `all forms of an address of Bitcoin Cash become one`() throws {
        #expect(try Self.text("1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", .bitcoinCash) == Self.cash)
        #expect(try Self.text("3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC", .bitcoinCash) == Self.script)
        let hash = try #require(CashAddress.decode(Self.cash.dropFirst(12), prefix: "bitcoincash")).dropFirst()
        for (version, form) in [(UInt8(0x10), Self.cash), (0x18, Self.script)] {
            let tokens = CashAddress.encode([version] + hash, prefix: "bitcoincash")
            #expect("zr".contains(tokens.first ?? " "))
            for written in [tokens, "bitcoincash:" + tokens, tokens.uppercased(), "bitcoincash:\(tokens)?amount=1"] {
                #expect(try Self.text(written, .bitcoinCash) == form)
            }
        }
        let address = try Chain.bitcoinCash.address(Self.cash)
        for same in ["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", String(Self.cash.dropFirst(12)), Self.cash.uppercased()] {
            #expect(address.isSame(as: same), "\(same)")
        }
        #expect(!address.isSame(as: Self.script) && !address.isSame(as: "") && !address.isSame(as: "z"))
    }

    @Test func `old scripts of Litecoin become new ones`() throws {
        let old = "3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou"
        let address = try Chain.litecoin.address(old)
        #expect(address.text.hasPrefix("M") && address.isSame(as: old) && address.isSame(as: address.text))
        let (before, after) = (Base58.bitcoin.decodeChecked(old), Base58.bitcoin.decodeChecked(address.text))
        guard case .payload(let first) = before, case .payload(let second) = after else {
            Issue.record("no payload")
            return
        }
        #expect(first.dropFirst().elementsEqual(second.dropFirst()))
        #expect(try Self.text(address.text, .litecoin) == address.text)
    }

    /// Every chain's addresses mean themselves alone.
    @Test func `an address is never the same as another one`() throws {
        let addresses: [(Chain, String, String)] = [
            (.bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
            (.litecoin, "LW6HjAU6GL9fK2LZWUA6VZCzomTdrpx3nr", "3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou"),
            (.bitcoinCash, Self.cash, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        ]
        for (chain, one, other) in addresses {
            let (first, second) = (try chain.address(one), try chain.address(other))
            #expect(!first.isSame(as: other) && !second.isSame(as: one))
            #expect(first.isSame(as: one) && second.isSame(as: other))
        }
    }

    @Test(
        arguments: [
            ("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.1&label=x", Chain.bitcoin),
            ("BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", .bitcoin),
            ("bitcoin://1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", .bitcoin),
            ("litecoin:LW6HjAU6GL9fK2LZWUA6VZCzomTdrpx3nr?amount=1", .litecoin),
            ("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .ethereum),
            ("ethereum:pay-0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@137?value=1", .polygon),
            ("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", .polygon),
            ("solana:2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST?amount=1&spl-token=x", .solana),
            ("r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59:12345", .xrp), ("r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59?dt=12345", .xrp),
            ("ripple:r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59?dt=1", .xrp),
            ("tron:TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC", .tron),
        ] as [(String, Chain)])
    func `a payment request stands for its address`(text: String, chain: Chain) throws {
        let address = try chain.address(text).text
        #expect(!address.contains(":") && !address.contains("?"))
        #expect(try chain.address(address).text == address)
    }

    @Test(
        arguments: [
            ("litecoin:LW6HjAU6GL9fK2LZWUA6VZCzomTdrpx3nr", Chain.bitcoin, "an address of Litecoin"),
            ("bitcoin:1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", .bitcoinCash, "an address of Bitcoin,"),
            ("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@137", .ethereum, "an address of Polygon"),
            ("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@99999", .ethereum, "an address of chain 99999"),
            ("example.eth", .ethereum, "a name"), ("alice.sol", .solana, "a name"),
            ("ltcmweb1qq", .litecoin, "MWEB"), ("lnbc20m1pvjluezpp5qqqsyq", .bitcoin, "Lightning"),
            (
                "wpkh([d34db33f/84h/0h/0h]xpub6DJ2dNUysrn5Vt36jH2KLBT2i1auw1tTSSomg8PhqNiUtx8QX2SvC/0/*)#x", .bitcoin,
                "an output descriptor"
            ),
            ("bitcoin:", .bitcoin, "empty"), ("bitcoin:?amount=1", .bitcoin, "empty"),
            ("bitcoin:5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", .bitcoin, "a private key"),
            (
                "wpkh(xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi)",
                .bitcoin, "private key"
            ),
        ] as [(String, Chain, String)])
    func `what else wallets show is named for what it is`(text: String, chain: Chain, reason: String) {
        do {
            let address = try chain.address(text)
            Issue.record("taken: \(address)")
        } catch {
            #expect(error.description.contains(reason), "\(error)")
            #expect(!error.description.contains("xprv9") && !error.description.contains("5HueC"))
        }
    }

    @Test func `addresses that belong to nobody are told apart from others`() throws {
        let nobody: [(Chain, String)] = [
            (.ethereum, "0x0000000000000000000000000000000000000000"),
            (.base, "0x000000000000000000000000000000000000dEaD"), (.solana, "11111111111111111111111111111111"),
            (.bitcoin, "1111111111111111111114oLvT2"), (.xrp, "rrrrrrrrrrrrrrrrrrrrrhoLvTp"),
        ]
        for (chain, text) in nobody { #expect(try chain.address(text).isOfNobody, "\(text)") }
        let somebody = try [
            Chain.ethereum.address(Self.ether), Chain.bitcoin.address("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        ]
        #expect(!somebody.contains { $0.isOfNobody })
    }
}
