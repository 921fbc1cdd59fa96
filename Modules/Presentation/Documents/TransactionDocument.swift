public import Allocation
public import Foundation
public import Models

extension Document {
    /// A list of transactions.
    public init(
        transactions: [Transaction], assets: [UUID: Asset], warnings: [Warning] = [], asOf day: CalendarDay
    ) {
        self.init(
            "transactions", asOf: day, main: "transactions", warnings: warnings,
            body: ["transactions": .array(transactions.map { JSONValue($0, asset: assets[$0.assetID]) })])
    }

    /// A transaction that was just added.
    public init(changed transaction: Transaction, of asset: Asset, warnings: [Warning], asOf day: CalendarDay) {
        self.init(
            "transaction", asOf: day, main: "transaction", warnings: warnings,
            body: ["transaction": JSONValue(transaction, asset: asset)])
    }

    /// A list of allocations.
    public init(allocations: [AllocationRow], warnings: [Warning], asOf day: CalendarDay) {
        self.init(
            "allocations", asOf: day, main: "allocations", isComplete: allocations.allSatisfy { $0.gap == nil },
            warnings: warnings, body: ["allocations": .array(allocations.map(JSONValue.init))])
    }

    /// An allocation that was just made or taken away.
    public init(changed allocation: AllocationRow, warnings: [Warning], asOf day: CalendarDay) {
        self.init(
            "allocation", asOf: day, main: "allocation", isComplete: allocation.gap == nil, warnings: warnings,
            body: ["allocation": JSONValue(allocation)])
    }
}

extension JSONValue {
    fileprivate init(_ transaction: Transaction, asset: Asset?) {
        self = [
            "id": .string(transaction.id.uuidString.lowercased()),
            "assetId": .string(transaction.assetID.uuidString.lowercased()), "asset": JSONValue(asset?.name),
            "amount": JSONValue(transaction.amount), "date": JSONValue(transaction.day),
            "kind": .string(transaction.kind.rawValue),
            "goalId": JSONValue(transaction.goalID?.uuidString.lowercased()),
            "note": JSONValue(transaction.note), "hash": JSONValue(transaction.hash),
        ]
    }

    fileprivate init(_ row: AllocationRow) {
        var members: [String: JSONValue] = [
            "assetId": .string(row.asset.id.uuidString.lowercased()), "asset": .string(row.asset.name),
            "goalId": .string(row.goal.id.uuidString.lowercased()), "goal": .string(row.goal.name),
            "share": .null, "amount": .null, "rest": .bool(row.claim == .rest),
        ]
        switch row.claim {
        case .share(let share): members["share"] = JSONValue(share.ratio, rounding: .halfEven)
        case .earmark(let amount): members["amount"] = JSONValue(amount)
        case .rest: break
        }
        members.setFigure("funded", JSONValue(row.funded), row.gap.map { _ in .atLeast })
        self = .object(members)
    }
}
