package import Foundation
package import Models

extension SlowHousehold {
    // MARK: - Assets and transactions

    /// Adds an asset without a balance.
    package mutating func addAsset(_ id: UUID, currency: Currency, name: String, at moment: HouseholdMoment) throws {
        try write(.other, at: moment) { $0.assets.append(SlowAsset(id: id, currency: currency, name: name)) }
        if displayCurrency == nil { displayCurrency = currency }
    }

    /// Removes an asset with its transactions and allocations: first the payments of the month, then its stock.
    package mutating func deleteAsset(_ id: UUID, at moment: HouseholdMoment) throws {
        guard asset(id) != nil else { return }
        let own = transactions.filter { $0.asset == id && months.last?.isOwn($0) ?? false }
        let stock = transactions.filter { $0.asset == id && !own.contains($0) }
        for transaction in own + stock { try delete(transaction.id, at: moment) }
        try write(.other, at: moment) { household in
            household.allocations = household.allocations.filter { $0.key.asset != id }
            household.assets.removeAll { $0.id == id }
        }
    }

    /// Enters a transaction.
    package mutating func enter(
        _ id: UUID, asset: UUID, amount: Money, day: CalendarDay, kind: SlowTransaction.Kind, entered: Date,
        at moment: HouseholdMoment
    ) throws {
        let transaction = SlowTransaction(
            id: id, asset: asset, amount: amount, day: day, kind: kind, entered: entered)
        try write(.transaction(transaction, counterpart: nil), at: moment) { $0.transactions.append(transaction) }
    }

    /// Corrects a transaction: a deletion, and an entry in its old place.
    package mutating func edit(
        _ id: UUID, amount: Money? = nil, day: CalendarDay? = nil, at moment: HouseholdMoment
    ) throws {
        guard let index = transactions.firstIndex(where: { $0.id == id }) else { return }
        let old = transactions[index]
        var new = old
        new.amount = amount ?? old.amount
        new.day = day ?? old.day
        try write(.transaction(old, counterpart: new), at: moment) { $0.transactions.remove(at: index) }
        try write(.transaction(new, counterpart: nil), at: moment) { $0.transactions.insert(new, at: index) }
    }

    /// Deletes a transaction.
    package mutating func delete(_ id: UUID, at moment: HouseholdMoment) throws {
        guard let old = transaction(id) else { return }
        try write(.transaction(old, counterpart: nil), at: moment) { $0.transactions.removeAll { $0.id == id } }
    }

    // MARK: - Allocations

    /// Allocates a part of an asset to a goal; replaces what the goal had of it.
    package mutating func allocate(
        _ asset: UUID, to goal: UUID, _ allocation: SlowAllocation, at moment: HouseholdMoment
    ) throws {
        try write(.allocation, at: moment) { $0.allocations[AssetAndGoal(asset, goal)] = allocation }
    }

    /// Takes an allocation back.
    package mutating func unallocate(_ asset: UUID, from goal: UUID, at moment: HouseholdMoment) throws {
        try write(.allocation, at: moment) { $0.allocations[AssetAndGoal(asset, goal)] = nil }
    }

    // MARK: - Balances

    /// The sum of an asset's transactions until a day, without some of them.
    package func balance(_ asset: SlowAsset, on day: CalendarDay, without: Set<UUID> = []) throws -> Money {
        let counted = transactions.filter { $0.asset == asset.id && $0.day <= day && !without.contains($0.id) }
        return try Money.sum(counted.map(\.amount), in: asset.currency)
    }

    /// What each goal has of an asset on a day, in the asset's currency, without some transactions.
    package func funded(
        _ asset: SlowAsset, on day: CalendarDay, without: Set<UUID> = []
    ) throws -> [UUID: Money] {
        let goals = goals.filter { allocations[AssetAndGoal(asset.id, $0.id)] != nil }.sorted { $0.precedes($1) }
        let parts = try SlowSplit.funded(
            balance: balance(asset, on: day, without: without),
            allocations: goals.compactMap { allocations[AssetAndGoal(asset.id, $0.id)] })
        return Dictionary(uniqueKeysWithValues: zip(goals.map(\.id), parts))
    }
}
