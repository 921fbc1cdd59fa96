package import Values

/// The records that a write has touched, and the rule that none may refer to a missing one.
///
/// It remembers what is referred to and what went away, not the records themselves: a write may have any number of them.
package struct ReferenceCheck {
    private var order: [EntityKey] = []
    private var seen: Set<EntityKey> = []

    package init() {}

    /// Takes note of a change that was carried out.
    ///
    /// - Parameter references: what the record refers to after it.
    package mutating func note(_ change: Change, _ references: [EntityKey]) {
        if change.after == nil { note(change.key) }
        for key in references { note(key) }
    }

    private mutating func note(_ key: EntityKey) {
        if seen.insert(key).inserted { order.append(key) }
    }

    /// Checks what the write leaves behind, in the order of its changes: in between, what is referred to may be missing.
    ///
    /// - Parameters:
    ///   - exists: whether the store holds a record.
    ///   - firstReferring: a record that refers to the missing one, or nil.
    /// - Throws: ``StoreError/dangling(_:)``, or what the closures throw.
    package func run(exists: (EntityKey) throws -> Bool, firstReferring: (EntityKey) throws -> Record?) throws {
        for key in order where try !exists(key) {
            if let referring = try firstReferring(key) { throw StoreError.dangling(referring) }
        }
    }
}
