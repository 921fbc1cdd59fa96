import Allocation
import CommandSupport
import Foundation
import Models
import Persistence
import Planning
import Presentation
import WebAccess

/// Everything that is shown of one state of the store at one instant, so that all figures of a page belong together. Each part
/// is worked out once, when it is first wanted.
actor FigureSet {
    /// What a set is of.
    struct Key: Hashable, Sendable {
        let revision: Int
        let today: CalendarDay
        /// The currency for totals that was asked for; nil for that of the settings.
        let display: Currency?
    }

    nonisolated let id: String
    nonisolated let key: Key
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
        case required, goals, valuation, flex
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

    private func part<Value: Sendable>(
        _ part: Part, _ make: @escaping @Sendable (Services, Call) async throws -> Value
    ) async throws -> Value {
        let (services, call) = (services, call)
        let task =
            parts[part]
            ?? Task {
                try await make(services.reading(try await state()), call) as any Sendable
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
    func state() async throws -> any Store {
        if let snapshot { return snapshot }
        let state = try await services.store.snapshot()
        guard try await state.read({ try $0.revision() }) == key.revision else { throw Moved() }
        if users > 0 { snapshot = state }
        return state
    }

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
        let services = try await household.services()
        let (context, now) = (context, context.presentInstant)
        let call = context.call(at: now, "show", day: day)
        sets.removeAll { abs(now.timeIntervalSince($0.instant)) >= Self.lasts }
        func key(_ revision: Int) -> FigureSet.Key { .init(revision: revision, today: call.today, display: display) }
        if let found = find(key(try await services.store.read { try $0.revision() })) { return found }
        let snapshot = try await services.store.snapshot()
        let (revision, entry) = try await snapshot.read { (try $0.revision(), try $0.newestNumber()) }
        // Somebody else may have made it meanwhile.
        if let found = find(key(revision)) { return found }
        misses += 1
        let made = FigureSet(key(revision), services.displaying(display), of: snapshot, at: now, entry: entry) {
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
        throw StoreError.busy(path: context.databasePath ?? "", seconds: Self.patience, holder: nil)
    }
}
