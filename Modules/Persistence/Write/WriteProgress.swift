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
    /// The records that are looked at, at the end.
    var touched = TouchedRecords()

    package init() {}

    mutating func note(_ change: Change, naming references: [EntityKey], isEntered: Bool) {
        hasChanges = true
        touched.note(change, naming: references, isEntered: isEntered)
    }
}
