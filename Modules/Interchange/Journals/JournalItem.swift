import Models

/// What a journal says, one after the other.
enum JournalItem {
    /// A transaction, with every amount.
    case transaction(JournalTransaction)
    /// What an account and those below it hold at the beginning of a day, as beancount states it.
    case balance(JournalBalance)
    /// Something of ours in a comment: `cst-goal: {…}`.
    case tag(JournalTag)
    /// Lines that say nothing of what is there, such as plans for later.
    case skipped(line: Int, what: String)
    /// A line that cannot be read, or not without a doubt.
    case refused(UnreadableRow)
}

/// A transaction of a journal.
struct JournalTransaction {
    /// One change of one account.
    struct Posting {
        let line: Int
        var account: String
        var amount: Money
        /// Its own day, where it has one.
        var day: CalendarDay?
        /// What the account holds after it, as the journal states; nil where it states nothing.
        var assertion: Assertion?
        /// Whether it stands in parentheses or brackets.
        var isVirtual = false
    }

    /// A balance that a journal states beside a posting.
    struct Assertion {
        let amount: Money
        /// Whether the account must hold nothing else.
        let isTotal: Bool
        /// Whether accounts below it count.
        let isInclusive: Bool
    }

    let line: Int
    let day: CalendarDay
    let description: String
    var tags: [JournalTag] = []
    var postings: [Posting] = []

    /// Whether it tells what was there before, against the account that all guides for journals have for that.
    var isOpening: Bool {
        postings.contains { $0.account.isOpeningAccount }
    }
}

extension String {
    /// Whether it begins with "equity" and has "opening" in it, in whatever case. By its bytes, as every posting is asked.
    fileprivate var isOpeningAccount: Bool {
        var name = self
        return name.withUTF8 { bytes in
            func has(_ word: StaticString, at start: Int) -> Bool {
                start + word.utf8CodeUnitCount <= bytes.count
                    && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] }
            }
            guard has("equity", at: 0) else { return false }
            return bytes.indices.contains { bytes[$0] | 0x20 == UInt8(ascii: "o") && has("opening", at: $0) }
        }
    }
}

/// A balance that a journal of beancount states.
struct JournalBalance {
    let line: Int
    let day: CalendarDay
    let account: String
    let amount: Money
    /// How far it may be off.
    let tolerance: Money
}
