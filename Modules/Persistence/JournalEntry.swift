/// One write: who, when, what was before and after. Entries are only ever added.
public struct JournalEntry: Sendable, Hashable {
    /// What an entry is without its changes.
    public struct Head: Sendable, Hashable {
        /// Position in the journal, from 1.
        public let number: Int
        /// Who wrote, when and why.
        public let origin: ChangeOrigin
        /// The entry that this one undoes, or nil.
        public let undoes: Int?
        /// How many things it changed.
        public let changeCount: Int

        /// A head.
        package init(number: Int, origin: ChangeOrigin, undoes: Int?, changeCount: Int) {
            self.number = number
            self.origin = origin
            self.undoes = undoes
            self.changeCount = changeCount
        }
    }

    /// Everything but the changes.
    public let head: Head
    /// What changed, in order.
    public let changes: [Change]

    /// Position in the journal, from 1.
    public var number: Int { head.number }
    /// Who wrote, when and why.
    public var origin: ChangeOrigin { head.origin }
    /// The entry that this one undoes, or nil.
    public var undoes: Int? { head.undoes }

    /// An entry.
    package init(number: Int, origin: ChangeOrigin, changes: [Change], undoes: Int?) {
        head = Head(number: number, origin: origin, undoes: undoes, changeCount: changes.count)
        self.changes = changes
    }
}
