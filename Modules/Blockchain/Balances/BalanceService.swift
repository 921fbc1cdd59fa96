public import Models
public import Persistence

import struct Foundation.UUID

/// Reads the balances of assets from their chains, and keeps them.
public struct BalanceService: Sendable {
    private let store: any Store
    private let providers: ChainProviderTable

    /// A service over a store and the chosen providers.
    public init(store: any Store, providers: ChainProviderTable) {
        self.store = store
        self.providers = providers
    }

    /// What became of one asset.
    public struct Reading: Sendable {
        /// The asset.
        public let asset: Asset
        /// What was known before; nil when nothing was.
        public let before: ChainBalance?
        /// What was read, or why nothing could be.
        public let result: Result<ChainBalance, Failure>

        /// How the balance changed; nil when one of both is not known.
        public var change: Money? {
            guard let before, let now = try? result.get() else { return nil }
            return try? now.amount.subtracting(before.amount)
        }
    }

    /// Why a balance could not be read.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reasons of all providers that were asked, as sentences.
        public let description: String
    }

    /// How far a sync is.
    public struct Progress: Sendable {
        /// How many assets are done.
        public let done: Int
        /// How many there are.
        public let total: Int
        /// The asset that was done last.
        public let last: Asset
    }

    /// Reads the balances of assets, all at once, and keeps each as soon as it is there. One that cannot be read keeps what
    /// was known, and costs the others nothing.
    ///
    /// - Parameters:
    ///   - names: the assets; none for all that have an address.
    ///   - progress: told after each asset.
    /// - Throws: ``BalanceError``, ``LookupError``, ``StoreError``, `CancellationError`.
    public func sync(
        _ names: [String], _ call: Call, progress: @Sendable @escaping (Progress) -> Void = { _ in }
    ) async throws -> Outcome<[Reading]> {
        let (assets, known) = try await store.read { reader in
            let assets =
                try names.isEmpty
                ? reader.all(Asset.self).filter { $0.address != nil }
                : names.map { try reader.find(Asset.self, named: $0) }
            return (assets, try reader.all(ChainBalance.self))
        }
        if let plain = assets.first(where: { $0.address == nil }) { throw BalanceError.noAddress(asset: plain.name) }
        guard !assets.isEmpty else { throw BalanceError.nothingOnChains }
        let readings = try await withThrowingTaskGroup(of: (Int, Reading).self) { group in
            for (place, asset) in assets.enumerated() {
                let before = known.first { $0.assetID == asset.id && $0.isAbout(asset) }
                group.addTask { (place, try await read(asset, before: before, call)) }
            }
            var readings: [Int: Reading] = [:]
            for try await (place, reading) in group {
                readings[place] = reading
                progress(Progress(done: readings.count, total: assets.count, last: reading.asset))
            }
            return assets.indices.compactMap { readings[$0] }
        }
        let isComplete = readings.allSatisfy { (try? $0.result.get())?.isSubstitute == false }
        return Outcome(readings, warnings: [], isComplete: isComplete)
    }

    private func read(_ asset: Asset, before: ChainBalance?, _ call: Call) async throws -> Reading {
        let found: ChainBalance
        do {
            found = try await balance(of: asset, call)
        } catch let failure as Failure {
            return Reading(asset: asset, before: before, result: .failure(failure))
        }
        try await store.write(call) { writer in
            // The asset may have been edited or deleted while its chain was asked.
            guard let now = try writer.find(Asset.self, asset.id), found.isAbout(now) else { return }
            guard let old = try writer.find(ChainBalance.self, asset.id) else { return try writer.insert(found) }
            // Another program may have read it later, and been faster.
            if old != found, old.time <= found.time || !old.isAbout(now) { try writer.update(old, to: found) }
        }
        return Reading(asset: asset, before: before, result: .success(found))
    }

    /// Asks one provider after the other.
    private func balance(of asset: Asset, _ call: Call) async throws -> ChainBalance {
        let question: BalanceQuestion
        do {
            guard let chain = asset.chain.flatMap({ Chain(id: $0) }) else {
                throw BalanceError.unknownChain(asset.chain ?? "")
            }
            question = try BalanceQuestion(chain.address(asset.address ?? ""), asset.currency)
        } catch {
            throw Failure(description: "\(error)")
        }
        let chosen = providers[question.chain]
        var reasons: [String] = []
        for provider in chosen {
            do {
                let amount = try await provider.balance(question, call)
                guard amount.currency == asset.currency else {
                    throw Failure(description: "\(provider.name) answered in \(amount.currency).")
                }
                return ChainBalance(
                    assetID: asset.id, chain: question.chain.id, address: question.address.text, amount: amount,
                    time: call.now, day: call.day, provider: provider.name, isSubstitute: provider is FallbackChain)
            } catch {
                try Task.checkCancellation()
                reasons.append("\(error)")
            }
        }
        if reasons.isEmpty { reasons = ["No provider of \(question.chain.name) is chosen."] }
        throw Failure(description: reasons.joined(separator: " "))
    }
}

/// Why no balance is read.
public enum BalanceError: Problem, Equatable {
    /// The asset has no address.
    case noAddress(asset: String)
    /// No asset has one.
    case nothingOnChains
    /// The chain is not known.
    case unknownChain(String)

    /// What is wrong, with what to do.
    public var description: String {
        switch self {
        case .noAddress(let asset):
            "'\(asset.printable)' has no address on a chain. Its balance is what you enter."
        case .nothingOnChains: "No asset has an address on a chain."
        case .unknownChain(let chain):
            "The chain '\(chain.printable)' is not known. Known: \(Chain.known.map(\.id).joined(separator: ", "))."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .noAddress: "balance.noAddress"
        case .nothingOnChains: "balance.nothingOnChains"
        case .unknownChain: "balance.unknownChain"
        }
    }

    /// What sort of problem it is.
    public var kind: ProblemKind { .refused }

    /// One of each case.
    public static var examples: [BalanceError] {
        [.noAddress(asset: "Savings"), .nothingOnChains, .unknownChain("bitcorn")]
    }
}
