public import Models
public import Persistence

public import struct Foundation.UUID

/// All goals, assets, balances and allocations at one moment, read together: what every calculation starts from.
public struct AllocationBook: Sendable {
    /// All goals by id.
    public private(set) var goals: [UUID: Goal]
    /// The known balance of every asset, by name and id of the asset.
    public let balances: [AssetBalance]
    /// The allocations of each asset, in the order in which ties are broken: deadline, name, id of the goal.
    public private(set) var allocations: [UUID: [AssetAllocation]]

    /// Reads everything as it stands on `today`. `since` is the previous payment date: balances without later transactions
    /// are read beside the current ones. Balances that lie outside the store are taken from `funding`; with `onlyOfDay`,
    /// one that is of the present instead of the day is not fully known.
    ///
    /// - Throws: ``StoreError``; what ``FundingSources/answering(_:_:)`` takes for questions.
    public init(
        from reader: any StoreReader, today: CalendarDay, since: CalendarDay, funding: FundingAnswers = .none,
        onlyOfDay: Bool = false
    ) throws {
        let goals = Dictionary(uniqueKeysWithValues: try reader.all(Goal.self).map { ($0.id, $0) })
        let found = try funding.balances(of: try reader.all(Asset.self), on: today, since: since, in: reader)
        balances = onlyOfDay ? found.map(\.ofItsDay) : found
        self.goals = goals
        allocations = AllocationBook.ordered(
            Dictionary(grouping: try reader.all(AssetAllocation.self), by: \.assetID), goals)
    }

    /// The same book with another version of a goal, to try it out.
    public func replacing(_ goal: Goal) -> AllocationBook {
        var book = self
        book.goals[goal.id] = goal
        // A new deadline or name may break ties differently.
        book.allocations = AllocationBook.ordered(allocations, book.goals)
        return book
    }

    private static func ordered(
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
    public func funding(of balance: AssetBalance) throws(MoneyError) -> AssetFunding {
        try funding(balance.known, of: balance)
    }

    /// How an asset was divided before the latest contributions: the same claims on the earlier balance.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func earlierFunding(of balance: AssetBalance) throws(MoneyError) -> AssetFunding {
        try funding(balance.before, of: balance)
    }

    private func funding(_ amount: Money, of balance: AssetBalance) throws(MoneyError) -> AssetFunding {
        let claims = (allocations[balance.asset.id] ?? []).map { (goalID: $0.goalID, claim: $0.claim) }
        return try AssetFunding(balance: amount, isComplete: balance.isComplete, claims: claims)
    }
}

extension Goal {
    /// The order in which ties between goals are broken: deadline, name by Unicode scalars, id (M3).
    public func precedesInTies(_ other: Goal) -> Bool {
        if deadline != other.deadline { return deadline < other.deadline }
        return NameOrder.precedes((name, id), (other.name, other.id))
    }
}
