public import ExchangeRates
public import Models
public import Persistence

/// Which goal gets how much of which asset.
public struct AllocationService: Sendable {
    private let store: any Store
    private let funding: FundingSources
    private let rates: ExchangeRateService?

    /// A service over a store and the sources of balances.
    ///
    /// - Parameter rates: where the rates of assets come from that first fund a goal in a month in progress; without it they
    ///   stay unknown in that month.
    public init(store: any Store, funding: FundingSources, rates: ExchangeRateService? = nil) {
        self.store = store
        self.funding = funding
        self.rates = rates
    }

    /// How a goal is to be funded, as text.
    public enum Size: Sendable, Hashable {
        /// A share of the balance: "60%".
        case share(String)
        /// A fixed amount in the asset's currency, in digits.
        case amount(String)
        /// Whatever shares and amounts leave.
        case rest

        /// A size as people write it: a share as in "60%", "all", "rest", or an amount in digits.
        public init(_ text: String) {
            switch text.lowercased() {
            case "rest": self = .rest
            case "all": self = .share("100%")
            default: self = text.hasSuffix("%") ? .share(text) : .amount(text)
            }
        }
    }

    /// Lets an asset fund a goal; an earlier allocation of the two is replaced.
    ///
    /// - Throws: ``LookupError``, ``ShareError``, ``NumberError``, ``AllocationError``, ``StoreError``.
    public func allocate(
        _ asset: String, to goal: String, _ size: Size, _ call: Call
    ) async throws -> Outcome<[AllocationRow]> {
        try await decide(call) { writer, changes in
            let asset = try writer.find(Asset.self, named: asset)
            let goal = try writer.find(Goal.self, named: goal)
            return [try changes.allocate(asset, to: goal, size: try size.read(in: asset.currency))]
        }
    }

    /// Gives the goals that an asset already funds equal shares of it.
    ///
    /// - Throws: ``LookupError``, ``AllocationError``, ``StoreError``.
    public func allocateEvenly(_ asset: String, _ call: Call) async throws -> Outcome<[AllocationRow]> {
        try await decide(call) { writer, changes in
            try changes.allocateEvenly(try writer.find(Asset.self, named: asset))
        }
    }

    /// Stops funding a goal with an asset.
    ///
    /// - Throws: ``LookupError``, ``AllocationError``, ``StoreError``.
    public func unallocate(_ asset: String, from goal: String, _ call: Call) async throws -> Outcome<AllocationRow> {
        Outcome(
            try await funding.write(call, in: store) { writer in
                let asset = try writer.store.find(Asset.self, named: asset)
                let goal = try writer.store.find(Goal.self, named: goal)
                let removed = try AllocationChanges(writer).unallocate(asset, from: goal)
                return AllocationRow(
                    asset: asset, goal: goal, size: removed.size, funded: .zero(asset.currency), gap: nil)
            })
    }

    /// The allocations of an asset, or all, with their amounts.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func allocations(of name: String?, _ call: Call) async throws -> Outcome<[AllocationRow]> {
        try await funding.answering(call) { answers in
            try await store.read { reader in
                let wanted = try name.map { try reader.find(Asset.self, named: $0).id }
                let snapshot = try AllocationSnapshot(from: reader, today: call.today, funding: answers)
                return try snapshot.outcome { wanted == nil || $0.assetID == wanted }
            }
        }
    }

    /// The allocations of an asset as they would be with others in the place of all of them. Nothing is written.
    ///
    /// - Parameter sizes: by the goal's name or id, a share as in "60%", "all", "rest", or an amount in digits; empty for nothing.
    /// - Throws: ``LookupError``, ``RequestError``, ``AllocationError/goalIsOver(goal:_:)``, ``AssetSplitError``,
    ///   ``StoreError``.
    public func preview(
        _ name: String, _ sizes: [String: String], _ call: Call
    ) async throws -> Outcome<[AllocationRow]> {
        try await funding.answering(call) { answers in
            try await store.read { reader in
                let asset = try reader.find(Asset.self, named: name)
                let wanted = try sizes.sorted { $0.key < $1.key }.map { (goal, size) in
                    (goal: try reader.find(Goal.self, named: goal), size: size)
                }
                for (goal, size) in wanted where !size.isEmpty && !goal.keepsAllocations {
                    throw AllocationError.goalIsOver(goal: goal.name, goal.lifecycle)
                }
                let allocations = try AssetAllocation.read(wanted, of: asset)
                try AssetSplitError.check(allocations, of: asset.currency)
                return try AllocationSnapshot(from: reader, today: call.today, funding: answers)
                    .replacing(allocations, of: asset.id).outcome { $0.assetID == asset.id }
            }
        }
    }

    /// Puts others in the place of all allocations of an asset, all at once or not at all.
    ///
    /// - Parameter sizes: by the goal's name or id, a share as in "60%", "all", "rest", or an amount in digits; empty for nothing. Goals
    ///   that are not named get nothing.
    /// - Throws: ``LookupError``, ``RequestError``, ``AllocationError``, ``AssetSplitError``, ``StoreError``.
    public func replace(
        _ name: String, with sizes: [String: String], _ call: Call
    ) async throws -> Outcome<[AllocationRow]> {
        try await decide(call) { writer, changes in
            let asset = try writer.find(Asset.self, named: name)
            let wanted = try sizes.sorted { $0.key < $1.key }.map { (goal, size) in
                (goal: try writer.find(Goal.self, named: goal), size: size)
            }
            return try changes.replaceAll(
                of: asset, with: try AssetAllocation.read(wanted, of: asset), goals: wanted.map(\.goal))
        }
    }

    /// Changes allocations and tells their amounts, all in one transaction.
    private func decide(
        _ call: Call, _ body: @Sendable @escaping (any StoreWriter, AllocationChanges) throws -> [AssetAllocation]
    ) async throws -> Outcome<[AllocationRow]> {
        try await funding.preparing(call, in: store, rates: rates).write(call, in: store) { writer in
            func snapshot() throws -> AllocationSnapshot {
                try AllocationSnapshot(from: writer.store, today: call.today, funding: writer.answers)
            }
            // Everything that has to be asked is asked in one round.
            _ = try snapshot()
            let changed = Set(try body(writer.store, AllocationChanges(writer)))
            return try snapshot().outcome(changed.contains)
        }
    }
}

extension AllocationService.Size {
    /// - Throws: ``ShareError``, ``NumberError``.
    func read(in currency: Currency) throws -> AssetAllocation.Size {
        switch self {
        case .share(let text): .share(try Share(text))
        case .amount(let text): .fixed(try Money(entered: text, currency))
        case .rest: .rest
        }
    }
}

extension AllocationSnapshot {
    /// The rows of some allocations, by asset, and what the reader should know.
    fileprivate func outcome(_ isWanted: (AssetAllocation) -> Bool) throws -> Outcome<[AllocationRow]> {
        let rows = try balances.flatMap { balance in
            try split(of: balance).parts.compactMap { part -> AllocationRow? in
                guard let goal = goals[part.goalID],
                    isWanted(AssetAllocation(assetID: balance.asset.id, goalID: part.goalID, size: part.size))
                else { return nil }
                return AllocationRow(
                    asset: balance.asset, goal: goal, size: part.size, funded: part.amount, gap: balance.gap)
            }
        }
        return Outcome(rows, warnings: fundings().warnings, isComplete: rows.allSatisfy { $0.gap == nil })
    }
}
