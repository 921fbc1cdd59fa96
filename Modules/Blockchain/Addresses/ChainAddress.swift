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

    /// Whether a text of a server means the address: in its one form, or in another one that pays to the same script.
    package func isSame(as other: String) -> Bool {
        let (own, given) = (text.lowercased(), other.lowercased())
        if own == given || own.hasSuffix(":" + given) { return true }
        // The other forms, by how they begin, so that not every address of a long list is decoded.
        let isOther =
            switch chain {
            case .litecoin: text.hasPrefix("M") && other.hasPrefix("3")
            case .bitcoinCash: ["1", "3", "z", "r", "bitcoincash:z", "bitcoincash:r"].contains { given.hasPrefix($0) }
            default: false
            }
        guard isOther, let address = try? chain.address(other) else { return false }
        return address.extendedKey == nil && address.text == text
    }

    /// Whether the balance of the address includes that of another one: it is the same, or the stake key of the other one.
    public func covers(_ other: ChainAddress) -> Bool {
        guard chain == other.chain else { return false }
        return text == other.text || CardanoAddresses.isStake(text, of: other.text)
    }

    /// Whether it is one of the addresses of no key at all, which stand for nothing or for what is destroyed.
    var isOfNobody: Bool {
        if chain.ethereumID != nil {
            let digits = text.dropFirst(2)
            return digits.allSatisfy { $0 == "0" }
                || digits.lowercased().hasSuffix("dead") && digits.drop { $0 == "0" }.count == 4
        }
        switch chain {
        case .solana: return text == "11111111111111111111111111111111" || text.hasPrefix("1nc1nerator")
        case .xrp: return ["rrrrrrrrrrrrrrrrrrrrrhoLvTp", "rrrrrrrrrrrrrrrrrrrrBZbvji"].contains(text)
        default: return !payload.isEmpty && payload.allSatisfy { $0 == 0 }
        }
    }

    /// The 20 bytes behind the version of an address in Base58, as contracts name its holder; empty for another form.
    package var payload: [UInt8] {
        guard case .payload(let bytes) = Base58.bitcoin.decodeChecked(text), bytes.count == 21 else { return [] }
        return Array(bytes.dropFirst())
    }
}
