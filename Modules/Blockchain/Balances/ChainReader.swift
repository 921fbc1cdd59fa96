import Models

import struct Foundation.Date

/// Asks the chosen providers about one asset.
struct ChainReader: Sendable {
    let providers: ChainProviderTable
    let settings: ChainSettings

    /// What the providers say of an asset now.
    ///
    /// - Throws: `CancellationError` only.
    func read(_ known: KnownTransactions, isForced: Bool, _ call: Call) async throws -> ChainReading {
        if !isForced, let balance = known.balance, !balance.isSubstitute,
            Self.isNew(balance.time, settings.balanceAge, call)
        {
            var reading = ChainReading(asset: known.asset, before: balance, result: .success(balance))
            (reading.transactions, reading.isKept) = (known.rows, true)
            return reading
        }
        do {
            let question = try known.question()
            return try await read(known, question, isForced: isForced, call)
        } catch let failure as ChainReading.Failure {
            return ChainReading(asset: known.asset, before: known.balance, result: .failure(failure))
        }
    }

    private func read(
        _ known: KnownTransactions, _ question: BalanceQuestion, isForced: Bool, _ call: Call
    ) async throws -> ChainReading {
        let asked = providers.answering(question)
        var (balance, provider) = try await balance(known.asset, question, asked, call)
        balance.earlier = known.balance.flatMap { $0.isSubstitute ? nil : $0.amount }
        guard !balance.isSubstitute else {
            return ChainReading(asset: known.asset, before: known.balance, result: .success(balance))
        }
        var merged = KnownTransactions.Merged(rows: known.rows, knownAfter: known.balance?.knownAfter)
        var reason: String?
        let isSame = known.balance?.amount == balance.amount && known.balance?.knownAfter != nil
        if !isForced, isSame, let read = known.balance?.transactionsRead,
            Self.isNew(read, settings.transactionAge, call)
        {
            balance.transactionsRead = read
        } else {
            do {
                (merged, balance) = try await transactions(of: known, question, balance, provider, among: asked, call)
                balance.transactionsRead = call.now.wholeMilliseconds
                if merged.knownAfter == nil {
                    reason = "they do not add up to its balance. Another provider may know them all."
                }
            } catch let failure as ChainReading.Failure {
                // What was known explains the balance as long as that has not changed.
                if !isSame { merged.knownAfter = nil }
                balance.transactionsRead = known.balance?.transactionsRead
                reason = failure.description
            }
        }
        balance.knownAfter = merged.knownAfter
        var reading = ChainReading(asset: known.asset, before: known.balance, result: .success(balance))
        let places = Set(known.rows.map(\.place))
        reading.transactions = merged.rows
        reading.newTransactions = merged.rows.count { !places.contains($0.place) }
        reading.unknownTransactions = reason
        return reading
    }

    /// Asks one provider after the other.
    private func balance(
        _ asset: Asset, _ question: BalanceQuestion, _ asked: [any ChainProvider], _ call: Call
    ) async throws -> (ChainBalance, any ChainProvider) {
        var reasons: [String] = []
        for provider in asked {
            do {
                let amount = try await provider.balance(question, call)
                guard amount.currency == asset.currency else {
                    throw ChainReading.Failure(description: "\(provider.name) answered in \(amount.currency).")
                }
                let balance = ChainBalance(
                    assetID: asset.id, chain: question.chain.id, address: question.address.text, amount: amount,
                    time: call.now.wholeMilliseconds, day: call.day, provider: provider.name,
                    isSubstitute: provider is FallbackChain)
                return (balance, provider)
            } catch {
                try Task.checkCancellation()
                reasons.append("\(error)")
            }
        }
        if reasons.isEmpty { reasons = ["No provider of \(question.chain.name) is chosen."] }
        throw ChainReading.Failure(description: reasons.joined(separator: " "))
    }

    /// The transactions behind a balance: what happened lately, or all when that does not explain it. Both are of one
    /// moment: when the balance changed in between, it is the later one.
    private func transactions(
        of known: KnownTransactions, _ question: BalanceQuestion, _ balance: ChainBalance,
        _ provider: any ChainProvider, among asked: [any ChainProvider], _ call: Call
    ) async throws -> (KnownTransactions.Merged, ChainBalance) {
        // The provider of the balance first: others may be some blocks behind or ahead.
        let others = asked.filter { $0.name != provider.name && !($0 is FallbackChain) }
        var reasons: [String] = []
        var best: (KnownTransactions.Merged, ChainBalance)?
        for provider in [provider] + others {
            do {
                for since in known.since.map({ [$0, nil] }) ?? [nil] {
                    guard let history = try await provider.history(question, since: since, call) else { break }
                    let merged = try known.merged(with: history, since: since, balance.amount, call)
                    if merged.knownAfter != nil { return (merged, balance) }
                    let amount = try await provider.balance(question, call)
                    if amount != balance.amount, amount.currency == known.asset.currency {
                        let later = balance.with(amount)
                        let again = try known.merged(with: history, since: since, amount, call)
                        if again.knownAfter != nil { return (again, later) }
                    }
                    if since == nil { best = best ?? (merged, balance) }
                }
            } catch {
                try Task.checkCancellation()
                reasons.append("\(error)")
            }
        }
        if let best { return best }
        if reasons.isEmpty {
            let names = ([provider] + others).map(\.name).joined(separator: ", ")
            let currency = question.contract == nil ? question.chain.currency.description : "this token"
            reasons = ["\(names) tells no transactions of \(currency)."]
        }
        throw ChainReading.Failure(description: reasons.joined(separator: " "))
    }

    /// Whether something was read so short a time ago that it is as good as new. What comes from the future is not.
    private static func isNew(_ time: Date, _ age: Duration, _ call: Call) -> Bool {
        let seconds = call.now.timeIntervalSince(time)
        return seconds >= 0 && Duration.seconds(seconds) < age
    }
}

extension KnownTransactions {
    /// What a provider is asked about the asset.
    ///
    /// - Throws: ``ChainReading/Failure``.
    fileprivate func question() throws(ChainReading.Failure) -> BalanceQuestion {
        do {
            guard let chain else { throw BalanceError.unknownChain(asset.chain ?? "") }
            return try BalanceQuestion(chain.address(asset.address ?? ""), asset.currency)
        } catch {
            throw ChainReading.Failure(description: "\(error)")
        }
    }
}

extension ChainBalance {
    /// The same reading with another amount.
    fileprivate func with(_ amount: Money) -> ChainBalance {
        ChainBalance(
            assetID: assetID, chain: chain, address: address, amount: amount, time: time, day: day,
            provider: provider, isSubstitute: isSubstitute, earlier: earlier)
    }
}
