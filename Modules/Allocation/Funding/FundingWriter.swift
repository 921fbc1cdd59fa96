import ExchangeRates
public import Models
public import Persistence

/// A write that changes what assets give to goals. A month in progress follows every such change, so that it settles no payment that
/// nobody made (MO2).
///
/// A thing whose entry moves money is a ``FundingEntity``: it is entered, corrected and deleted here, and followed by itself. What
/// changes together for one reason goes into one ``change(_:_:)``.
public struct FundingWriter {
    package let store: any StoreWriter
    let answers: FundingAnswers
    /// The request: its person, program and instant.
    public let call: Call
    private let followers: [any FundingFollower]

    /// A write inside a transaction. Balances that lie outside the store are taken from `answers`.
    package init(
        _ store: any StoreWriter, _ call: Call, answers: FundingAnswers = .none,
        followers: [any FundingFollower] = []
    ) {
        self.store = store
        self.answers = answers
        self.call = call
        self.followers = followers
    }

    /// The store inside the transaction.
    public var reader: any StoreReader { store }

    /// Carries out one change and has it followed.
    ///
    /// - Throws: What `body` and the followers throw.
    public func change<Result>(_ change: FundingChange, _ body: () throws -> Result) throws -> Result {
        let comparison = try begin(change, rules())
        let result = try body()
        try end(comparison)
        return result
    }

    /// What goals got before a change, for each who follows it.
    struct Comparison {
        let change: FundingChange
        let before: [(follower: any FundingFollower, fundings: [FundingMoment: [Goal.ID: GoalFunding]])]
    }

    /// Which changes each of the followers follows.
    ///
    /// - Throws: ``StoreError``.
    func rules() throws -> [FundingRule] { try followers.map { try $0.rule(call, in: store) } }

    /// Notes what goals get before a change, or before several that are followed alike.
    ///
    /// - Throws: What the followers throw.
    func begin(_ change: FundingChange, _ rules: [FundingRule]) throws -> Comparison {
        Comparison(
            change: change,
            before: try zip(followers, rules).compactMap { follower, rule in
                let moments = Set(try rule(change).values)
                return moments.isEmpty ? nil : (follower, try fundings(at: moments))
            })
    }

    /// Has what was changed since then followed.
    ///
    /// - Throws: What the followers throw.
    func end(_ comparison: Comparison) throws {
        for (follower, before) in comparison.before {
            try follower.follow(
                comparison.change, from: before, to: try fundings(at: Set(before.keys)), call, in: store)
        }
    }

    /// Whether a change would be followed: several that would not can be carried out apart from the others.
    ///
    /// - Throws: What the followers throw.
    func isFollowed(_ change: FundingChange) throws -> Bool {
        try rules().contains { try !$0(change).isEmpty }
    }

    private func fundings(at moments: Set<FundingMoment>) throws -> [FundingMoment: [Goal.ID: GoalFunding]] {
        try Dictionary(
            uniqueKeysWithValues: moments.map { moment in
                let snapshot = try AllocationSnapshot(
                    from: store, today: moment.day, funding: answers, month: moment.month)
                return (moment, snapshot.fundings().byGoal)
            })
    }
}

extension FundingSources {
    /// Runs `body` in one transaction of a call, again when it needs an answer from outside.
    ///
    /// - Throws: ``FundingError/keepsChanging``, ``StoreError``, or what `body` throws; nothing is written then.
    public func write<Result: Sendable>(
        _ call: Call, in store: any Store, _ body: @Sendable (FundingWriter) throws -> Result
    ) async throws -> Result {
        let call = try await store.stamped(call)
        return try await answering(call) { answers in
            try await store.write(call) { writer in
                try body(FundingWriter(writer, call, answers: answers, followers: followers))
            }
        }
    }

    /// The same sources with what following a change of allocations needs from outside.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    func preparing(_ call: Call, in store: any Store, rates: ExchangeRateService?) async throws -> FundingSources {
        guard let rates else { return self }
        var prepared = self
        prepared.followers = []
        for follower in followers {
            prepared.followers.append(try await follower.preparing(call, in: store, rates: rates))
        }
        return prepared
    }
}
