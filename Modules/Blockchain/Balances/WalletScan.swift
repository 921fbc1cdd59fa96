import Models

import struct Foundation.Date

/// Answers for an extended public key by asking a provider, which knows nothing of keys, about each of its addresses.
actor WalletScan: ChainProvider {
    /// How many addresses in a row were never used where a branch ends: wallets look no further (BIP 44).
    private static let gap = 20
    /// How many addresses are asked about at a time.
    private static let atOnce = 5
    /// How many addresses of a branch may be in use.
    private static let limit = 2000

    nonisolated let name: String
    private let provider: any ChainProvider
    private let derivation: (any AddressDerivation)?
    /// What the last scan found, so that transactions are asked of the same addresses.
    private var found: [UsedAddress]?

    init(_ provider: any ChainProvider, derivation: (any AddressDerivation)?) {
        name = provider.name
        self.provider = provider
        self.derivation = derivation
    }

    /// The addresses that the last scan found in use.
    var usedAddresses: Set<String> { Set((found ?? []).map(\.question.address.text)) }

    /// An address that has a balance or a transaction.
    private struct UsedAddress: Sendable {
        let question: BalanceQuestion
        let balance: Money
        /// All its transactions, where the scan had to ask for them.
        let history: ChainHistory?
    }

    func balance(_ question: BalanceQuestion, _ call: Call) async throws -> Money {
        let used = try await scan(question, call)
        found = used
        return try Money.sum(used.map(\.balance), in: question.currency)
    }

    func history(_ question: BalanceQuestion, since: Date?, _ call: Call) async throws -> ChainHistory? {
        let used: [UsedAddress]
        if let found { used = found } else { used = try await scan(question, call) }
        found = used
        var histories: [ChainHistory] = []
        for start in stride(from: 0, to: used.count, by: Self.atOnce) {
            histories += try await Self.all(Array(used[start..<min(start + Self.atOnce, used.count)])) {
                [provider] address in
                if let history = address.history { return history }
                return try await Self.history(provider, address.question, since: since, call)
            }
        }
        return try ChainHistory(
            merging: histories, own: Set(used.map(\.question.address.text)), since: since, in: question.currency)
    }

    func height(of chain: Chain, _ call: Call) async throws -> String { try await provider.height(of: chain, call) }

    // MARK: - Addresses

    /// The used addresses of both branches, each until so many in a row were never used that a wallet stops there.
    private func scan(_ question: BalanceQuestion, _ call: Call) async throws -> [UsedAddress] {
        guard let key = question.address.extendedKey, let derivation else { throw WalletError.noDerivation }
        var found: [UsedAddress] = []
        for branch: UInt32 in 0...1 {
            var (index, unused) = (0, 0)
            while unused < Self.gap {
                // The addresses behind the last one in use do not count: there have to be some to find the end.
                guard index - unused <= Self.limit else { throw WalletError.tooManyAddresses(Self.limit) }
                // Never beyond the gap: what lies there does not depend on how many are asked at once.
                let next = index..<index + min(Self.atOnce, Self.gap - unused)
                let questions = try next.map { index in
                    let address = try derivation.address(of: key, branch: branch, index: UInt32(index))
                    return try BalanceQuestion(question.chain.address(address), question.currency)
                }
                let answers = try await Self.all(questions) { [provider] in try await Self.use(of: $0, provider, call) }
                for used in answers {
                    if let used { found.append(used) }
                    unused = used == nil ? unused + 1 : 0
                }
                index = next.upperBound
            }
        }
        return found
    }

    /// What a provider knows of an address; nil for one that was never used.
    private static func use(
        of question: BalanceQuestion, _ provider: any ChainProvider, _ call: Call
    ) async throws -> UsedAddress? {
        let balance = try await provider.balance(question, call)
        guard balance.isZero else { return UsedAddress(question: question, balance: balance, history: nil) }
        let history = try await history(provider, question, since: nil, call)
        guard !history.transfers.isEmpty || history.start != nil else { return nil }
        return UsedAddress(question: question, balance: balance, history: history)
    }

    private static func history(
        _ provider: any ChainProvider, _ question: BalanceQuestion, since: Date?, _ call: Call
    ) async throws -> ChainHistory {
        guard let history = try await provider.history(question, since: since, call) else {
            throw WalletError.noTransactions(provider: provider.name)
        }
        return history
    }

    /// The answers to some questions that are asked at once, in their order.
    private static func all<Question: Sendable, Answer: Sendable>(
        _ questions: [Question], _ ask: @Sendable @escaping (Question) async throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (place, question) in questions.enumerated() {
                group.addTask { (place, try await ask(question)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension ChainHistory {
    /// What transactions change of several addresses together: one change for each transaction, so that what an owner sends
    /// to an address of their own is neither income nor expense, and a fee is counted once.
    ///
    /// - Parameters:
    ///   - own: the addresses.
    ///   - since: the instant that was asked for: of what is older, some addresses may tell and others not.
    /// - Throws: ``MoneyError``.
    init(merging histories: [ChainHistory], own: Set<String>, since: Date?, in currency: Currency) throws(MoneyError) {
        let start = histories.compactMap(\.start).max()
        let first = [since, start].compactMap { $0 }.max()
        let transfers = histories.flatMap(\.transfers).filter { transfer in first.map { transfer.time >= $0 } ?? true }
        var merged: [ChainTransfer] = []
        for (hash, parts) in Dictionary(grouping: transfers, by: \.hash) {
            let amount = try Money.sum(parts.map(\.amount), in: currency)
            guard !amount.isZero else { continue }
            // Without what goes from one own address to another, one name may remain, or several.
            let others = Set(parts.compactMap(\.counterparty)).subtracting(own)
            merged.append(
                ChainTransfer(
                    hash: hash, amount: amount, fee: parts.compactMap(\.fee).first,
                    time: parts.map(\.time).min() ?? .distantPast,
                    isFailed: parts.allSatisfy(\.isFailed), counterparty: others.count == 1 ? others.first : nil))
        }
        self.init(
            merged.sorted { ($0.time, $0.hash) < ($1.time, $1.hash) }, start: start,
            isCutOff: histories.contains { $0.isCutOff })
    }
}
