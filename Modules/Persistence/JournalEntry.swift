/// One write: who, when, what was before and after. Entries are only ever added.
public struct JournalEntry: Sendable, Hashable {
    /// Position in the journal, from 1.
    public let number: Int
    /// Who wrote, when and why.
    public let origin: ChangeOrigin
    /// What changed, in order.
    public let changes: [Change]
    /// The entry that this one undoes, or nil.
    public let undoes: Int?

    /// An entry.
    package init(number: Int, origin: ChangeOrigin, changes: [Change], undoes: Int?) {
        self.number = number
        self.origin = origin
        self.changes = changes
        self.undoes = undoes
    }
}
