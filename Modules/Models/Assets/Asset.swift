public import struct Foundation.UUID

/// Something owned that can fund goals: an amount in one currency, kept by hand or on a chain.
public struct Asset: Sendable, Hashable, Identifiable {
    /// Identity, kept for life.
    public let id: UUID
    /// Name; need not be unique.
    public var name: String
    /// What it is counted in.
    public var currency: Currency
    /// The chain the address lives on ("bitcoin", "ethereum"), or nil.
    public var chain: String?
    /// The address whose balance counts, or nil.
    public var address: String?
    /// What else knows the balance ("exec"), or nil.
    public var source: String?
    /// What the source calls the asset, or nil.
    public var reference: String?

    /// An asset; ``issues`` says what is wrong with it.
    public init(
        id: UUID, name: String, currency: Currency, chain: String? = nil, address: String? = nil,
        source: String? = nil, reference: String? = nil
    ) {
        self.id = id
        self.name = name
        self.currency = currency
        self.chain = chain
        self.address = address
        self.source = source
        self.reference = reference
    }

    /// Whether part of the balance lives on a chain.
    public var isOnChain: Bool { address != nil }

    /// Whether part of the balance is read somewhere else: from a chain, or from a source.
    public var isReadElsewhere: Bool { isOnChain || source != nil }

    /// Everything that is wrong with the asset; empty when it is valid.
    public var issues: [ValidationIssue] {
        var issues = ValidationIssue.issues(ofName: name, field: "name", of: "asset")
        if address != nil, chain == nil {
            issues.append(
                ValidationIssue(
                    code: "required", field: "chain",
                    message: "An address needs its chain: say which one, as in bitcoin."))
        }
        if reference != nil, source == nil {
            issues.append(
                ValidationIssue(
                    code: "required", field: "source", message: "A reference needs the source that knows it."))
        }
        if let source, reference == nil {
            issues.append(
                ValidationIssue(
                    code: "required", field: "reference",
                    message: "The source '\(source.printable)' needs a reference by which it knows the asset."))
        }
        if let address, !address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) || address.isEmpty {
            issues.append(
                ValidationIssue(
                    code: "invalidAddress", field: "address",
                    // What is no address may be a secret, and is not repeated.
                    message: "The address has spaces or characters that no chain uses."))
        }
        if let chain,
            !chain.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
                || chain.isEmpty
        {
            issues.append(
                ValidationIssue(
                    code: "invalidChain", field: "chain",
                    message: "'\(chain.printable)' is not the name of a chain. Write it in lower case, as in bitcoin."))
        }
        if case .token(let tokenChain, _) = currency.kind, let chain, chain != tokenChain {
            issues.append(
                ValidationIssue(
                    code: "otherChain", field: "chain",
                    message: "The token lives on \(tokenChain), the address on \(chain). They have to be the same."))
        }
        return issues
    }
}
