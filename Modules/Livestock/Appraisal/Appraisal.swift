import ExchangeRates
public import Foundation
public import Values

/// Herds, prices and assumptions from one file, valued by the engine alone: without a store, a clock or a network.
public struct Appraisal: Sendable {
    /// The currency.
    public let currency: Currency
    /// The day.
    public let day: CalendarDay
    private let engine: ValuationEngine
    private let text: AppraisalText
    private let herds: Range<Int>?
    private let hasTerms: Bool

    private static let keys: Set<String> = [
        "currency", "asOf", "saleDay", "assumptions", "premiums", "terms", "prices", "herds",
    ]

    /// The contents of a file; its herds are read one by one when they are valued.
    ///
    /// - Throws: ``AppraisalError``.
    public init(_ data: Data) throws(AppraisalError) {
        let file = AppraisalText(data)
        let places = try file.members()
        for key in places.keys.sorted() where !Self.keys.contains(key) {
            throw .unknownKey(place: "The file", key: key, nearest: nil)
        }
        func part(_ key: String) throws(AppraisalError) -> LosslessJSON {
            guard let range = places[key] else { return .null }
            return try file.json(range, key)
        }
        let root = try AppraisalMembers(
            .object(["currency": try part("currency"), "asOf": try part("asOf"), "saleDay": try part("saleDay")]),
            "The file", keys: Self.keys)
        let currency = try root.need("currency") { try Currency(code: $0) }
        let day = try root.need("asOf") { try CalendarDay($0) }
        _ = try root.read("saleDay") { try CalendarDay($0) }
        var assumptions = ValuationAssumptions()
        if places["assumptions"] != nil {
            let members = try AppraisalMembers(
                try part("assumptions"), "assumptions", keys: ["mortalityPercent", "dressingPercent"])
            assumptions.mortality = try members.percent("mortalityPercent") ?? assumptions.mortality
            assumptions.otherDressing = try members.percent(
                "dressingPercent", within: Percentage(micro: 1)...(.hundred))
        }
        if let premiums = try part("premiums").object {
            let members = try AppraisalMembers(.object(premiums), "premiums", keys: Set(premiums.keys))
            for breed in premiums.keys {
                assumptions.premiums[breed.word] = try members.percent(breed, within: BreedPremium.bounds)
            }
        } else if places["premiums"] != nil {
            throw .invalid(place: "premiums", "An object is expected.")
        }
        var prices: [LivestockPrice] = []
        if places["prices"] != nil {
            guard let rows = try part("prices").array else { throw .invalid(place: "prices", "A list is expected.") }
            for (index, row) in rows.enumerated() {
                prices.append(try LivestockPrice(row, "prices[\(index)]", currency, index))
            }
        }
        text = file
        self.currency = currency
        self.day = day
        engine = ValuationEngine(prices: PriceBook(prices), assumptions: assumptions)
        herds = places["herds"]
        hasTerms = places["terms"] != nil || places["saleDay"] != nil
    }

    /// The values of all herds, by name.
    ///
    /// - Throws: ``AppraisalError``, `MoneyError`.
    public func value() throws -> Outcome<HerdValueReport> {
        var valued: [HerdValueReport.Valued] = []
        if let herds {
            var index = 0
            try text.forEachElement(of: herds, "herds") { range in
                let place = "herds[\(index)]"
                valued.append(HerdValueReport.Valued(try value(try text.json(range, place), place)))
                index += 1
            }
        }
        let inOrder = valued.enumerated().sorted {
            let (left, right) = ($0.element.valuation.profile.name, $1.element.valuation.profile.name)
            return left == right
                ? $0.offset < $1.offset : left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        }.map(\.element)
        let report = try HerdValueReport(inOrder, day: day, display: currency, rates: FrozenRates([]))
        var warnings = report.warnings
        if hasTerms {
            warnings.append(
                Warning(
                    code: "notCounted",
                    message: "The market value is that of the day: terms of sale and the sale day play no part in it."))
        }
        return Outcome(report, warnings: warnings, isComplete: report.marketBound == nil)
    }

    private func value(_ json: LosslessJSON, _ place: String) throws -> HerdValuation {
        let members = try AppraisalMembers(json, place, keys: HerdProfile.keys)
        let profile = try HerdProfile(members, currency, day)
        var events: [BookEvent] = []
        for (index, event) in try members.list("events").enumerated() {
            events.append(try BookEvent(event, "\(place).events[\(index)]", profile.species))
        }
        do {
            return try engine.value(profile, events, on: day)
        } catch let error as LivestockError {
            throw AppraisalError.invalid(place: place, error.description)
        }
    }
}
