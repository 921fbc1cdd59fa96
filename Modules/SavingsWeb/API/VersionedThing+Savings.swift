import Allocation
import Blockchain
import Foundation
import Models
import Persistence
import Planning
import Presentation
import SavingsViews
import WebApplication

extension VersionedThing {
    /// A goal.
    static let goal = VersionedThing(
        Goal.self, path: "/api/v1/goals/", page: "/goals/",
        document: { name, set in
            let found = try await set.goal(name)
            return Document(goal: found.row, report: found.report)
        },
        changed: { goal, _, day in
            Document(changed: goal, isComplete: goal.snapshot?.isComplete ?? true, asOf: day)
        })

    /// An asset.
    static let asset = VersionedThing(
        Asset.self, path: "/api/v1/assets/", page: "/assets/",
        document: { name, set in
            let found = try await set.reading.savings.valuations.asset(named: name, set.call).value
            guard let row = found.report.rows.first else {
                throw LookupError.unknown(kind: "asset", name: name, nearest: nil)
            }
            var transactions: [TransactionService.Row]?
            if row.balance.asset.isOnChain {
                transactions = try await set.reading.savings.chains.transactions(of: name, set.call).value
            }
            return Document(
                asset: row, goals: found.goals, display: found.display, transactions: transactions,
                warnings: found.report.warnings, asOf: set.key.today)
        },
        changed: { asset, _, day in Document(changed: asset, asOf: day) })

    /// A transaction that was entered.
    static let transaction = VersionedThing(
        Transaction.self, path: "/api/v1/transactions/",
        document: { name, set in
            let reading = try await set.reading
            let transaction = try await reading.store.read { try $0.find(Transaction.self, named: name) }
            return try await changed(transaction, reading, set.key.today)
        }, changed: changed)

    /// All allocations of an asset together.
    static let allocations = VersionedThing(
        AssetAllocation.self, of: .asset,
        document: { name, set in
            let found = try await set.reading.savings.allocations.allocations(of: name, set.call)
            return Document(allocations: found.value, warnings: found.warnings, asOf: set.key.today)
        })

    private static let changed: @Sendable (Transaction, WebServices, CalendarDay) async throws -> Document = {
        transaction, services, day in
        let asset = try await services.savings.assets.asset(named: transaction.assetID.uuidString)
        return Document(changed: transaction, of: asset, warnings: [], asOf: day)
    }
}
