/// An address that was checked, or the extended public key of a wallet, which stands for all its addresses.
public struct ChainAddress: Sendable, Hashable, CustomStringConvertible {
    /// The chain it is on.
    public let chain: Chain
    /// The address in the one form that its chain's services take: lower case for Bech32, mixed case for Ethereum's.
    public let text: String
    /// The key, where it is one.
    public let extendedKey: ExtendedPublicKey?

    init(chain: Chain, text: String, extendedKey: ExtendedPublicKey? = nil) {
        self.chain = chain
        self.text = text
        self.extendedKey = extendedKey
    }

    /// The same as ``text``.
    public var description: String { text }

    /// The 20 bytes behind the version of an address in Base58, as contracts name its holder; empty for another form.
    package var payload: [UInt8] {
        guard case .payload(let bytes) = Base58.bitcoin.decodeChecked(text), bytes.count == 21 else { return [] }
        return Array(bytes.dropFirst())
    }
}
