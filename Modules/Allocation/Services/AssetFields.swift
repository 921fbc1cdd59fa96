import Models

import struct Foundation.UUID

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
    /// What a new asset holds, in its currency, in digits.
    public var balance: String?
    /// The day of that balance; the call's if nil.
    public var balanceDate: String?

    /// Nothing is said.
    public init() {}
}

extension AssetFields {
    /// A new asset as its sources want it, or everything that is wrong with it.
    ///
    /// - Throws: ``RequestError``.
    func newAsset(
        id: Asset.ID, _ funding: FundingSources, _ call: Call, in store: any EntityReader
    ) throws -> Asset {
        var reader = RequestReader()
        let unit = try reader.read("currency", with: "source", "reference") { try self.unit(funding, in: store) }
        // What could not be read is stood in for by something valid, so that the rest is judged too. Where nothing valid can
        // stand in for a currency on a chain, the address is not judged: the refusal would be about the substitute.
        let substitute = unit ?? token
        var asset = Asset(id: id, name: name?.trimmedName ?? "", currency: try substitute ?? Currency(code: "EUR"))
        applyPlace(to: &asset)
        if substitute != nil { asset = try checked(asset, funding, &reader, in: store) }
        if let balance {
            _ = try reader.readAmount("balance", balance, asset.currency, isWithdrawal: true)
            let day = try reader.readDay(balanceDate, call)
            if let day, call.day < day { _ = try reader.read("date") { throw AssetError.stockInFuture(day) } }
            _ = try reader.read("balance") { try funding.checkTakesEntries(asset) }
        }
        reader.add(asset.issues)
        try reader.check()
        return asset
    }

    /// What a new asset holds; nil for nothing.
    ///
    /// - Throws: ``NumberError``, ``CalendarError``, ``AssetError``.
    func opening(of asset: Asset, _ call: Call) throws -> Transaction? {
        guard let balance else { return nil }
        let amount = try Money(entered: balance, asset.currency)
        guard !amount.isNegative else { throw AssetError.negativeAmount(amount, isWithdrawal: true) }
        let day = try balanceDate.map { try CalendarDay($0) } ?? call.today
        guard day <= call.day else { throw AssetError.stockInFuture(day) }
        guard !amount.isZero else { return nil }
        return Transaction(
            id: UUID(), assetID: asset.id, amount: amount, day: day, kind: .opening, entered: call.now)
    }

    /// An asset with what is said changed.
    ///
    /// - Throws: ``RequestError``.
    func edited(_ original: Asset, _ funding: FundingSources, in store: any EntityReader) throws -> Asset {
        var asset = original
        var reader = RequestReader()
        if let name { asset.name = name.trimmedName }
        applyPlace(to: &asset)
        // What was kept before its form was checked must not stand in the way of another name.
        if asset.hasOtherPlace(than: original) { asset = try checked(asset, funding, &reader, in: store) }
        reader.add(asset.issues)
        try reader.check()
        return asset
    }

    /// The asset as its sources want it kept.
    private func checked(
        _ asset: Asset, _ funding: FundingSources, _ reader: inout RequestReader, in store: any EntityReader
    ) throws -> Asset {
        if let source = asset.source, !funding.names.contains(source) {
            _ = try reader.read("source") { throw AssetError.unknownSource(source, known: funding.names) }
        }
        let field = asset.address == nil && asset.source != nil ? "reference" : "address"
        return try reader.read(field, with: "chain") { try funding.checked(asset, in: store) } ?? asset
    }

    private func applyPlace(to asset: inout Asset) {
        func part(_ text: String) -> String? { text.isEmpty ? nil : text }
        if let chain { asset.chain = part(chain) }
        if let address { asset.address = part(address) }
        if let source { asset.source = part(source) }
        if let reference { asset.reference = part(reference) }
    }

    /// Some token at the contract that was given; nil without one.
    private var token: Currency? {
        guard let contract, let chain else { return nil }
        return try? Currency(token: "TOKEN", chain: chain, contract: contract, decimals: 0)
    }

    /// Whether the source says which currency it is.
    private var isCurrencyOfSource: Bool { currency == nil && contract == nil && source?.isEmpty == false }

    private func unit(_ funding: FundingSources, in store: any EntityReader) throws -> Currency {
        if isCurrencyOfSource, let source, let reference,
            let unit = try funding.currency(of: reference, from: source, in: store)
        {
            return unit
        }
        if isCurrencyOfSource, let source {
            let isKnown = funding.names.contains(source)
            throw isKnown
                ? AssetError.currencyNeeded(source: source)
                : AssetError.unknownSource(source, known: funding.names)
        }
        guard let contract else {
            if let decimals { throw AssetError.contractNeeded(decimals: decimals) }
            return try Currency(code: currency ?? "")
        }
        // Without its chain a token would be taken for the coin of the same symbol.
        guard let chain else { throw AssetError.chainNeeded(token: currency ?? "") }
        // Decimals are never guessed: a token that looks like a known coin may still count differently.
        guard let decimals else { throw AssetError.decimalsNeeded(token: currency ?? "") }
        return try Currency(token: currency ?? "", chain: chain, contract: contract, decimals: decimals)
    }
}

extension Asset {
    /// Whether its balance comes from another place than that of an earlier version.
    func hasOtherPlace(than earlier: Asset) -> Bool {
        (chain, address) != (earlier.chain, earlier.address)
            || (source, reference) != (earlier.source, earlier.reference)
    }
}
