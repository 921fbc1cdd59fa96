public import ExchangeRates
public import Persistence
public import Values

import struct Foundation.UUID

/// The values of herds.
public struct HerdValuationService: Sendable {
    let store: any Store
    let rates: ExchangeRateService
    let display: DisplayCurrency
    let settings: LivestockSettings

    /// A service over a store and rates.
    public init(
        store: any Store, rates: ExchangeRateService, display: DisplayCurrency, settings: LivestockSettings
    ) {
        self.store = store
        self.rates = rates
        self.display = display
        self.settings = settings
    }

    /// The values of some herds, or of all that have head or offspring, on the call's day.
    ///
    /// - Throws: `LookupError`, ``LivestockError``, `StoreError`, `MoneyError`, `CancellationError`.
    public func value(
        _ names: [String] = [], _ call: Call, filter: HerdFilter = HerdFilter()
    ) async throws -> Outcome<HerdValueReport> {
        let chosen = display.currency
        let (valued, currency) = try await store.read { reader in
            let engine = try reader.engine(settings)
            let station = try Station(reader, names, filter)
            return (try station.valued(by: engine, on: call.today), try reader.displayCurrency(chosen))
        }
        let needed = Set(valued.map(\.valuation.profile.currency)).filter { $0 != currency }
        let frozen = try await rates.rates(
            for: Set(needed.map { ExchangeRateService.WantedRate(from: $0, to: currency) }), call)
        let report = try HerdValueReport(valued, day: call.today, display: currency, rates: frozen)
        return Outcome(report, warnings: report.warnings, isComplete: report.marketBound == nil)
    }
}

extension HerdValuationService {
    /// By how much the market value of all herds differs from that of an earlier day.
    public struct Change: Sendable {
        /// How many days earlier.
        public let days: Int
        /// The difference in the currency for totals; nil where one of both values is not fully known, or there was no herd.
        public let difference: Money?
    }

    /// The changes of a value since a week and a year before, at the prices that were known on those days.
    ///
    /// - Throws: As ``value(_:_:filter:)``.
    public func changes(
        of report: HerdValueReport, _ names: [String] = [], _ call: Call
    ) async throws -> [Change] {
        var changes: [Change] = []
        for days in [7, 365] {
            var earlier = call
            earlier.today = report.day.adding(days: -days)
            let before = try await value(names, earlier).value
            let hadHerds = before.rows.contains { !$0.valuation.state.isEmpty }
            let isKnown = report.marketBound == nil && before.marketBound == nil && hadHerds
            changes.append(
                Change(
                    days: days,
                    difference: isKnown && before.display == report.display
                        ? try report.market.subtracting(before.market) : nil))
        }
        return changes
    }
}

/// Returns the herds that names mean.
public struct HerdFilter: Sendable {
    /// Those of a holding, by name or id.
    public var holding: String?
    /// Those of a species.
    public var species: Species?
    /// Those of a category.
    public var category: String?
    /// Those in a paddock.
    public var paddock: String?
    /// Whether herds without head and offspring are listed.
    public var listsEmpty: Bool

    /// All herds, or those with head or offspring.
    public init(listsEmpty: Bool = false) { self.listsEmpty = listsEmpty }

    func means(_ herd: Herd, holding: UUID?) -> Bool {
        (holding.map { herd.holdingID == $0 } ?? true) && (species.map { herd.species == $0 } ?? true)
            && (category.map { AnimalCategory.usualName($0, herd.species).word == herd.category.word } ?? true)
            && (paddock.map { herd.paddock?.word == $0.word } ?? true)
    }
}

/// The herds that are meant, with all events that their states depend on.
struct Station {
    let herds: [Herd]
    let events: [HerdEvent]
    private let all: [Herd]
    private let holdings: [UUID: Holding]
    private let ownPrices: [UUID: [LivestockPrice]]
    private let states: [String: String]
    private let keepsEmpty: Bool

    init(_ reader: any StoreReader, _ names: [String], _ filter: HerdFilter) throws {
        let all = try reader.all(Herd.self)
        let holdings = try Dictionary(reader.all(Holding.self).map { ($0.id, $0) }) { first, _ in first }
        let holding = try filter.holding.map { try Array(holdings.values).find(named: $0).id }
        // A herd that is named twice, by name and by id perhaps, is one.
        let named = Set(try names.map { try all.find(named: $0).id })
        let wanted = names.isEmpty ? all : all.filter { named.contains($0.id) }
        herds = wanted.filter { filter.means($0, holding: holding) }.sorted { left, right in
            let (first, second) = (holdings[left.holdingID]?.name ?? "", holdings[right.holdingID]?.name ?? "")
            return first == second
                ? NameOrder.precedes((left.name, left.id), (right.name, right.id))
                : NameOrder.precedes((first, left.holdingID), (second, right.holdingID))
        }
        self.holdings = holdings
        self.all = all
        keepsEmpty = filter.listsEmpty || !names.isEmpty
        // One herd needs its own events and those that came before them elsewhere; all herds need all.
        events = try names.isEmpty ? reader.all(HerdEvent.self) : reader.events(before: Set(herds.map(\.id)))
        ownPrices = try Dictionary(
            grouping: reader.all(LivestockPrice.self).filter { $0.herdID != nil }, by: { $0.herdID ?? UUID() })
        states = try reader.saleyardStates()
    }

    /// The values of the herds on a day.
    func valued(
        by engine: ValuationEngine, on day: CalendarDay
    ) throws -> [HerdValueReport.Valued] {
        var book = HerdsBook(all, events)
        try book.advance(to: day)
        return try herds.compactMap { herd in
            guard let holding = holdings[herd.holdingID], let state = book.states[herd.id],
                keepsEmpty || !state.isEmpty
            else { return nil }
            let profile = herd.profile(in: holding, ownPrices: ownPrices[herd.id] ?? [], states: states)
            return HerdValueReport.Valued(
                try engine.value(profile, state, on: day), herd: herd, holding: holding.name)
        }
    }

    /// The events of each herd in order, as it sees them where head is counted.
    var eventsOfHerds: [UUID: [BookEvent]] {
        var seen: [UUID: [BookEvent]] = [:]
        for event in events {
            seen[event.herdID, default: []].append(event.departure)
            if let other = event.otherID { seen[other, default: []].append(event.arrivalToCount) }
        }
        return seen
    }
}

extension StoreReader {
    /// The engine over the prices and premiums that were entered.
    func engine(_ settings: LivestockSettings) throws -> ValuationEngine {
        var assumptions = settings.assumptions
        for premium in try all(BreedPremium.self) { assumptions.premiums[premium.breed] = premium.percent }
        return ValuationEngine(prices: PriceBook(try all(LivestockPrice.self)), assumptions: assumptions)
    }

    /// The events of herds, and of those that head came to them from, however far back.
    fileprivate func events(before herds: Set<UUID>) throws -> [HerdEvent] {
        var (known, open) = (herds, Array(herds))
        var found: [UUID: HerdEvent] = [:]
        while let id = open.popLast() {
            for (event, _) in try events(of: id) {
                found[event.id] = event
                if known.insert(event.herdID).inserted { open.append(event.herdID) }
            }
        }
        return Array(found.values)
    }
}
