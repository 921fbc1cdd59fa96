public import ExchangeRates
public import Models
public import Persistence

public import struct Foundation.Date
public import struct Foundation.TimeZone
public import struct Foundation.UUID

/// What assets gave to goals on earlier days: the balances of each day, divided as they were allocated at its end.
///
/// From a goal's first day to the day of its first allocation, the allocations of that day count, because people enter what
/// they have before they say what it is for. Assets that were deleted are not in it.
public struct FundingHistory: Sendable {
    /// The first day of a goal, on which what is there was there before.
    public struct FirstDay: Sendable, Hashable {
        /// The goal.
        public let goal: UUID
        /// The day.
        public let day: CalendarDay
        /// The window of contributions for the day; nil for none.
        public let window: ContributionWindow?

        /// A first day.
        public init(of goal: UUID, on day: CalendarDay, counting window: ContributionWindow?) {
            (self.goal, self.day, self.window) = (goal, day, window)
        }
    }

    /// A started month, in which changed allocations count as contributed to its goals (MO2).
    public struct Month: Sendable, Hashable {
        let goals: Set<UUID>
        let start: CalendarDay
        let startedAt: Date
        let end: CalendarDay

        /// A month with its goals, its first and its last day, and the instant of its start.
        public init(of goals: Set<UUID>, from start: CalendarDay, startedAt: Date, through end: CalendarDay) {
            (self.goals, self.start, self.startedAt, self.end) = (goals, start, startedAt, end)
        }
    }

    /// The amounts that an asset gives from a day on, until they change.
    struct Run: Sendable {
        let first: Int
        let part: GoalFunding.Part?
    }

    private static let assetsAtOnce = 64

    /// The rates at which sources with prices reported their balances.
    public let sourceRates: FrozenRates
    /// The assets that ever funded one of the goals.
    package let assets: [Asset]
    private let dayCount: Int
    /// For each goal what each of its assets gave, in the order of the assets.
    private let runs: [UUID: [[Run]]]

    /// Reads the history of goals.
    ///
    /// - Parameters:
    ///   - days: the days, at their ends, in order. What was contributed on each is counted as such.
    ///   - firstDays: those on which something else counts.
    ///   - months: those in which changed allocations count.
    ///   - zone: where the days of changed allocations are counted.
    ///   - reader: inside a transaction.
    ///   - funding: the balances that lie outside the store.
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, and what ``FundingSources/answering(_:_:)`` takes for questions.
    public init(
        of goals: [UUID], on days: [CalendarDay], firstDays: [FirstDay] = [], months: [Month] = [],
        zone: TimeZone, from reader: any StoreReader, funding: FundingAnswers
    ) throws {
        let history = try AllocationHistory(reader, zone: zone, at: months.map(\.startedAt))
        let involved = history.assets(of: Set(goals))
        let assets = try reader.all(Asset.self).filter { involved.contains($0.id) }
        let calendar = AllocatedDays(of: goals, on: days, firstDays: firstDays, months: months, history)
        var runs: [UUID: [[Run]]] = [:]
        var missing = UnansweredQuestions()
        for start in stride(from: 0, to: assets.count, by: Self.assetsAtOnce) {
            let part = Array(assets[start..<min(start + Self.assetsAtOnce, assets.count)])
            do {
                let found = try funding.balances(of: part, on: days, windows: calendar.windows, in: reader)
                for (index, asset) in part.enumerated() {
                    let balances = found.map { $0[index].ofItsDay }
                    for (goal, run) in calendar.runs(of: asset, balances) { runs[goal, default: []].append(run) }
                }
            } catch let questions as UnansweredQuestions {
                missing.questions += questions.questions
                missing.conversions.formUnion(questions.conversions)
            }
        }
        guard missing.questions.isEmpty, missing.conversions.isEmpty else { throw missing }
        sourceRates = funding.rates
        self.assets = assets
        self.runs = runs
        dayCount = days.count
    }

    /// What a goal got on each of the days; what it would have got without the contributions of the day is `before`.
    public func fundings(of goal: UUID) -> [GoalFunding] {
        guard let runs = runs[goal] else { return Array(repeating: GoalFunding(), count: dayCount) }
        var places = runs.map { _ in 0 }
        var fundings: [GoalFunding] = []
        fundings.reserveCapacity(dayCount)
        for day in 0..<dayCount {
            var hasChanged = day == 0
            for (asset, run) in runs.enumerated() {
                while places[asset] + 1 < run.count, run[places[asset] + 1].first <= day {
                    places[asset] += 1
                    hasChanged = true
                }
            }
            if !hasChanged, let last = fundings.last {
                fundings.append(last)
            } else {
                fundings.append(GoalFunding(parts: zip(runs, places).compactMap { $0[$1].part }))
            }
        }
        return fundings
    }

    /// The currencies of what a goal got on any of the days.
    public func currencies(of goal: UUID) -> Set<Currency> {
        Set((runs[goal] ?? []).joined().compactMap { $0.part?.amount.currency })
    }
}
