import Models

import struct Foundation.Date
import struct Foundation.UUID

extension ChainReading {
    /// How far ahead of the clock a block may be dated: Bitcoin's rule, which is the widest.
    private static let skew: Double = 2 * 3600

    /// The warnings that follow from the reading.
    var warnings: [Warning] {
        let all: [Warning?] = [unknownList, contradicted, datedAhead, notIncluded, unusedWallet]
        return all.compactMap(\.self)
    }

    /// That its transactions are not known.
    private var unknownList: Warning? {
        unknownTransactions.map { reason in
            Warning(
                code: "transactionsUnknown",
                message: "The transactions of '\(asset.name)' are not known, so none counts as paid: \(reason)")
        }
    }

    /// That another provider tells another balance.
    private var contradicted: Warning? {
        guard let contradiction else { return nil }
        let (counted, other) = ("\(contradiction.counted)", "\(contradiction.other)")
        return Warning(
            code: "balanceContradicted",
            message:
                "Two providers contradict each other about '\(asset.name)': \(contradiction.teller) tells \(counted), which "
                + "counts, and \(contradiction.provider) tells \(other).")
    }

    /// That transactions are dated after the reading.
    private var datedAhead: Warning? {
        guard let balance = try? result.get() else { return nil }
        let count = transactions.count { $0.time.timeIntervalSince($0.read) > Self.skew && $0.time > balance.time }
        guard count > 0 else { return nil }
        let what =
            count == 1
            ? "A transaction of '\(asset.name)' is dated after now and counts"
            : "\(count) transactions of '\(asset.name)' are dated after now and count"
        return Warning(
            code: "transactionsInFuture",
            message: what
                + " from the day of the reading: the clock here is behind, or \(balance.provider) is wrong.")
    }

    /// The amounts of the address that are not in its balance.
    private var notIncluded: Warning? {
        guard !excluded.isEmpty else { return nil }
        let amounts = excluded.map { "\($0.amount) (\($0.reason.rawValue))" }.joined(separator: ", ")
        return Warning(
            code: "amountNotIncluded", message: "The balance of '\(asset.name)' does not include \(amounts).")
    }

    /// That an extended key has no address in use.
    private var unusedWallet: Warning? {
        guard let balance = try? result.get(), balance.amount.isZero, transactions.isEmpty, isWallet else { return nil }
        return Warning(
            code: "unusedWallet",
            message:
                "No address of the key of '\(asset.name)' was ever used. If your wallet holds something, it has "
                + "addresses of another kind: export its key as zpub or ypub, or enter its addresses one by one.")
    }

    /// The providers that could not be used although others reported the balances. Each is named once, however many assets it
    /// is about.
    static func failureWarnings(_ readings: [ChainReading]) -> [Warning] {
        struct Place: Hashable { let provider, chain: String }
        var order: [Place] = []
        var found: [Place: (names: [String], reason: String, other: String)] = [:]
        for reading in readings {
            guard let balance = try? reading.result.get() else { continue }
            for failure in reading.failedProviders {
                let place = Place(provider: failure.provider, chain: balance.chain)
                if found[place] == nil {
                    order.append(place)
                    found[place] = ([], failure.reason, balance.provider)
                }
                found[place]?.names.append(reading.asset.name)
            }
        }
        return order.compactMap { place in
            guard let failure = found[place], let first = failure.names.first else { return nil }
            let others = failure.names.count - 1
            let more = others == 0 ? "" : others == 1 ? " and 1 other" : " and \(others) others"
            let assets = "'\(first)'\(more)"
            return Warning(
                code: "providerFailed",
                message:
                    "\(failure.other) reported the balance of \(assets), because \(place.provider) could not: "
                    + failure.reason)
        }
    }

    /// The assets that count a balance which another one counts as well: by the same address, or by the key of a wallet
    /// that it belongs to.
    ///
    /// - Parameter assets: all assets of the store.
    static func overlapWarnings(_ readings: [ChainReading], among assets: [Asset]) -> [Warning] {
        struct Pair: Hashable { let first, second: Asset.ID }
        var seen: Set<Pair> = []
        let known = assets.compactMap { asset in asset.chainAddress.map { (asset: asset, address: $0) } }
        return readings.flatMap { reading -> [Warning] in
            guard let own = reading.address else { return [] }
            return known.compactMap { other in
                let asset = reading.asset
                guard other.asset.id != asset.id, other.asset.currency == asset.currency,
                    own.covers(other.address) || other.address.covers(own)
                        || other.address.chain == own.chain && reading.walletAddresses.contains(other.address.text)
                else { return nil }
                let ids = [asset.id, other.asset.id].sorted { $0.uuidString < $1.uuidString }
                guard seen.insert(Pair(first: ids[0], second: ids[1])).inserted else { return nil }
                return Warning(
                    code: "countedTwice",
                    message:
                        "'\(asset.name)' and '\(other.asset.name)' both count the balance of \(other.address.text.printable). "
                        + "Delete one of them.")
            }
        }
    }
}

extension Asset {
    /// The address in its one form; nil for an asset without one.
    var chainAddress: ChainAddress? {
        guard let address, let chain = chain.flatMap({ Chain(id: $0) }) else { return nil }
        return try? chain.address(address)
    }
}
