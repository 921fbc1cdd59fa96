import Models

/// The records that a write has touched, and the rule that none may be left without its other end.
package struct TouchedRecords {
    private var order: [Record.Key] = []
    private var last: [Record.Key: Record?] = [:]

    package init() {}

    /// Takes note of a change that was carried out.
    package mutating func note(_ change: Change) {
        guard let key = (change.after ?? change.before)?.key else { return }
        if last.updateValue(change.after, forKey: key) == nil { order.append(key) }
    }

    /// Checks what the write leaves behind, in the order of its changes: in between, ends may be missing.
    ///
    /// - Parameters:
    ///   - exists: whether the store holds a record.
    ///   - firstNaming: a record that names the missing one, or nil.
    /// - Throws: ``StoreError/dangling(_:)``, or what the closures throw.
    package func checkReferences(
        exists: (Record.Key) throws -> Bool, firstNaming: (Record.Key) throws -> Record.Key?
    ) throws {
        var present: Set<Record.Key> = []
        for key in order {
            if let record = last[key] ?? nil {
                for other in record.references where !present.contains(other) {
                    guard try exists(other) else { throw StoreError.dangling(key) }
                    present.insert(other)
                }
            } else if let naming = try firstNaming(key) {
                throw StoreError.dangling(naming)
            }
        }
    }
}

extension Record {
    /// The records that have to exist beside this one.
    package var references: [Key] {
        switch self {
        // A month is a picture of its goals, which outlives them.
        case .goal, .asset, .month: []
        case .allocation(let allocation): [.asset(allocation.assetID), .goal(allocation.goalID)]
        case .transaction(let transaction): [.asset(transaction.assetID)]
        case .plan(let plan): [.goal(plan.goalID)]
        }
    }
}
