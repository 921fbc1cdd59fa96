public import Portfolio
public import Values

/// Made-up prices of each day, the same each time: for demonstrations and tests, and as a fallback. They count as a substitute's.
public struct MockPrices: PriceProvider {
    /// The name in settings, and the source of the prices.
    public let name = "mock"

    /// Prices without a source.
    public init() {}

    /// A price of each instrument on each day.
    public func prices(_ request: PriceRequest, _ call: Call) throws -> PriceAnswer {
        var answer = PriceAnswer()
        for wanted in request.instruments where wanted.from <= request.to {
            // Swift's own hashes differ in every run.
            let seed = wanted.name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
                ($0 ^ UInt64($1)) &* 1_099_511_628_211
            }
            for number in wanted.from.dayNumber...request.to.dayNumber {
                let noise = (seed &+ UInt64(bitPattern: Int64(number)) &* 6_364_136_223_846_793_005) >> 40
                let cents = 5000 + Int128(seed % 9000) + Int128(noise % 401) - 200
                answer.prices.append(
                    ProvidedPrice(
                        instrumentID: wanted.id, day: CalendarDay(dayNumber: number),
                        price: try Money(minorUnits: cents, wanted.currency), isFallback: true))
            }
        }
        return answer
    }
}
