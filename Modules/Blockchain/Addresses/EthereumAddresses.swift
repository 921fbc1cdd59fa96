/// Addresses of Ethereum and of chains that run its machine: `0x` and 40 hexadecimal digits, whose case may be a checksum
/// (EIP 55).
enum EthereumAddresses {
    static func check(_ text: String, chain: String) throws(AddressError) -> String {
        guard text.hasPrefix("0x"), text.utf8.count == 42 else {
            throw .form(address: text, chain: chain, expected: "0x with 40 hexadecimal digits")
        }
        let digits = String(text.dropFirst(2))
        if let strange = digits.first(where: { !$0.isASCII || !$0.isHexDigit }) {
            throw .character(strange, address: text, chain: chain)
        }
        let right = withChecksum(digits.lowercased())
        let isPlain = digits == digits.lowercased() || digits == digits.uppercased()
        guard isPlain || digits == right else { throw .checksum(address: text, chain: chain) }
        return "0x" + right
    }

    /// The digits with those in upper case whose place in the hash of all is 8 or more.
    private static func withChecksum(_ digits: String) -> String {
        let hash = Keccak256.hash(Array(digits.utf8))
        return String(
            digits.enumerated().map { index, digit in
                let nibble = index.isMultiple(of: 2) ? hash[index / 2] >> 4 : hash[index / 2] & 15
                return nibble >= 8 ? Character(digit.uppercased()) : digit
            })
    }
}
