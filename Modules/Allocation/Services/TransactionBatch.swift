package import Models
import Persistence

/// Enters many transactions in one write. A month in progress is compared before and after all that it follows alike, not around
/// each of them.
package struct TransactionBatch {
    private let funding: FundingWriter
    private let rules: [FundingRule]
    /// What follows a payment of long ago, as nearly all of an import are: those are entered at once.
    private let usual: [[String: FundingMoment]]
    private var comparison: FundingWriter.Comparison?
    /// The others wait for each other, by what follows them.
    private var waiting: [(following: [[String: FundingMoment]], transactions: [Transaction])] = []
    private var waitingByID: [Transaction.ID: Transaction] = [:]

    /// A batch inside a write.
    ///
    /// - Throws: ``StoreError``.
    package init(_ funding: FundingWriter) throws {
        self.funding = funding
        rules = try funding.rules()
        let long = FundingChange.payment(day: CalendarDay(dayNumber: .min), entered: funding.call.now)
        usual = try rules.map { try $0(long) }
    }

    /// Enters a transaction of an asset, at the latest with ``finish()``.
    ///
    /// - Returns: the transaction that is there under its id, if there is one: nothing is entered then.
    /// - Throws: ``ValidationError``, ``StoreError``.
    package mutating func enter(_ transaction: Transaction, in asset: Asset) throws -> Transaction? {
        if let error = ValidationError(transaction.issues(asset: asset)) { throw error }
        let following = try rules.map { try $0(transaction.change) }
        guard following == usual else { return try wait(transaction, following) }
        comparison = try comparison ?? funding.begin(transaction.change, rules)
        return try insert(transaction)
    }

    private func insert(_ transaction: Transaction) throws -> Transaction? {
        do {
            try funding.store.apply(.insert(Record(transaction)), isEntered: true)
            return nil
        } catch StoreError.changedUnderneath(nil, let found?) {
            return try found.value(Transaction.self)
        }
    }

    private mutating func wait(
        _ transaction: Transaction, _ following: [[String: FundingMoment]]
    ) throws -> Transaction? {
        if let there = try waitingByID[transaction.id] ?? funding.store.find(Transaction.self, transaction.id) {
            return there
        }
        waitingByID[transaction.id] = transaction
        if let index = waiting.firstIndex(where: { $0.following == following }) {
            waiting[index].transactions.append(transaction)
        } else {
            waiting.append((following, [transaction]))
        }
        return nil
    }

    /// Enters what waits, and has all followed.
    ///
    /// - Throws: ``StoreError``, what the followers throw.
    package mutating func finish() throws {
        if let comparison { try funding.end(comparison) }
        comparison = nil
        for group in waiting {
            guard let first = group.transactions.first else { continue }
            try funding.change(first.change) {
                for transaction in group.transactions {
                    try funding.store.apply(.insert(Record(transaction)), isEntered: true)
                }
            }
        }
        waitingByID = [:]
        waiting = []
    }
}
