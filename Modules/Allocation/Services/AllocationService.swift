public import Models
public import Persistence

/// Who may count on how much of an asset.
public struct AllocationService: Sendable {
    private let store: any Store
    private let funding: FundingSources

    /// A service over a store and the sources of balances.
    public init(store: any Store, funding: FundingSources) {
        self.store = store
        self.funding = funding
    }

    /// How a goal is to be funded, as text.
    public enum Claim: Sendable, Hashable {
        /// A share of the balance: "60%".
        case share(String)
        /// A fixed amount in the asset's currency, in digits.
        case amount(String)
        /// Whatever shares and amounts leave.
        case rest
    }

    /// Lets a goal count on an asset; an earlier allocation of the goal on it is replaced.
    ///
    /// - Throws: ``LookupError``, ``ShareError``, ``NumberError``, ``AllocationError``, ``StoreError``.
    public func allocate(
        _ asset: String, to goal: String, _ claim: Claim, _ call: Call
    ) async throws -> Outcome<[AllocationRow]> {
        try await decide(call) { writer, changes in
            let asset = try writer.find(Asset.self, named: asset)
            let goal = try writer.find(Goal.self, named: goal)
            return [try changes.allocate(asset, to: goal, claim: try claim.read(in: asset.currency))]
        }
    }

    /// Gives the goals that count on an asset already equal shares of it.
    ///
    /// - Throws: ``LookupError``, ``AllocationError``, ``StoreError``.
    public func allocateEvenly(_ asset: String, _ call: Call) async throws -> Outcome<[AllocationRow]> {
        try await decide(call) { writer, changes in
            try changes.allocateEvenly(try writer.find(Asset.self, named: asset))
        }
    }

    /// Takes a goal's part of an asset away.
    ///
    /// - Throws: ``LookupError``, ``AllocationError``, ``StoreError``.
    public func unallocate(_ asset: String, from goal: String, _ call: Call) async throws -> Outcome<AllocationRow> {
        Outcome(
            try await store.write(call) { writer in
                let asset = try writer.find(Asset.self, named: asset)
                let goal = try writer.find(Goal.self, named: goal)
                let removed = try AllocationChanges(writer: writer, today: call.today).unallocate(asset, from: goal)
                return AllocationRow(
                    asset: asset, goal: goal, claim: removed.claim, funded: .zero(asset.currency), gap: nil)
            })
    }

    /// The allocations of an asset, or all, with what they come to.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func allocations(of name: String?, _ call: Call) async throws -> Outcome<[AllocationRow]> {
        try await funding.answering(call) { answers in
            try await store.read { reader in
                let wanted = try name.map { try reader.find(Asset.self, named: $0).id }
                let book = try AllocationBook(from: reader, today: call.today, since: call.today, funding: answers)
                return try book.outcome { wanted == nil || $0.assetID == wanted }
            }
        }
    }

    /// Changes allocations and tells what they come to, all in one transaction.
    private func decide(
        _ call: Call, _ body: @Sendable @escaping (any StoreWriter, AllocationChanges) throws -> [AssetAllocation]
    ) async throws -> Outcome<[AllocationRow]> {
        try await funding.answering(call) { answers in
            try await store.write(call) { writer in
                // Everything that has to be asked is asked in one round.
                _ = try AllocationBook(from: writer, today: call.today, since: call.today, funding: answers)
                let changes = AllocationChanges(writer: writer, today: call.today, funding: answers)
                let changed = Set(try body(writer, changes))
                let book = try AllocationBook(from: writer, today: call.today, since: call.today, funding: answers)
                return try book.outcome(changed.contains)
            }
        }
    }
}

extension AllocationService.Claim {
    fileprivate func read(in currency: Currency) throws -> AssetAllocation.Claim {
        switch self {
        case .share(let text): .share(try Share(text))
        case .amount(let text): .earmark(try Money(text, currency))
        case .rest: .rest
        }
    }
}

extension AllocationBook {
    /// The rows of some allocations, by asset, and what the reader should know.
    fileprivate func outcome(_ isWanted: (AssetAllocation) -> Bool) throws -> Outcome<[AllocationRow]> {
        let rows = try balances.flatMap { balance in
            try funding(of: balance).parts.compactMap { part -> AllocationRow? in
                guard let goal = goals[part.goalID],
                    isWanted(AssetAllocation(assetID: balance.asset.id, goalID: part.goalID, claim: part.claim))
                else { return nil }
                return AllocationRow(
                    asset: balance.asset, goal: goal, claim: part.claim, funded: part.amount, gap: balance.gap)
            }
        }
        return Outcome(rows, warnings: fundings().warnings, isComplete: rows.allSatisfy { $0.gap == nil })
    }
}
