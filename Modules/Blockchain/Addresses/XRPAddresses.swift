/// Addresses of the XRP Ledger: `r…`, or `X…` with the tag of a recipient, which plays no part in balances.
enum XRPAddresses {
    private static let expected = "25 to 35 characters that begin with r, or 47 that begin with X"

    static func check(_ text: String, chain: String) throws(AddressError) -> String {
        if let strange = Base58.xrp.strangeCharacter(in: text) {
            throw .character(strange, address: text, chain: chain)
        }
        guard (25...47).contains(text.utf8.count), let decoded = Base58.xrp.decodeChecked(text) else {
            throw .form(address: text, chain: chain, expected: expected)
        }
        guard case .payload(let payload) = decoded else { throw .checksum(address: text, chain: chain) }
        if payload.count == 21, payload[0] == 0 { return text }
        guard payload.count == 31 else { throw .form(address: text, chain: chain, expected: expected) }
        switch (payload[0], payload[1]) {
        case (0x05, 0x44): return Base58.xrp.encodeChecked([0] + payload[2..<22])
        case (0x04, 0x93): throw .testNetwork(address: text, chain: chain)
        default: throw .form(address: text, chain: chain, expected: expected)
        }
    }
}
