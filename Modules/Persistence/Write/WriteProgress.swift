import Values

/// The state of a write: what it did so far, and what is left to check at its end.
package struct WriteProgress {
    /// Whether anything was written, noted in the journal or not.
    package private(set) var hasChanges = false
    /// The number of the journal's entry, once a change was noted for it.
    package var entry: Int?
    /// How many changes the entry has.
    package var changeCount = 0
    /// The entry that the write undoes.
    package var undone: Int?
    /// The error that the store failed with. The transaction cannot go on after it, whatever the caller does.
    package var failure: (any Error)?
    /// The records that have to be there at the end.
    private(set) var references = ReferenceCheck()
    /// The things that were entered and those of which parts were, each once.
    private(set) var entered: [EntityKey] = []
    private var known: Set<EntityKey> = []

    package init() {}

    mutating func note(_ change: Change, naming references: [EntityKey], isEntered: Bool) {
        hasChanges = true
        self.references.note(change, references)
        guard isEntered else { return }
        if let before = change.before { enter(before) }
        if let after = change.after { enter(after) }
    }

    private mutating func enter(_ record: Record) {
        if record.kind.hasCheckOfWhole { enter(record.key) }
        for owner in record.owners { enter(owner) }
    }

    private mutating func enter(_ key: EntityKey) {
        if known.insert(key).inserted { entered.append(key) }
    }
}
