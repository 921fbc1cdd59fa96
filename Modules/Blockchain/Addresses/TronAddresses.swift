/// Addresses of Tron: Base58 with a checksum that begins with `T`.
enum TronAddresses {
    static func check(_ text: String, chain: String) throws(AddressError) -> String {
        if let strange = Base58.bitcoin.strangeCharacter(in: text) {
            throw .character(strange, address: text, chain: chain)
        }
        guard text.utf8.count == 34, let decoded = Base58.bitcoin.decodeChecked(text) else {
            throw .form(address: text, chain: chain, expected: "34 characters long and begin with T")
        }
        guard case .payload(let payload) = decoded else { throw .checksum(address: text, chain: chain) }
        guard payload.count == 21, payload[0] == 0x41 else {
            throw .form(address: text, chain: chain, expected: "34 characters long and begin with T")
        }
        return text
    }
}
