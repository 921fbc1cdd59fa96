import Models

import struct Foundation.Date

/// Asks the chosen providers about one asset.
struct ChainReader: Sendable {
    let providers: ChainProviderTable
    let settings: ChainSettings

    /// A question with the providers that answer it, and those that were silent before.
    private struct Inquiry {
        let question: BalanceQuestion
        let providers: [any ChainProvider]
        let silent: SilentProviders
        let call: Call

        func balance(_ provider: any ChainProvider) async throws -> BalanceAnswer {
            try await silent.run(provider, question.chain, .balance) {
                try await provider.balanceAnswer(question, call)
            }
        }

        func history(_ provider: any ChainProvider, since: Date?) async throws -> ChainHistory? {
            try await silent.run(provider, question.chain, .transactions) {
                try await provider.history(question, since: since, call)
            }
        }
    }

    /// What the providers say of an asset now.
    ///
    /// - Throws: `CancellationError` only.
    func read(
        _ known: KnownTransactions, isForced: Bool, _ call: Call, silent: SilentProviders = SilentProviders()
    ) async throws -> ChainReading {
        if !isForced, let balance = known.balance, !balance.isSubstitute,
            Self.isNew(balance.time, settings.balanceAge, call)
        {
            var reading = ChainReading(asset: known.asset, before: balance, result: .success(balance))
            (reading.transactions, reading.isKept) = (known.rows, true)
            return reading
        }
        do {
            let question = try known.question()
            let inquiry = Inquiry(
                question: question, providers: providers.answering(question), silent: silent, call: call)
            return try await read(known, inquiry, isForced: isForced)
        } catch let failure as ChainReading.Failure {
            return ChainReading(asset: known.asset, before: known.balance, result: .failure(failure))
        }
    }

    private func read(_ known: KnownTransactions, _ inquiry: Inquiry, isForced: Bool) async throws -> ChainReading {
        let call = inquiry.call
        let first = try await self.balance(known.asset, inquiry)
        var balance = first.balance
        balance.earlier = known.balance.flatMap { $0.isSubstitute ? nil : $0.amount }
        var reading = ChainReading(asset: known.asset, before: known.balance, result: .success(balance))
        (reading.failedProviders, reading.excluded) = (first.failures, first.excluded)
        guard !balance.isSubstitute else { return reading }
        var merged = KnownTransactions.Merged(rows: known.rows, knownAfter: known.balance?.knownAfter)
        let isSame = known.balance?.amount == balance.amount && known.balance?.knownAfter != nil
        if !isForced, isSame, let read = known.balance?.transactionsRead,
            Self.isNew(read, settings.transactionAge, call)
        {
            balance.transactionsRead = read
        } else {
            do {
                let found = try await transactions(of: known, balance, first.provider, inquiry)
                (merged, balance) = (found.merged, found.balance)
                balance.transactionsRead = call.now.wholeMilliseconds
                reading.contradiction = found.contradiction
                reading.unknownTransactions = merged.doubt.map(Self.text)
            } catch let failure as ChainReading.Failure {
                // What was known explains the balance as long as that has not changed.
                if !isSame { merged.knownAfter = nil }
                balance.transactionsRead = known.balance?.transactionsRead
                reading.unknownTransactions = failure.description
            }
        }
        balance.knownAfter = merged.knownAfter
        reading.result = .success(balance)
        let places = Set(known.rows.map(\.place))
        reading.transactions = merged.rows
        reading.newTransactions = merged.rows.count { !places.contains($0.place) }
        reading.walletAddresses = await first.provider.walletAddresses
        return reading
    }

    /// The balance of the first provider that tells one.
    private struct FirstBalance {
        let balance: ChainBalance
        let provider: any ChainProvider
        let excluded: [ExcludedAmount]
        /// The providers before it that reported none, and why.
        let failures: [ChainReading.ProviderFailure]
    }

    /// Asks one provider after the other.
    private func balance(_ asset: Asset, _ inquiry: Inquiry) async throws -> FirstBalance {
        let (question, call) = (inquiry.question, inquiry.call)
        var failures: [ChainReading.ProviderFailure] = []
        for provider in inquiry.providers {
            do {
                let answer = try await inquiry.balance(provider)
                guard answer.amount.currency == asset.currency else {
                    throw ChainReading.Failure(description: "\(provider.name) answered in \(answer.amount.currency).")
                }
                let time = min(answer.time ?? call.now, call.now).wholeMilliseconds
                let balance = ChainBalance(
                    assetID: asset.id, chain: question.chain.id, address: question.address.text,
                    amount: answer.amount, time: time,
                    day: CalendarDay(utc: time, secondsFromUTC: call.zone.secondsFromGMT(for: time)),
                    provider: provider.name, isSubstitute: provider is FallbackChain)
                return FirstBalance(
                    balance: balance, provider: provider, excluded: answer.excluded, failures: failures)
            } catch {
                try Task.checkCancellation()
                failures.append(.init(provider: provider.name, reason: "\(error)"))
            }
        }
        let reasons = failures.map(\.reason)
        throw ChainReading.Failure(
            description: reasons.isEmpty
                ? "No provider of \(question.chain.name) is chosen." : reasons.joined(separator: " "))
    }

    /// A balance with its transactions.
    private struct Found {
        let merged: KnownTransactions.Merged
        let balance: ChainBalance
        var contradiction: ChainReading.Contradiction?
    }

    /// The transactions behind a balance: what happened lately, or all when that does not explain it. Both are of one
    /// moment: when the balance changed in between, it is the later one.
    ///
    /// Only the provider that reported the balance may renew it. The transactions of another one count if they add up to it; a
    /// balance of another one that differs is reported, and does not count.
    private func transactions(
        of known: KnownTransactions, _ balance: ChainBalance, _ teller: any ChainProvider, _ inquiry: Inquiry
    ) async throws -> Found {
        // The provider of the balance first: others may be some blocks behind or ahead.
        let others = inquiry.providers.filter { $0.name != teller.name && !($0 is FallbackChain) }
        var reasons: [String] = []
        var best: KnownTransactions.Merged?
        var contradiction: ChainReading.Contradiction?
        for (place, provider) in ([teller] + others).enumerated() {
            do {
                for since in known.since.map({ [$0, nil] }) ?? [nil] {
                    guard let history = try await inquiry.history(provider, since: since) else { break }
                    let merged = try known.reliable(with: history, since: since, balance.amount, inquiry.call)
                    if merged.knownAfter != nil {
                        return Found(merged: merged, balance: balance, contradiction: contradiction)
                    }
                    let amount = try await inquiry.balance(provider).amount
                    if amount != balance.amount, amount.currency == known.asset.currency {
                        if place == 0 {
                            let again = try known.reliable(with: history, since: since, amount, inquiry.call)
                            if again.knownAfter != nil { return Found(merged: again, balance: balance.with(amount)) }
                        } else {
                            contradiction =
                                contradiction
                                ?? ChainReading.Contradiction(
                                    counted: balance.amount, by: teller.name, other: amount, of: provider.name)
                        }
                    }
                    if since == nil { best = best ?? merged }
                }
            } catch {
                try Task.checkCancellation()
                reasons.append("\(error)")
            }
        }
        if let best { return Found(merged: best, balance: balance, contradiction: contradiction) }
        if reasons.isEmpty {
            let names = ([teller] + others).map(\.name).joined(separator: ", ")
            let question = inquiry.question
            let currency = question.contract == nil ? question.chain.currency.description : "this token"
            reasons = ["\(names) tells no transactions of \(currency)."]
        }
        throw ChainReading.Failure(description: reasons.joined(separator: " "))
    }

    /// Why transactions do not count, as a sentence that follows a colon.
    private static func text(_ doubt: KnownTransactions.Doubt) -> String {
        switch doubt {
        case .mismatch: "they do not add up to its balance. Another provider may know them all."
        case .negative(let day):
            "by them it would have held less than nothing on \(day). Another provider may know them all."
        case .cutOff: "the list is longer than is read at once. What comes in from today on counts."
        }
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

extension ChainProvider {
    /// The addresses of a wallet that its last reading found in use; none for a provider of single addresses.
    fileprivate var walletAddresses: Set<String> {
        get async { await (self as? WalletScan)?.usedAddresses ?? [] }
    }
}
