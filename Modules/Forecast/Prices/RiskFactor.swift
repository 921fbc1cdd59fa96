public import Models

import struct Foundation.UUID

/// The cause of a value's changes: the price of a currency, or the prices of an asset whose source has some.
public struct RiskFactor: Sendable, Hashable {
    /// The currency of the amounts.
    public let currency: Currency
    /// The name of the asset; nil for the currency alone.
    public let asset: String?
    let assetID: UUID?

    /// The price of a currency.
    public init(_ currency: Currency) {
        (self.currency, asset, assetID) = (currency, nil, nil)
    }

    init(_ currency: Currency, asset: String, id: UUID) {
        (self.currency, self.asset, assetID) = (currency, asset, id)
    }

    /// The name for people, by which assumptions name it too.
    public var label: String { asset ?? currency.description }

    /// The name in documents and assumptions: that of the asset, or the code of the currency; of a token its place on the chain.
    public var name: String { asset ?? currency.identity }

    /// The order of factors: by currency, then by asset.
    static func precedes(_ left: RiskFactor, _ right: RiskFactor) -> Bool {
        (left.currency.identity, left.asset ?? "", left.assetID?.uuidString ?? "")
            < (right.currency.identity, right.asset ?? "", right.assetID?.uuidString ?? "")
    }
}
