/// The public half of a wallet's account (BIP 32): with it all addresses of the account can be found, and no coin be moved.
public struct ExtendedPublicKey: Sendable, Hashable {
    /// What the addresses of a key pay to, which its first bytes say (SLIP 132).
    public enum Script: Sendable, Hashable {
        /// A key's hash: `1…`, `L…` (BIP 44).
        case keyHash
        /// A segregated witness inside a script's hash: `3…`, `M…` (BIP 49).
        case nestedWitness
        /// A segregated witness: `bc1q…` (BIP 84).
        case witness
    }

    /// The key as it is written.
    public let text: String
    /// The chain that its addresses are on.
    public let chain: Chain
    /// What they pay to.
    public let script: Script
    /// How many steps it is below the key of the whole wallet.
    public let depth: UInt8
    /// The first bytes of the hash of the key above it; 0 for the key of the whole wallet.
    public let parentFingerprint: UInt32
    /// Its number among the keys below that one.
    public let childNumber: UInt32
    /// The 32 bytes that are mixed into the keys below it.
    public let chainCode: [UInt8]
    /// The point of the curve: 02 or 03, and 32 bytes.
    public let key: [UInt8]

    /// Reads a key; nil for a text that begins as no extended public key does.
    ///
    /// Whether the key is a point of the curve is found when addresses are derived.
    ///
    /// - Throws: ``AddressError``.
    init?(_ text: String, chain asked: Chain) throws(AddressError) {
        guard text.utf8.count > 50, Self.prefixes.contains(where: { text.hasPrefix($0) }) else { return nil }
        if let strange = Base58.bitcoin.strangeCharacter(in: text) {
            throw .character(strange, address: text, chain: asked.name)
        }
        guard case .payload(let payload) = Base58.bitcoin.decodeChecked(text) else {
            throw .checksum(address: text, chain: asked.name)
        }
        func refusal(_ reason: String) -> AddressError { .extendedKey(text, reason: reason) }
        guard payload.count == 78 else { throw refusal("it has \(payload.count) bytes instead of 78") }
        switch Self.versions[Self.number(payload[0..<4])] {
        case .account(let chain, let script): (self.chain, self.script) = (chain, script)
        case .several: throw refusal("it is one of several keys that sign together, of which all would be needed")
        case .test: throw refusal("it belongs to a test network, where coins have no value")
        case nil: throw refusal("its first bytes are those of no known chain")
        }
        self.text = text
        depth = payload[4]
        parentFingerprint = Self.number(payload[5..<9])
        childNumber = Self.number(payload[9..<13])
        chainCode = Array(payload[13..<45])
        key = Array(payload[45...])
        guard depth > 0 || parentFingerprint == 0 && childNumber == 0 else {
            throw refusal("it says that it is the key of a whole wallet and that there is one above it")
        }
        guard key[0] == 2 || key[0] == 3 else { throw refusal("what should be its key is none") }
        guard chain == asked else { throw .otherChain(address: text, chain: asked.name, actual: chain.name) }
    }

    /// What the first four bytes of a key say.
    private enum Version {
        case account(Chain, Script)
        case several
        case test
    }

    /// What keys begin with, as people see them.
    private static let prefixes = [
        "xpub", "ypub", "zpub", "Ypub", "Zpub", "tpub", "upub", "vpub", "Upub", "Vpub", "Ltub", "Mtub", "ttub",
    ]

    private static let versions: [UInt32: Version] = [
        0x0488_b21e: .account(.bitcoin, .keyHash), 0x049d_7cb2: .account(.bitcoin, .nestedWitness),
        0x04b2_4746: .account(.bitcoin, .witness), 0x019d_a462: .account(.litecoin, .keyHash),
        0x01b2_6ef6: .account(.litecoin, .nestedWitness), 0x0295_b43f: .several, 0x02aa_7ed3: .several,
        0x0435_87cf: .test, 0x044a_5262: .test, 0x045f_1cf6: .test, 0x0242_89ef: .test, 0x0257_5483: .test,
        0x0436_f6e1: .test,
    ]

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
