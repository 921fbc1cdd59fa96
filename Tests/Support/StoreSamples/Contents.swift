package import Models
package import Persistence
package import Planning

/// Everything a store holds, read through every list.
package struct Contents: Equatable, Sendable {
    package var goals: [Goal]
    package var assets: [Asset]
    package var allocations: [AssetAllocation]
    package var transactions: [Transaction]
    package var plans: [MonthlyPlan]
    package var months: [MonthExecution]
    package var households: [Household]

    package init(_ reader: any StoreReader) throws {
        goals = try reader.all(Goal.self)
        assets = try reader.all(Asset.self)
        allocations = try reader.all(AssetAllocation.self)
        transactions = try reader.transactions(of: nil)
        plans = try reader.all(MonthlyPlan.self)
        months = try reader.all(MonthExecution.self)
        households = try reader.all(Household.self)
    }
}

extension Store {
    package func contents() async throws -> Contents { try await read { try Contents($0) } }
    package func journal(of record: EntityKey? = nil, limit: Int? = nil) async throws -> [JournalEntry] {
        try await read { try $0.journal(of: record, limit: limit) }
    }
}

extension Contents {
    package var records: [EntityKey: Record] {
        let all: [Record] =
            goals.map { Record($0) } + assets.map { Record($0) } + allocations.map { Record($0) }
            + transactions.map { Record($0) } + plans.map { Record($0) } + months.map { Record($0) }
            + households.map { Record($0) }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
    }
}
