public import Models
public import Persistence

public import struct Foundation.TimeZone
public import struct Foundation.UUID

/// What assets gave to goals on earlier days: the balances of each day, divided as they were allocated at its end.
///
/// From a goal's first day to the day of its first allocation, the allocations of that day count, because people enter what
/// they have before they say what it is for. Assets that were deleted are not in it.
public struct FundingHistory: Sendable {
    private let fundings: [UUID: [GoalFunding]]

    /// Reads the history of goals.
    ///
    /// - Parameters:
    ///   - days: the days, at their ends. What was contributed on each is counted as such.
    ///   - zone: where the days of changed allocations are counted.
    ///   - reader: inside a transaction.
    ///   - funding: the balances that lie outside the store.
    /// - Throws: ``StoreError``, ``MoneyError/tooLarge(_:)``, and what ``FundingSources/answering(_:_:)`` takes for questions.
    public init(
        of goals: [UUID], on days: [CalendarDay], zone: TimeZone, from reader: any StoreReader, funding: FundingAnswers
    ) throws {
        let history = try AllocationHistory(reader, zone: zone)
        let involved = history.assets(of: Set(goals))
        let assets = try reader.all(Asset.self).filter { involved.contains($0.id) }
        let firsts = Dictionary(uniqueKeysWithValues: goals.map { ($0, history.firstDay(of: $0)) })
        var fundings: [UUID: [GoalFunding]] = [:]
        func window(_ day: CalendarDay) -> ContributionWindow { ContributionWindow(after: day.adding(days: -1)) }
        let found = try funding.balances(of: assets, on: days, windows: { [window($0)] }, in: reader)
        for (day, balances) in zip(days, found) {
            let (window, balances) = (window(day), balances.map(\.ofItsDay))
            for goal in goals {
                let allocations = history.allocations(on: max(day, (firsts[goal] ?? nil) ?? day))
                fundings[goal, default: []].append(
                    GoalFunding(of: goal, balances, allocations: allocations, contributedIn: window))
            }
        }
        self.fundings = fundings
    }

    /// What a goal got on each of the days; what it would have got without the contributions of the day is `before`.
    public func fundings(of goal: UUID) -> [GoalFunding] { fundings[goal] ?? [] }
}

extension GoalFunding {
    fileprivate init(
        of goal: UUID, _ balances: [AssetBalance], allocations: [UUID: [AssetAllocation]],
        contributedIn window: ContributionWindow
    ) {
        self.init()
        for balance in balances {
            let sizes = (allocations[balance.asset.id] ?? []).map { (goalID: $0.goalID, size: $0.size) }
            guard let index = sizes.firstIndex(where: { $0.goalID == goal }) else { continue }
            func part(of amount: Money) throws(MoneyError) -> Money {
                try AssetSplit(balance: amount, isComplete: balance.isComplete, sizes: sizes).parts[index].amount
            }
            do {
                let (now, earlier) = (balance.known, try balance.before(window))
                let amount = try part(of: now)
                add(balance, amount: amount, before: now == earlier ? amount : try part(of: earlier), gap: balance.gap)
            } catch {
                let nothing = Money.zero(balance.asset.currency)
                add(balance, amount: nothing, before: nothing, gap: error.description)
            }
        }
    }
}
