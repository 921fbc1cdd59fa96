import Blockchain
import Testing

@Suite("Addresses of every chain") struct AddressTests {
    /// An address as people give it and in its one form, from the chains' own documents.
    static let valid: [(chain: Chain, given: String, canonical: String?)] = [
        (.bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", nil),
        (.bitcoin, "3ALJH9Y951VCGcVZYAdpA3KchoP9McEj1G", nil),
        (.bitcoin, "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        (.bitcoin, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", nil),
        (.bitcoin, " 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa\n", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        (.litecoin, "LW6HjAU6GL9fK2LZWUA6VZCzomTdrpx3nr", nil),
        (.litecoin, "3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou", "MJZWZqmykQ32rvH8vUnW9jEPbyGg7agWQZ"),
        (.dogecoin, "AETZJzedcmLM2rxCM6VqCGF3YEMUjA3jMw", nil),
        (.bitcoinCash, "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", nil),
        (
            .bitcoinCash, "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
        ),
        (
            .ethereum, "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
        ),
        (.base, "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb", nil),
        (.solana, "2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST", nil),
        (.xrp, "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", nil),
        (.xrp, "X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ", "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"),
        (.cardano, "Ae2tdPwUPEZ18ZjTLnLVr9CEvUEUX4eW1LBHbxxxJgxdAYHrDeSCSbCxrvx", nil),
        (.tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", nil),
    ]

    @Test(arguments: valid.indices) func `an address is taken in its one form`(index: Int) throws {
        let (chain, given, canonical) = Self.valid[index]
        #expect(try chain.address(given).text == canonical ?? given)
        #expect(try chain.explorer(of: chain.address(given)).hasSuffix(canonical ?? given))
    }

    @Test(arguments: valid.indices) func `an address with one character changed is refused`(index: Int) {
        let (chain, given, canonical) = Self.valid[index]
        let address = canonical ?? given
        // Solana has no checksum, and one case of Ethereum's addresses none.
        guard chain != .solana, chain.ethereumID == nil else { return }
        let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0:")
        var accepted: [String] = []
        for (place, old) in address.enumerated() {
            for new in alphabet where new != old && new.lowercased() != old.lowercased() {
                var changed = Array(address)
                changed[place] = new
                // A prefix may be left out, and then stands in no checksum.
                if let taken = try? chain.address(String(changed)) { accepted.append(taken.text) }
            }
        }
        #expect(accepted == [])
    }

    @Test(arguments: [
        (Chain.bitcoin, "LW6HjAU6GL9fK2LZWUA6VZCzomTdrpx3nr", "an address of Litecoin"),
        (.litecoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "an address of Bitcoin"),
        (.ethereum, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "an address of Tron"),
        (.solana, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "an address of Ethereum"),
        (.bitcoin, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "test network"),
        (.bitcoin, "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "test network"),
        (.bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "mistyped"),
        (.bitcoin, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0", "has the character '0'"),
        (.ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "mistyped"),
        (.ethereum, "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x with 40"),
        (.solana, "abc", "32 bytes"), (.xrp, "  ", "empty"), (.cardano, "addr1", "begin with addr1"),
    ])
    func `a refusal says why`(chain: Chain, text: String, reason: String) {
        let error = #expect(throws: AddressError.self) { try chain.address(text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
        "  LEGAL winner thank year wave sausage worth useful legal winner thank\nyellow ",
        "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
        "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617",
        "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318", "sn259rEFXrQrWyx3Q7XneWcwV6dfL",
        "sEdTM1uX8pu2do5XvTnutH6HsouMaM2",
    ])
    func `what could be a secret is refused by every chain and never repeated`(secret: String) {
        for chain in Chain.known {
            let error = #expect(throws: AddressError.self) { try chain.address(secret) }
            guard case .privateMaterial = error else {
                Issue.record("\(chain.name): \(error?.description ?? "")")
                continue
            }
            for word in secret.split(whereSeparator: \.isWhitespace) where word.count > 5 {
                #expect(error?.description.contains(word) == false)
            }
        }
    }

    @Test func `a chain is predicted from a coin's symbol`() {
        let symbols = [
            "BTC", "ltc", "DOGE", "BCH", "ETH", "POL", "BNB", "AVAX", "SOL", "XRP", "ADA", "TRX", "EUR", "USDC",
        ]
        #expect(
            symbols.map { Chain.predicted(forSymbol: $0)?.id } == [
                "bitcoin", "litecoin", "dogecoin", "bitcoin-cash", "ethereum", "polygon", "bnb", "avalanche", "solana",
                "xrp", "cardano", "tron", nil, nil,
            ])
        for chain in Chain.known {
            #expect(Chain(id: chain.id.uppercased()) == chain)
            #expect(Chain.known.filter { $0.id == chain.id }.count == 1)
        }
        #expect(Set(Chain.known.compactMap(\.ethereumID)).count == 7)
    }

    @Test func `the example of the documentation`() throws {
        let address = try Chain.ethereum.address("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")
        #expect("\(address.text)" == "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        #expect(
            "\(Chain.ethereum.explorer(of: address))"
                == "https://etherscan.io/address/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        #expect("\(Chain.predicted(forSymbol: "SOL")?.name ?? "unknown")" == "Solana")
    }
}
