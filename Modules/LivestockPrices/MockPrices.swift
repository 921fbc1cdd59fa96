public import Livestock
public import Values

/// Made-up prices of each week, the same each time: for demonstrations and tests. Figures that use one are not known (H16).
public struct MockPrices: LivestockPriceProvider {
    /// The name in settings, and the source of the prices.
    public let name = LivestockPrice.mockSource

    /// Prices without a source.
    public init() {}

    /// A price of each category at each saleyard of the request, on each Monday.
    public func prices(_ request: LivestockPriceRequest, _ call: Call) throws -> [LivestockPrice] {
        var prices: [LivestockPrice] = []
        for species in request.species {
            for category in request.categories {
                for place in request.places {
                    prices += try walk(species, category, place, request)
                }
            }
        }
        return prices
    }

    private func walk(
        _ species: Species, _ category: String, _ place: String, _ request: LivestockPriceRequest
    ) throws -> [LivestockPrice] {
        // Swift's own hashes differ in every run.
        let seed = "\(species.rawValue) \(category) \(place)".utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        var prices: [LivestockPrice] = []
        for number in request.from.dayNumber...max(request.from.dayNumber, request.to.dayNumber)
        // The first Monday after the beginning of 1970 was day 4.
        where number % 7 == 4 {
            let week = UInt64(number / 7)
            let noise = (seed &+ week &* 6_364_136_223_846_793_005) >> 40
            let cents = 250 + Int(seed % 300) + Int(noise % 41) - 20
            prices.append(
                LivestockPrice(
                    level: isState(place) ? .state : .saleyard, place: place, species: species, category: category,
                    basis: .live, price: try Money(minorUnits: Int128(cents), request.currency),
                    day: CalendarDay(dayNumber: number), source: name))
        }
        return prices
    }

    private func isState(_ place: String) -> Bool {
        ReferenceTable(.states).rows.contains { $0.name == place }
    }
}
