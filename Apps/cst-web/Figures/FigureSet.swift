import Allocation
import CommandSupport
import Foundation
import Models
import Persistence
import Planning
import Presentation
import SavingsPages
import WebAccess
import WebPages

/// Everything that is shown of one state of the store at one instant, so that all figures of a page belong together. Each part
/// is worked out once, when it is first wanted.
actor FigureSet {
    /// What a set is of.
    struct Key: Hashable, Sendable {
        /// The services that it is made with: another database may have the same revision.
        let services: UUID
        let revision: Int
        let today: CalendarDay
        /// The currency for totals that was asked for; nil for that of the settings.
        let display: Currency?
    }

    nonisolated let id: String
    nonisolated let key: Key
    /// The use cases as they are now, to write with.
    nonisolated let services: Services
    nonisolated let instant: Date
    /// The number of the journal's newest entry.
    nonisolated let entry: Int
    private let newCall: @Sendable () -> Call
    /// The state of the set, while somebody makes an answer of it.
    private var snapshot: (any Store)?
    private var users = 0
    private var parts: [Part: Task<any Sendable, any Error>] = [:]
    /// What every active goal requires, once somebody has asked.
    private(set) var known: MonthlyPlanReport?

    /// A part of the set.
    private enum Part: Hashable {
        case required, goals, valuation, flex, changes
        case history(BalanceHistory.Range)
    }

    init(
        _ key: Key, _ services: Services, of snapshot: any Store, at instant: Date, entry: Int,
        call: @escaping @Sendable () -> Call
    ) {
        self.key = key
        self.snapshot = snapshot
        self.services = services
        self.instant = instant
        self.entry = entry
        newCall = call
        id = String(Secret().text.prefix(12))
    }

    /// The instant and the day of the set; the time that the outside may take runs from now on.
    nonisolated var call: Call { newCall() }

    /// What every active goal requires.
    func required() async throws -> MonthlyPlanReport {
        let report: MonthlyPlanReport = try await part(.required) { try await $0.planning.required($1).value }
        known = report
        return report
    }

    /// All goals, whatever their lifecycle.
    func goals() async throws -> MonthlyPlanReport {
        try await part(.goals) {
            try await $0.planning.required($1, lifecycles: Set(Goal.Lifecycle.allCases)).value
        }
    }

    /// All assets with their values.
    func valuation() async throws -> AssetValuationService.Valuation {
        try await part(.valuation) { try await $0.valuations.list($1).value }
    }

    /// The value of the assets on past days, at the rates of the set; nil without assets.
    func history(_ range: BalanceHistory.Range) async throws -> BalanceHistory? {
        let valuation = try await valuation()
        guard !valuation.report.rows.isEmpty else { return nil }
        return try await part(.history(range)) {
            try await $0.valuations.history(of: valuation, range, $1).condensed(most: LineChart.mostSeries - 1)
        }
    }

    /// The payments as they are, to be changed on the same balances and rates.
    func flex() async throws -> FlexService.Session {
        try await part(.flex) { try await $0.flex.plan(FlexService.Fields(), $1).value }
    }

    /// The newest changes, for the overview.
    func changes() async throws -> [HistoryEntry] {
        try await part(.changes) { services, _ in
            try await services.history.entries(limit: 5, most: PageStyle.mostChanges).value
        }
    }

    private func part<Value: Sendable>(
        _ part: Part, _ make: @escaping @Sendable (Services, Call) async throws -> Value
    ) async throws -> Value {
        let call = call
        let task =
            parts[part]
            ?? Task {
                try await make(reading, call) as any Sendable
            }
        parts[part] = task
        do {
            guard let value = try await task.value as? Value else { throw Moved() }
            return value
        } catch {
            // What failed may work the next time.
            parts[part] = nil
            throw error
        }
    }

    /// The store as it was when the set was made.
    ///
    /// - Throws: ``Moved``, ``StoreError``.
    private func state() async throws -> any Store {
        if let snapshot { return snapshot }
        let state = try await services.store.snapshot()
        guard try await state.read({ try $0.revision() }) == key.revision else { throw Moved() }
        if users > 0 { snapshot = state }
        return state
    }

    /// The use cases on that state, for what is no part of the set.
    ///
    /// - Throws: ``Moved``, ``StoreError``.
    var reading: Services { get async throws { services.reading(try await state()) } }

    /// What `body` makes of the set, all of whose parts it finds as they were.
    func use<Value: Sendable>(_ body: @Sendable (FigureSet) async throws -> Value) async throws -> Value {
        users += 1
        defer {
            users -= 1
            if users == 0 { snapshot = nil }
        }
        return try await body(self)
    }

    /// The store was written to since a set was made, and not all of the set was worked out.
    struct Moved: Error {}
}

/// The newest sets, so that the parts of a page, and its previews, are of one.
actor FigureSets {
    /// How many are kept, and how long: rates are asked for again after that.
    private static let most = 8, lasts = 600.0

    private let household: Household
    private let context: CommandContext
    private var sets: [FigureSet] = []
    private var making: [Place: Task<FigureSet, any Error>] = [:]
    /// How far apart sets are made, and when the next one may be: where others write without a pause, each set would serve one
    /// reader, and sets would cost more than the pages.
    private static let pause = Duration.milliseconds(40)
    private var earliest = ContinuousClock.now

    /// What sets are told apart by, beside the state of the store.
    private struct Place: Hashable {
        let services: UUID
        let today: CalendarDay
        let display: Currency?
    }

    /// How many are kept.
    var count: Int { sets.count }
    private(set) var hits = 0
    private(set) var misses = 0

    init(_ household: Household, _ context: CommandContext) {
        self.household = household
        self.context = context
    }

    /// The newest report that somebody has asked for.
    var newestReport: MonthlyPlanReport? {
        get async {
            for set in sets.reversed() {
                if let known = await set.known { return known }
            }
            return nil
        }
    }

    /// The set of the present state.
    private func current(day: CalendarDay?, display: Currency?) async throws -> FigureSet {
        let services = try await household.services().displaying(display)
        let now = context.presentInstant
        let key = FigureSet.Key(
            services: services.id, revision: try await services.store.read { try $0.revision() },
            today: context.call(at: now, "show", day: day).today, display: display)
        await household.note(key.revision)
        sets.removeAll { abs(now.timeIntervalSince($0.instant)) >= Self.lasts }
        if let found = find(key) { return found }
        // After each change many come at once: one makes the set for all who wrote nothing later.
        let place = Place(services: services.id, today: key.today, display: display)
        while let task = making[place] {
            guard let made = try? await task.value, made.key.revision >= key.revision else { continue }
            hits += 1
            return made
        }
        let task = Task {
            defer { making[place] = nil }
            try await Task.sleep(until: earliest)
            earliest = .now + Self.pause
            return try await make(of: services.store.snapshot(), services, place, day: day, at: now)
        }
        making[place] = task
        return try await task.value
    }

    private func make(
        of snapshot: any Store, _ services: Services, _ place: Place, day: CalendarDay?, at now: Date
    ) async throws -> FigureSet {
        let (revision, entry) = try await snapshot.read { (try $0.revision(), try $0.newestNumber()) }
        let key = FigureSet.Key(
            services: services.id, revision: revision, today: place.today, display: place.display)
        if let found = find(key) { return found }
        misses += 1
        let context = context
        let made = FigureSet(key, services, of: snapshot, at: now, entry: entry) {
            context.call(at: now, "show", day: day)
        }
        sets.append(made)
        if sets.count > Self.most { sets.removeFirst() }
        return made
    }

    private func find(_ key: FigureSet.Key) -> FigureSet? {
        guard let found = sets.last(where: { $0.key == key }) else { return nil }
        hits += 1
        return found
    }

    /// How long a page is begun again because others keep writing, in seconds.
    private static let patience = 20

    /// What `body` makes of the set of the present state; again with a newer one where the store was written to and an older
    /// set is not worked out.
    ///
    /// - Parameters:
    ///   - day: the day that is asked for; nil for the present one.
    ///   - display: the currency for totals that is asked for; nil for that of the settings.
    /// - Throws: ``ContainerError``, ``StoreError``, what `body` throws.
    func with<Value: Sendable>(
        day: CalendarDay? = nil, display: Currency? = nil, _ body: @Sendable (FigureSet) async throws -> Value
    ) async throws -> Value {
        let end = ContinuousClock.now + .seconds(Self.patience)
        repeat {
            do { return try await current(day: day, display: display).use(body) } catch is FigureSet.Moved { continue }
        } while ContinuousClock.now < end
        throw StoreError.busy(at: try await household.services().store.location, seconds: Self.patience, holder: nil)
    }
}
