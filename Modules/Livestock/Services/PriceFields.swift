import Values

/// A price as a person enters it, as text; nil where nothing is said.
public struct PriceFields: Sendable {
    /// How near to herds it was paid: saleyard, state or national.
    public var level: String?
    /// The saleyard or state.
    public var place: String?
    /// The species.
    public var species: String?
    /// The category.
    public var category: String?
    /// The breed.
    public var breed: String?
    /// The sex.
    public var sex: String?
    /// The least weight.
    public var from: String?
    /// The weight below which it counts.
    public var to: String?
    /// The price, as in `4.00/kg`.
    public var price: String?
    /// The currency; that of the holdings if nil.
    public var currency: String?
    /// The day; the call's if nil.
    public var date: String?
    /// The source.
    public var source: String?

    /// Nothing is said.
    public init() {}
}
