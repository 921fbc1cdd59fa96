/// An address that was checked.
public struct ChainAddress: Sendable, Hashable, CustomStringConvertible {
    /// The chain it is on.
    public let chain: Chain
    /// The address in the one form that its chain's services take: lower case for Bech32, mixed case for Ethereum's.
    public let text: String

    /// The same as ``text``.
    public var description: String { text }
}
