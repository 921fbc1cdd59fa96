package import Models

/// The records that a write has touched, and the rule that none may refer to a missing one.
package struct ReferenceCheck {
    private var order: [EntityKey] = []
    private var last: [EntityKey: Record?] = [:]

    package init() {}

    /// Takes note of a change that was carried out.
    package mutating func note(_ change: Change) {
        if last.updateValue(change.after, forKey: change.key) == nil { order.append(change.key) }
    }

    /// Checks what the write leaves behind, in the order of its changes: in between, what is referred to may be missing.
    ///
    /// - Parameters:
    ///   - exists: whether the store holds a record.
    ///   - firstReferring: a record that refers to the missing one, or nil.
    /// - Throws: ``StoreError/dangling(_:)``, or what the closures throw.
    package func run(exists: (EntityKey) throws -> Bool, firstReferring: (EntityKey) throws -> Record?) throws {
        var present: Set<EntityKey> = []
        for key in order {
            if let record = last[key] ?? nil {
                for other in record.references where !present.contains(other) {
                    guard try exists(other) else { throw StoreError.dangling(record) }
                    present.insert(other)
                }
            } else if let referring = try firstReferring(key) {
                throw StoreError.dangling(referring)
            }
        }
    }
}
