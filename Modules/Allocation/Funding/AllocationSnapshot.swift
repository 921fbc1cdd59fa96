public import ExchangeRates
public import Models
public import Persistence

public import struct Foundation.UUID

/// All goals, assets, balances and allocations at one moment, read together: what every calculation starts from.
public struct AllocationSnapshot: Sendable {
    /// All goals by id.
    public private(set) var goals: [UUID: Goal]
    /// The known balance of every asset, by name and id of the asset.
    public let balances: [AssetBalance]
    /// The allocations of each asset, in the order in which ties are broken: deadline, name, id of the goal.
    public private(set) var allocations: [UUID: [AssetAllocation]]

    /// The rates at which sources with prices reported their balances: what a command converts with besides is of one frozen set with
    /// them (V4).
    public let sourceRates: FrozenRates

    /// The day of the balances.
    let day: CalendarDay
    /// When contributions to each goal count; a goal without a window has none.
    private(set) var windows: [UUID: ContributionWindow]
    /// The own payments of a month; nil without one.
    let month: MonthPayments?
    /// The start days that goals have in the store, from which on payments of a month count (MO2).
    let startDays: [UUID: CalendarDay]

    /// Reads everything as it stands on `today`.
    ///
    /// - Parameters:
    ///   - reader: inside a transaction.
    ///   - today: transactions dated later do not count.
    ///   - funding: the balances that lie outside the store.
    ///   - onlyOfDay: whether a balance of the present instead of the day is not fully known.
    ///   - windows: when contributions to a goal count; nil for never.
    ///   - month: the own payments of a month; nil without one.
    ///   - edited: another version of a goal that will be tried out.
    /// - Throws: ``StoreError``; what ``FundingSources/answering(_:_:)`` takes for questions.
    public init(
        from reader: any StoreReader, today: CalendarDay, funding: FundingAnswers = .none, onlyOfDay: Bool = false,
        windows: @escaping (Goal) -> ContributionWindow? = { _ in nil }, month: MonthPayments? = nil,
        trying edited: Goal? = nil
    ) throws {
        let contents = try Contents(reader)
        let day = Day(today, onlyOfDay: onlyOfDay, windows: windows, month: month)
        let tried = edited.flatMap(windows).map { Set([$0]) } ?? []
        let balances = try contents.balances(on: [day], also: tried, funding, in: reader)
        self.init(contents, day, balances[today] ?? [], funding.rates)
    }

    init(_ contents: Contents, _ wanted: Day, _ found: [AssetBalance], _ rates: FrozenRates) {
        sourceRates = rates
        goals = contents.goals
        allocations = contents.allocations
        balances = wanted.onlyOfDay ? found.map(\.ofItsDay) : found
        day = wanted.day
        windows = contents.goals.compactMapValues(wanted.windows)
        month = wanted.month
        startDays = wanted.month == nil ? [:] : contents.goals.mapValues(\.start)
    }

    /// The same snapshot with another version of a goal: the one that was announced, so that its window was asked for.
    public func replacing(_ goal: Goal, window: ContributionWindow? = nil) -> AllocationSnapshot {
        var snapshot = self
        snapshot.goals[goal.id] = goal
        snapshot.windows[goal.id] = window
        // A new deadline or name may break ties differently.
        snapshot.allocations = AllocationSnapshot.ordered(allocations, snapshot.goals)
        return snapshot
    }

    /// The same snapshot with other allocations of an asset, in the order in which ties are broken.
    func replacing(_ allocations: [AssetAllocation], of assetID: UUID) -> AllocationSnapshot {
        var snapshot = self
        snapshot.allocations[assetID] = allocations.isEmpty ? nil : allocations
        return snapshot
    }

    /// The allocations of each asset in the order in which ties are broken (M3).
    static func ordered(
        _ allocations: [UUID: [AssetAllocation]], _ goals: [UUID: Goal]
    ) -> [UUID: [AssetAllocation]] {
        allocations.mapValues { allocations in
            guard allocations.count > 1 else { return allocations }
            return allocations.sorted { left, right in
                guard let a = goals[left.goalID], let b = goals[right.goalID] else { return false }
                return a.precedesInTies(b)
            }
        }
    }

    /// How the current balance of an asset is divided.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func split(of balance: AssetBalance) throws(MoneyError) -> AssetSplit {
        try split(balance.known, of: balance)
    }

    func split(_ amount: Money, of balance: AssetBalance) throws(MoneyError) -> AssetSplit {
        try split(amount, of: balance, among: allocations[balance.asset.id] ?? [])
    }

    func split(
        _ amount: Money, of balance: AssetBalance, among allocations: [AssetAllocation]
    ) throws(MoneyError) -> AssetSplit {
        let sizes = allocations.map { (goalID: $0.goalID, size: $0.size) }
        return try AssetSplit(balance: amount, isComplete: balance.isComplete, sizes: sizes)
    }
}

extension Goal {
    /// The order in which ties between goals are broken: deadline, name by Unicode scalars, id (M3).
    public func precedesInTies(_ other: Goal) -> Bool {
        if deadline != other.deadline { return deadline < other.deadline }
        return NameOrder.precedes((name, id), (other.name, other.id))
    }
}
