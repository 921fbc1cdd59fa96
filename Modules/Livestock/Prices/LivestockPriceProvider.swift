public import PluginKit
public import Values

/// A source of livestock prices outside of the store.
///
/// ```swift
///     let name = "agent"
///     func prices(_ request: LivestockPriceRequest, _ call: Call) async throws -> [LivestockPrice] { rows }
/// ```
public protocol LivestockPriceProvider: Sendable {
    /// The name in settings.
    var name: String { get }

    /// The prices that it has for a request. Others than those that were asked for are left out by the caller where they are of other days.
    ///
    /// - Throws: Any error, whose description is shown.
    func prices(_ request: LivestockPriceRequest, _ call: Call) async throws -> [LivestockPrice]
}

/// The prices that are wanted.
public struct LivestockPriceRequest: Sendable, Hashable {
    /// The first day.
    public let from: CalendarDay
    /// The last day.
    public let to: CalendarDay
    /// The species.
    public let species: [Species]
    /// The categories, those of offspring among them.
    public let categories: [String]
    /// The saleyards and states.
    public let places: [String]
    /// The currency of rows that name none.
    public let currency: Currency

    /// A request.
    public init(
        from: CalendarDay, to: CalendarDay, species: [Species], categories: [String], places: [String],
        currency: Currency
    ) {
        self.from = from
        self.to = to
        self.species = species
        self.categories = categories
        self.places = places
        self.currency = currency
    }
}

extension ServiceKey where Service == any LivestockPriceProvider {
    /// The sources of livestock prices; `livestock.prices.providers` chooses them.
    public static var livestockPrices: ServiceKey<any LivestockPriceProvider> {
        ServiceKey<any LivestockPriceProvider>("livestock.prices", selection: .several)
    }
}

/// The chosen sources of livestock prices, in the order of the settings.
public struct LivestockPriceSources: Sendable {
    /// The sources.
    public let providers: [any LivestockPriceProvider]

    /// Sources.
    public init(_ providers: [any LivestockPriceProvider]) { self.providers = providers }
}

extension ServiceKey where Service == LivestockPriceSources {
    /// The chosen sources of livestock prices together.
    public static var livestockPriceSources: ServiceKey<LivestockPriceSources> {
        ServiceKey<LivestockPriceSources>("livestockPriceSources", selection: .every)
    }
}

/// Why prices could not be fetched.
public enum LivestockPriceError: Problem, Equatable {
    /// No source gave any; the reasons.
    case unavailable([String])

    /// The reasons.
    public var description: String {
        switch self {
        case .unavailable(let reasons): "No prices could be fetched: \(reasons.joined(separator: "; "))."
        }
    }

    /// A stable word for each case.
    public var code: String { "livestockPrices.unavailable" }
    /// The outside failed.
    public var kind: ProblemKind { .outside }

    /// One of each case.
    public static var examples: [LivestockPriceError] { [.unavailable(["table: it has no file"])] }
}
