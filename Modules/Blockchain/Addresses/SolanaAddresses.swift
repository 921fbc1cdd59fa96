/// Addresses of Solana: 32 bytes in Base58. They have no checksum, so that most mistyped ones look right.
enum SolanaAddresses {
    static func check(_ text: String, chain: String) throws(AddressError) -> String {
        if let strange = Base58.bitcoin.strangeCharacter(in: text) {
            throw .character(strange, address: text, chain: chain)
        }
        guard (32...44).contains(text.utf8.count), Base58.bitcoin.decode(text)?.count == 32 else {
            throw .form(address: text, chain: chain, expected: "32 to 44 characters of Base58 that make 32 bytes")
        }
        return text
    }
}
