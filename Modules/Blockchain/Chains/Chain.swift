public import Models

/// A chain on which balances are kept: its native coin, what its addresses look like, and where people look at it.
///
/// ```swift
/// let address = try Chain.ethereum.address("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")
/// address.text  // 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
/// Chain.ethereum.explorer(of: address)  // https://etherscan.io/address/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
/// Chain.predicted(forSymbol: "SOL")?.name ?? "unknown"  // Solana
/// ```
public struct Chain: Sendable, Identifiable {
    /// Checks a text and gives the address in its one form.
    public typealias AddressCheck = @Sendable (_ text: String) throws(AddressError) -> String

    /// The word for it in assets, settings and files: "bitcoin".
    public let id: String
    /// Its name: "Bitcoin".
    public let name: String
    /// Its native coin, whose minor unit is the chain's smallest.
    public let currency: Currency
    /// Its number among the chains that run Ethereum's machine (EIP 155); nil for others.
    public let ethereumID: Int?
    private let addressPage: String
    private let transactionPage: String
    private let check: AddressCheck

    /// A chain.
    ///
    /// - Parameters:
    ///   - id: Lower-case letters, digits and `-`.
    ///   - ethereumID: Its number by EIP 155 when it runs Ethereum's machine.
    ///   - addressPage: The page of an address in an explorer, without the address.
    ///   - transactionPage: The page of a transaction, without its hash.
    ///   - check: What its addresses have to be.
    public init(
        id: String, name: String, currency: Currency, ethereumID: Int? = nil, addressPage: String,
        transactionPage: String, check: @escaping AddressCheck
    ) {
        self.id = id
        self.name = name
        self.currency = currency
        self.ethereumID = ethereumID
        self.addressPage = addressPage
        self.transactionPage = transactionPage
        self.check = check
    }

    /// The address that a text is, in its one form; on Bitcoin and Litecoin also an extended public key. A payment request
    /// as wallets show it (`bitcoin:bc1q…?amount=1`) stands for its address.
    ///
    /// - Throws: ``AddressError``; what could be a secret is never repeated in it.
    public func address(_ text: String) throws(AddressError) -> ChainAddress {
        if let kind = PrivateMaterial.kind(of: text) { throw .privateMaterial(kind) }
        let trimmed = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard !trimmed.isEmpty else { throw .empty(chain: name) }
        if let (kind, instead) = AddressError.otherCode(trimmed) {
            // A descriptor may hold a private key.
            if trimmed.contains("prv") { throw .privateMaterial("an extended private key") }
            throw .noAddress(kind: kind, instead: instead)
        }
        let code = PaymentCode(trimmed, for: self)
        let text = code.address
        guard !text.isEmpty else { throw .empty(chain: name) }
        if let kind = PrivateMaterial.kind(of: text) { throw .privateMaterial(kind) }
        guard code.fits(self) else { throw .otherChain(address: text, chain: name, actual: code.chainName) }
        if let key = try ExtendedPublicKey(text, chain: self) {
            return ChainAddress(chain: self, text: text, extendedKey: key)
        }
        do throws(AddressError) {
            return ChainAddress(chain: self, text: try check(text))
        } catch {
            // A checksum that agrees elsewhere says more than one that does not agree here.
            let other = Chain.known.first { $0.id != id && (try? $0.check(text)) != nil && $0.hasChecksum }
            if let other { throw .otherChain(address: text, chain: name, actual: other.name) }
            throw error
        }
    }

    /// Whether a mistyped address can be told from a right one.
    private var hasChecksum: Bool { id != Chain.solana.id }

    /// The page that shows an address.
    public func explorer(of address: ChainAddress) -> String { addressPage + address.text }

    /// The page that shows a transaction.
    public func explorer(ofTransaction hash: String) -> String { transactionPage + hash }
}

extension Chain: Hashable {
    /// Whether two chains have one id.
    public static func == (left: Chain, right: Chain) -> Bool { left.id == right.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
