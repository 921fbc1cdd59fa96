public struct Car {
    public let price: String
    public init(price: String) { self.price = price }
}
