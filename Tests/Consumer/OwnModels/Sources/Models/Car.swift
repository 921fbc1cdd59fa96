/// A type of the foreign project's own module of that name.
public struct Car {
    /// What it costs, in digits.
    public let price: String

    /// A car.
    public init(price: String) { self.price = price }
}
