public import Values

extension LedgerError {
    /// The cause of a difference between a statement and what is cleared.
    public enum DifferenceCause: Sendable, Hashable {
        /// All uncleared transactions up to a day.
        case allUncleared(Int, CalendarDay)
        /// Cleared transactions that the bank has on later days: a few words for each, and the ids.
        case laterAtBank([String], ids: [String])

        /// The explanation of a difference, as a sentence.
        static func sentence(_ cause: DifferenceCause?, _ explains: [[String]]) -> String {
            let found = explains.map { $0.joined(separator: " with ") }.joined(separator: "; or ")
            switch cause {
            case .allUncleared(let count, let day):
                return "All \(count) uncleared transactions up to \(day) together explain it."
            case .laterAtBank(let texts, _):
                return "Cleared, but on later days for the bank, and explain it: \(texts.joined(separator: ", "))."
            case nil:
                return explains.isEmpty
                    ? "No one or two uncleared transactions explain it." : "Uncleared, and explain it: \(found)."
            }
        }

        /// The action that removes a difference.
        static func remedy(_ cause: DifferenceCause?, account: String) -> Remedy {
            switch cause {
            case .allUncleared: .ledgerClearAll
            case .laterAtBank(_, let ids): .ledgerMarkUncleared(ids, account: account)
            case nil: .ledgerAdjust
            }
        }
    }
}
