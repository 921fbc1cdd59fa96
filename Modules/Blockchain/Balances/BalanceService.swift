public import Models
public import Persistence

import struct Foundation.Date

/// Reads the balances of assets and their transactions from their chains, and keeps them.
public struct BalanceService: Sendable {
    /// How many assets of one chain are asked about at a time.
    private static let perChain = 5

    private let store: any Store
    private let reader: ChainReader

    /// A service over a store and the chosen providers.
    public init(store: any Store, providers: ChainProviderTable, settings: ChainSettings) {
        self.store = store
        reader = ChainReader(providers: providers, settings: settings)
    }

    /// How far a sync is.
    public struct Progress: Sendable {
        /// How many assets are done.
        public let done: Int
        /// How many there are.
        public let total: Int
        /// The chain that most of the others wait for; nil when all are done.
        public let waitingFor: Chain?
    }

    /// Reads the balances of assets, all at once, and keeps each as soon as it is there. One that cannot be read keeps what
    /// was known, and costs the others nothing.
    ///
    /// - Parameters:
    ///   - names: the assets; none for all that have an address.
    ///   - isForced: whether also what was read a short time ago is read again.
    ///   - progress: called after each asset.
    /// - Throws: ``BalanceError``, ``LookupError``, ``StoreError``, `CancellationError`.
    public func sync(
        _ names: [String], isForced: Bool = false, _ call: Call,
        progress: @Sendable @escaping (Progress) -> Void = { _ in }
    ) async throws -> Outcome<[ChainReading]> {
        let (known, all) = try await store.read { reader in
            let all = try reader.all(Asset.self)
            let assets =
                try names.isEmpty
                ? all.filter { $0.address != nil }
                : names.map { try reader.find(Asset.self, named: $0) }
            if let plain = assets.first(where: { $0.address == nil }) {
                throw BalanceError.noAddress(asset: plain.name)
            }
            guard !assets.isEmpty else { throw BalanceError.nothingOnChains }
            return (try assets.map { try KnownTransactions(of: $0, in: reader) }, all)
        }
        let silent = SilentProviders()
        var lanes = Dictionary(grouping: known.indices.reversed()) { known[$0].chain }
        var readings: [Int: ChainReading] = [:]
        try await withThrowingTaskGroup(of: (Int, ChainReading).self) { group in
            func next(of chain: Chain?) {
                guard let place = lanes[chain]?.popLast() else { return }
                group.addTask { (place, try await read(known[place], isForced: isForced, silent, call)) }
            }
            for chain in Array(lanes.keys) { for _ in 0..<Self.perChain { next(of: chain) } }
            for try await (place, reading) in group {
                readings[place] = reading
                next(of: known[place].chain)
                let open = Dictionary(grouping: known.indices.filter { readings[$0] == nil }) { known[$0].chain }
                let slowest = open.max { ($0.value.count, $0.key?.id ?? "") < ($1.value.count, $1.key?.id ?? "") }
                progress(Progress(done: readings.count, total: known.count, waitingFor: slowest?.key))
            }
        }
        let found = known.indices.compactMap { readings[$0] }
        let isComplete = found.allSatisfy { (try? $0.result.get())?.isSubstitute == false }
        let warnings =
            found.flatMap(\.warnings) + ChainReading.failureWarnings(found)
            + ChainReading.overlapWarnings(found, among: all)
        return Outcome(found, warnings: warnings, isComplete: isComplete)
    }

    private func read(
        _ known: KnownTransactions, isForced: Bool, _ silent: SilentProviders, _ call: Call
    ) async throws -> ChainReading {
        let found = try await reader.read(known, isForced: isForced, call, silent: silent)
        guard !found.isKept, case .success(let balance) = found.result else { return found }
        try await store.write(call) { writer in
            // The asset may have been edited or deleted while its chain was asked.
            guard let asset = try writer.find(Asset.self, known.asset.id), balance.isAbout(asset) else { return }
            let old = try writer.find(ChainBalance.self, asset.id)
            // Another program may have read it later, and been faster.
            if let old, old.isAbout(asset), old.time > call.now { return }
            if let old { try writer.update(old, to: balance) } else { try writer.insert(balance) }
            try writer.replace(
                try writer.all(ChainTransaction.self, where: "assetID", is: asset.id), with: found.transactions)
        }
        return found
    }
}

extension StoreWriter {
    /// Leaves exactly these transactions of an asset, and writes what differs alone.
    fileprivate func replace(_ old: [ChainTransaction], with new: [ChainTransaction]) throws {
        let kept = Dictionary(new.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        let before = Dictionary(old.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        for transaction in old where kept[transaction.place] == nil { try delete(transaction) }
        for transaction in new {
            guard let earlier = before[transaction.place] else {
                try insert(transaction)
                continue
            }
            if earlier != transaction { try update(earlier, to: transaction) }
        }
    }
}

extension KnownTransactions {
    /// What a store knows of an asset.
    init(of asset: Asset, in reader: any EntityReader) throws {
        self.asset = asset
        chain = asset.chain.flatMap { Chain(id: $0) }
        balance = try reader.find(ChainBalance.self, asset.id).flatMap { $0.isAbout(asset) ? $0 : nil }
        rows = balance == nil ? [] : try reader.all(ChainTransaction.self, where: "assetID", is: asset.id)
    }
}
