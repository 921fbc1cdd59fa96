import Models

/// Addresses of Bitcoin and of chains made like it: Base58 with a checksum, Bech32, or Bitcoin Cash's own form.
struct BitcoinAddresses: Sendable {
    /// The chain's name, for errors.
    let chain: String
    /// The first bytes of its Base58 addresses.
    let versions: Set<UInt8>
    /// The first bytes of those of its test networks.
    let testVersions: Set<UInt8>
    /// The readable part of its Bech32 addresses; nil when it has none.
    var segwit: String?
    /// The readable parts of those of its test networks.
    var testSegwit: Set<String> = []
    /// The prefix of Bitcoin Cash's form; nil when it has none.
    var cash: String?
    /// The first bytes of old addresses with the first bytes that took their place.
    var replaced: [UInt8: UInt8] = [:]
    /// What its addresses look like, for errors.
    let expected: String

    /// The address in its one form. Several addresses that pay to the same script have the same one.
    func check(_ text: String) throws(AddressError) -> String {
        if let cash, let address = try cashAddress(text, cash) { return address }
        let lower = text.lowercased()
        for prefix in [segwit].compactMap(\.self) + testSegwit.sorted() where lower.hasPrefix(prefix + "1") {
            return try segwitAddress(text)
        }
        if let strange = Base58.bitcoin.strangeCharacter(in: text) {
            throw .character(strange, address: text, chain: chain)
        }
        guard (25...36).contains(text.utf8.count), let decoded = Base58.bitcoin.decodeChecked(text) else {
            throw .form(address: text, chain: chain, expected: expected)
        }
        guard case .payload(let payload) = decoded else { throw .checksum(address: text, chain: chain) }
        guard payload.count == 21 else { throw .form(address: text, chain: chain, expected: expected) }
        guard versions.contains(payload[0]) else {
            if testVersions.contains(payload[0]) { throw .testNetwork(address: text, chain: chain) }
            throw .form(address: text, chain: chain, expected: expected)
        }
        if let cash {
            // The first of the two versions pays to a key, the second to a script.
            let kind: UInt8 = payload[0] == 0 ? 0 : 8
            return "\(cash):" + CashAddress.encode([kind] + payload.dropFirst(), prefix: cash)
        }
        guard let version = replaced[payload[0]] else { return text }
        return Base58.bitcoin.encodeChecked([version] + payload.dropFirst())
    }

    private func segwitAddress(_ text: String) throws(AddressError) -> String {
        let decoded: Bech32
        do throws(Bech32.Failure) {
            decoded = try Bech32(text)
        } catch {
            switch error {
            case .character(let character): throw .character(character, address: text, chain: chain)
            case .mixedCase, .checksum: throw .checksum(address: text, chain: chain)
            case .form: throw .form(address: text, chain: chain, expected: expected)
            }
        }
        guard let version = decoded.data.first, let program = Bech32.bytes(decoded.data.dropFirst()) else {
            throw .form(address: text, chain: chain, expected: expected)
        }
        // Version 0 has a key's hash or a script's; later versions have a checksum of their own (BIP 350).
        let isRightSize = version == 0 ? [20, 32].contains(program.count) : (2...40).contains(program.count)
        guard version <= 16, isRightSize else { throw .form(address: text, chain: chain, expected: expected) }
        guard decoded.variant == (version == 0 ? .bech32 : .bech32m) else {
            throw .checksum(address: text, chain: chain)
        }
        guard decoded.prefix == segwit else {
            if testSegwit.contains(decoded.prefix) { throw .testNetwork(address: text, chain: chain) }
            throw .form(address: text, chain: chain, expected: expected)
        }
        return text.lowercased()
    }

    /// The address in Bitcoin Cash's form with its prefix; nil for a text of another form.
    private func cashAddress(_ text: String, _ prefix: String) throws(AddressError) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let body = parts.last.map(String.init) ?? ""
        let lower = body.lowercased()
        guard parts.count == 2 || parts.count == 1 && lower.utf8.count == 42 && "qpzr".contains(lower.first ?? " ")
        else {
            return nil
        }
        if parts.count == 2, parts[0].lowercased() != prefix {
            if ["bchtest", "bchreg"].contains(parts[0].lowercased()) {
                throw .testNetwork(address: text, chain: chain)
            }
            throw .form(address: text, chain: chain, expected: expected)
        }
        let isOneCase = text == text.lowercased() || text == text.uppercased()
        guard isOneCase, let bytes = CashAddress.decode(lower, prefix: prefix) else {
            throw .checksum(address: text, chain: chain)
        }
        // Key or script, for coins alone or for tokens too; the last bits say that the hash has 20 bytes.
        guard bytes.count == 21, [0x00, 0x08, 0x10, 0x18].contains(bytes[0]) else {
            throw .form(address: text, chain: chain, expected: expected)
        }
        // One that also takes tokens pays to the same script.
        return "\(prefix):" + CashAddress.encode([bytes[0] & 0x08] + bytes.dropFirst(), prefix: prefix)
    }
}
