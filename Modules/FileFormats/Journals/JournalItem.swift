package import Values

/// What a journal says, one after the other.
package enum JournalItem {
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
package struct JournalTransaction {
    /// One change of one account.
    package struct Posting {
        package let line: Int
        package var account: String
        package var amount: Money
        /// Its own day, where it has one.
        package var day: CalendarDay?
        /// What the account holds after it, as the journal states; nil where it states nothing.
        package var assertion: Assertion?
        /// Whether it stands in parentheses or brackets.
        package var isVirtual = false
        /// Whether it has a part in the transaction's balance.
        package var isBalanced = true
        /// The amount at its price in another commodity, with its sign; nil without a price.
        package var cost: Money?
        /// Whether the bank has it: its own mark, else the transaction's.
        package var isCleared = false
    }

    /// A balance that a journal states beside a posting.
    package struct Assertion {
        package let amount: Money
        /// Whether the account must hold nothing else.
        package let isTotal: Bool
        /// Whether accounts below it count.
        package let isInclusive: Bool
    }

    package let line: Int
    package let day: CalendarDay
    package let description: String
    /// The texts behind the date: a payee and a note, or one of both.
    package var texts: [String] = []
    package var tags: [JournalTag] = []
    package var postings: [Posting] = []

    /// The payee and the note of a description of hledger or ledger, between which a bar stands.
    package static func texts(_ description: String) -> [String] {
        guard let bar = description.firstIndex(of: "|") else { return [description] }
        return [description[..<bar], description[description.index(after: bar)...]].map {
            String($0.trimming(while: { $0 == " " || $0 == "\t" }))
        }
    }

    /// Whether it tells what was there before, against the account that all guides for journals have for that.
    package var isOpening: Bool {
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
package struct JournalBalance {
    package let line: Int
    package let day: CalendarDay
    package let account: String
    package let amount: Money
    /// How far it may be off.
    package let tolerance: Money
}
