/// Addresses of Cardano (CIP 19): Bech32 longer than elsewhere, or the Base58 of its first years.
enum CardanoAddresses {
    private static let expected = "texts that begin with addr1, stake1, Ae2 or Ddz"

    static func check(_ text: String, chain: String) throws(AddressError) -> String {
        if text.hasPrefix("Ae2") || text.hasPrefix("Ddz") { return try byron(text, chain) }
        let decoded: Bech32
        do throws(Bech32.Failure) {
            decoded = try Bech32(text, limit: 200)
        } catch {
            switch error {
            case .character(let character): throw .character(character, address: text, chain: chain)
            case .mixedCase, .checksum: throw .checksum(address: text, chain: chain)
            case .form: throw .form(address: text, chain: chain, expected: expected)
            }
        }
        let isStake = decoded.prefix.hasPrefix("stake")
        guard ["addr", "stake", "addr_test", "stake_test"].contains(decoded.prefix), decoded.variant == .bech32,
            let bytes = Bech32.bytes(decoded.data), let header = bytes.first
        else { throw .form(address: text, chain: chain, expected: expected) }
        let isRight =
            switch header >> 4 {
            case 0...3: !isStake && bytes.count == 57
            // A pointer to where the stake is registered: three numbers of any length.
            case 4, 5: !isStake && bytes.count > 31
            case 6, 7: !isStake && bytes.count == 29
            case 14, 15: isStake && bytes.count == 29
            default: false
            }
        guard isRight else { throw .form(address: text, chain: chain, expected: expected) }
        let isTest = decoded.prefix.hasSuffix("_test")
        guard header & 15 == (isTest ? 0 : 1) else { throw .form(address: text, chain: chain, expected: expected) }
        guard !isTest else { throw .testNetwork(address: text, chain: chain) }
        return text.lowercased()
    }

    /// Whether an address is the stake key to which another one belongs, so that its balance includes that one's.
    static func isStake(_ stake: String, of address: String) -> Bool {
        guard stake.hasPrefix("stake1"), address.hasPrefix("addr1"), let key = try? Bech32(stake, limit: 200),
            let owner = try? Bech32(address, limit: 200), let keyBytes = Bech32.bytes(key.data),
            let ownerBytes = Bech32.bytes(owner.data), keyBytes.count == 29, ownerBytes.count == 57,
            let header = ownerBytes.first, let kind = keyBytes.first
        else { return false }
        // Types 0 and 1 name the hash of a key, 2 and 3 that of a script.
        let namesKey = header >> 4 < 2
        return namesKey == (kind >> 4 == 14) && ownerBytes.suffix(28).elementsEqual(keyBytes.suffix(28))
    }

    /// An address of the first years: CBOR of a payload and its CRC-32.
    private static func byron(_ text: String, _ chain: String) throws(AddressError) -> String {
        if let strange = Base58.bitcoin.strangeCharacter(in: text) {
            throw .character(strange, address: text, chain: chain)
        }
        // [24(payload), checksum], the payload with a length of one byte or in its head.
        guard let bytes = Base58.bitcoin.decode(text), bytes.starts(with: [0x82, 0xd8, 0x18]), bytes.count > 10 else {
            throw .form(address: text, chain: chain, expected: expected)
        }
        let isShort = bytes[3] != 0x58
        let start = isShort ? 4 : 5
        let length = isShort ? Int(bytes[3] & 0x1f) : Int(bytes[4])
        guard bytes.count == start + length + 5, bytes[start + length] == 0x1a else {
            throw .checksum(address: text, chain: chain)
        }
        let kept = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard CRC32.checksum(bytes[start..<start + length]) == kept else {
            throw .checksum(address: text, chain: chain)
        }
        return text
    }
}
