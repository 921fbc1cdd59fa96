public import Models

/// Why a text is no address of a chain. What could be a secret is never repeated.
public enum AddressError: Problem, Equatable {
    /// A seed phrase or a private key: what it is, never which.
    case privateMaterial(String)
    /// Nothing, or nothing but blanks.
    case empty(chain: String)
    /// A character that addresses of the chain do not have.
    case character(Character, address: String, chain: String)
    /// The checksum does not agree: a character is wrong, missing or in the wrong case.
    case checksum(address: String, chain: String)
    /// It is too short or too long, or begins as no address of the chain does.
    case form(address: String, chain: String, expected: String)
    /// An address of a network for tests.
    case testNetwork(address: String, chain: String)
    /// An extended public key that cannot be used, and why.
    case extendedKey(String, reason: String)
    /// Something else that wallets show, and what to give instead. It is not repeated: it may hold a key.
    case noAddress(kind: String, instead: String)
    /// An address of another chain.
    case otherChain(address: String, chain: String, actual: String)

    /// What is wrong, with what is accepted.
    public var description: String {
        switch self {
        case .privateMaterial(let kind):
            "This looks like \(kind). Whoever has it can take the money, so it was not kept. Give the public address."
        case .empty(let chain): "The address is empty. Give an address of \(chain)."
        case .character(let character, let address, let chain):
            "'\(address.printable)' has the character '\(String(character).printable)', which addresses of \(chain) do not "
                + "have. Copy the address again."
        case .checksum(let address, let chain):
            "'\(address.printable)' is mistyped: its checksum does not agree, as it does in addresses of \(chain). Copy the "
                + "address again."
        case .form(let address, let chain, let expected):
            "'\(address.printable)' is no address of \(chain), which are \(expected)."
        case .testNetwork(let address, let chain):
            "'\(address.printable)' belongs to a test network of \(chain), where coins have no value."
        case .extendedKey(let key, let reason):
            "The extended public key '\(key.prefix(12).description.printable)…' cannot be used: \(reason)."
        case .noAddress(let kind, let instead): "This is \(kind), not an address. \(instead)."
        case .otherChain(let address, let chain, let actual):
            "'\(address.printable)' is an address of \(actual), not of \(chain)."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .privateMaterial: "address.privateMaterial"
        case .empty: "address.empty"
        case .character: "address.character"
        case .checksum: "address.checksum"
        case .form: "address.form"
        case .testNetwork: "address.testNetwork"
        case .extendedKey: "address.extendedKey"
        case .noAddress: "address.otherCode"
        case .otherChain: "address.otherChain"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [AddressError] {
        [
            .privateMaterial("a seed phrase"), .empty(chain: "Bitcoin"),
            .character("l", address: "1l", chain: "Bitcoin"), .checksum(address: "1A1z", chain: "Bitcoin"),
            .form(address: "abc", chain: "Bitcoin", expected: "26 to 62 characters long"),
            .testNetwork(address: "tb1q", chain: "Bitcoin"),
            .extendedKey("Zpub6rFR7y4Q2", reason: "it belongs to a test network, where coins have no value"),
            .noAddress(kind: "a name", instead: "Give the address that it stands for"),
            .otherChain(address: "L…", chain: "Bitcoin", actual: "Litecoin"),
        ]
    }
}
