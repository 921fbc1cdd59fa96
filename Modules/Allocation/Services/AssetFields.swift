public import Models

/// What a person says of an asset, as text. What is nil was not said; an empty text takes a chain, address, source or
/// reference away.
public struct AssetFields: Sendable {
    /// The name.
    public var name: String?
    /// The code of its currency, or the symbol of a token. It never changes.
    public var currency: String?
    /// The contract, of a token.
    public var contract: String?
    /// The decimals of a token, as its contract states.
    public var decimals: Int?
    /// The chain of its address or contract.
    public var chain: String?
    /// The address whose balance counts.
    public var address: String?
    /// Where its balance comes from besides transactions entered by hand: the name of a funding source.
    public var source: String?
    /// What the source knows it by.
    public var reference: String?

    /// Nothing is said.
    public init() {}
}

extension AssetFields {
    /// A new asset, or everything that is wrong with it.
    ///
    /// - Throws: ``CurrencyError``, ``AssetError``, ``ValidationError``.
    func newAsset(id: Asset.ID) throws -> Asset {
        var asset = Asset(id: id, name: name ?? "", currency: try unit())
        applyPlace(to: &asset)
        if let error = ValidationError(asset.faults) { throw error }
        return asset
    }

    /// An asset with what is said changed.
    ///
    /// - Throws: ``ValidationError``.
    func edited(_ original: Asset) throws -> Asset {
        var asset = original
        if let name { asset.name = name }
        applyPlace(to: &asset)
        if let error = ValidationError(asset.faults) { throw error }
        return asset
    }

    private func applyPlace(to asset: inout Asset) {
        func part(_ text: String) -> String? { text.isEmpty ? nil : text }
        if let chain { asset.chain = part(chain) }
        if let address { asset.address = part(address) }
        if let source { asset.source = part(source) }
        if let reference { asset.reference = part(reference) }
    }

    private func unit() throws -> Currency {
        guard let contract, let chain else { return try Currency(code: currency ?? "") }
        // Decimals are never guessed: a token that looks like a known coin may still count differently.
        guard let decimals else { throw AssetError.decimalsNeeded(token: currency ?? "") }
        return try Currency(token: currency ?? "", chain: chain, contract: contract, decimals: decimals)
    }
}

/// Why an asset or a transaction cannot be entered.
public enum AssetError: Problem, Equatable {
    /// A token without its number of decimals.
    case decimalsNeeded(token: String)
    /// An amount with a sign, for which there is an entry of the other kind.
    case negativeAmount(Money, isWithdrawal: Bool)

    /// The refusal as a sentence.
    public var description: String {
        switch self {
        case .decimalsNeeded(let token): "The token \(token) needs its number of decimals."
        case .negativeAmount(let amount, _): "The amount \(amount) is negative."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .decimalsNeeded: "asset.decimalsNeeded"
        case .negativeAmount: "asset.negativeAmount"
        }
    }

    /// Wrong from the request alone.
    public var kind: ProblemKind { .usage }

    /// The field.
    public var field: String? {
        switch self {
        case .decimalsNeeded: "decimals"
        case .negativeAmount: "amount"
        }
    }

    /// What to give instead.
    public var remedy: Remedy? {
        switch self {
        case .decimalsNeeded: .giveDecimals
        case .negativeAmount(_, isWithdrawal: true): .leaveOutSign
        case .negativeAmount(_, isWithdrawal: false): .withdraw
        }
    }

    /// One of each case.
    public static var examples: [AssetError] {
        [
            .decimalsNeeded(token: "USDC"), .negativeAmount(.zero(.usd), isWithdrawal: true),
            .negativeAmount(.zero(.usd), isWithdrawal: false),
        ]
    }
}

extension Remedy {
    /// Say how many decimals a token has.
    public static let giveDecimals = Remedy("asset.giveDecimals")
    /// Give the amount without its sign.
    public static let leaveOutSign = Remedy("asset.leaveOutSign")
    /// Withdraw instead of a negative deposit.
    public static let withdraw = Remedy("asset.withdraw")
}
