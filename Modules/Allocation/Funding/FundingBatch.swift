package import Models
import Persistence

/// Enters many things that move money in one write. A month in progress is compared before and after all that it follows alike, not
/// around each of them.
public struct FundingBatch {
    private let funding: FundingWriter
    private let rules: [FundingRule]
    /// The followers of a payment of long ago, as nearly all of an import are: those are entered at once.
    private let usual: [[String: FundingMoment]]
    private var comparison: FundingWriter.Comparison?
    /// The others wait for each other, by what follows them.
    private var waiting: [(following: [[String: FundingMoment]], change: FundingChange, records: [Record])] = []
    private var waitingByKey: [EntityKey: Record] = [:]
    /// Assets that take entries.
    private var open: Set<Asset.ID> = []

    /// A batch inside a write.
    ///
    /// - Throws: ``StoreError``.
    public init(_ funding: FundingWriter) throws {
        self.funding = funding
        rules = try funding.rules()
        let long = FundingChange.payment(day: CalendarDay(dayNumber: .min), entered: funding.call.now)
        usual = try rules.map { try $0(long) }
    }

    /// Enters a thing that moves money, at the latest with ``finish()``.
    ///
    /// - Returns: the thing that is there under its key, if there is one: nothing is entered then.
    /// - Throws: ``AssetError/takesNoEntries(asset:source:_:)``, ``ValidationError``, ``StoreError``.
    public mutating func insert<E: FundingEntity>(_ value: E) throws -> E? {
        try funding.checkTakesEntries(of: value)
        if let error = ValidationError(try value.issues(in: funding.store)) { throw error }
        return try enter(value)
    }

    /// Enters a transaction of an asset that is known, at the latest with ``finish()``.
    ///
    /// - Returns: the transaction that is there under its id, if there is one: nothing is entered then.
    /// - Throws: ``AssetError/takesNoEntries(asset:source:_:)``, ``ValidationError``, ``StoreError``.
    package mutating func enter(_ transaction: Transaction, in asset: Asset) throws -> Transaction? {
        if open.insert(asset.id).inserted { try funding.checkTakesEntries(asset) }
        if let error = ValidationError(transaction.issues(asset: asset)) { throw error }
        return try enter(transaction)
    }

    private mutating func enter<E: FundingEntity>(_ value: E) throws -> E? {
        let change = value.fundingChange
        let following = try rules.map { try $0(change) }
        guard following == usual else { return try wait(Record(value), change, following)?.value(E.self) }
        comparison = try comparison ?? funding.begin(change, rules)
        do {
            try funding.store.apply(.insert(Record(value)), isEntered: true)
            return nil
        } catch StoreError.changedUnderneath(nil, let found?) {
            return try found.value(E.self)
        }
    }

    private mutating func wait(
        _ record: Record, _ change: FundingChange, _ following: [[String: FundingMoment]]
    ) throws -> Record? {
        if let there = try waitingByKey[record.key] ?? funding.store.record(record.key) { return there }
        waitingByKey[record.key] = record
        if let index = waiting.firstIndex(where: { $0.following == following }) {
            waiting[index].records.append(record)
        } else {
            waiting.append((following, change, [record]))
        }
        return nil
    }

    /// Enters what waits, and has all followed.
    ///
    /// - Throws: ``StoreError``, what the followers throw.
    public mutating func finish() throws {
        if let comparison { try funding.end(comparison) }
        comparison = nil
        for group in waiting {
            try funding.change(group.change) {
                for record in group.records { try funding.store.apply(.insert(record), isEntered: true) }
            }
        }
        waitingByKey = [:]
        waiting = []
    }
}
