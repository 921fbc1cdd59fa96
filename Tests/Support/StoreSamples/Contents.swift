package import Models
package import Persistence

/// Everything a store holds, read through every list.
package struct Contents: Equatable, Sendable {
    package var goals: [Goal]
    package var assets: [Asset]
    package var allocations: [AssetAllocation]
    package var transactions: [Transaction]
    package var plans: [MonthlyPlan]
    package var months: [MonthExecution]

    package init(_ reader: any StoreReader) throws {
        goals = try reader.goals()
        assets = try reader.assets()
        allocations = try reader.allocations()
        transactions = try reader.transactions(of: nil)
        plans = try reader.plans()
        months = try reader.months()
    }
}

extension Store {
    package func contents() async throws -> Contents { try await read { try Contents($0) } }
    package func journal(of record: Record.Key? = nil, limit: Int? = nil) async throws -> [JournalEntry] {
        try await read { try $0.journal(of: record, limit: limit) }
    }
}

extension Contents {
    package var records: [Record.Key: Record] {
        let all =
            goals.map(Record.goal) + assets.map(Record.asset) + allocations.map(Record.allocation)
            + transactions.map(Record.transaction) + plans.map(Record.plan) + months.map(Record.month)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })
    }
}
