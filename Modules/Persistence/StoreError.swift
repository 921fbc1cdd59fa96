import Models

/// Why the store cannot do what was asked.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another program changed the record since it was read: what was expected and what is there now.
    case changedUnderneath(expected: Record?, found: Record?)
    /// A record names another that the store does not hold, or one that is still named would go away.
    case dangling(Record.Key)
    /// Another program holds the file; how long it was waited for, and who holds it as far as is known.
    case busy(path: String, seconds: Int, holder: String?)
    /// The file cannot be written: read-only, or its folder is.
    case readOnly(path: String)
    /// There is no room left.
    case full(path: String)
    /// The file is damaged; what the check found.
    case damaged(path: String, detail: String)
    /// The file was written by a newer version, which is needed to read it.
    case newerVersion(path: String, needed: String)
    /// The file is something else, or cannot be opened; why.
    case unusable(path: String, detail: String)

    /// The fault as a sentence with what to do.
    public var description: String {
        switch self {
        case .changedUnderneath(let expected, let found):
            "Another program changed the same thing in between. Expected: \(StoreError.text(expected)). "
                + "Found: \(StoreError.text(found)). Nothing was written; look at it and try again."
        case .dangling(let key):
            "The change would leave \(key) with a missing other end. Nothing was written."
        case .busy(let path, let seconds, let holder):
            "\(path) is in use\(holder.map { " by \($0)" } ?? "") and was not free within \(seconds) s. "
                + "Close the other program or try again."
        case .readOnly(let path):
            "\(path) cannot be written. Check the permissions of the file and its folder."
        case .full(let path):
            "There is no room left to write \(path). Nothing was changed; free some space and try again."
        case .damaged(let path, let detail):
            "\(path) is damaged: \(detail). Restore a backup."
        case .newerVersion(let path, let needed):
            "\(path) was written by a newer version. Use version \(needed) or later."
        case .unusable(let path, let detail):
            "\(path) cannot be used: \(detail)."
        }
    }

    private static func text(_ record: Record?) -> String {
        switch record {
        case nil: "nothing"
        case .goal(let goal): "goal '\(goal.name)', \(goal.target) by \(goal.deadline), \(goal.lifecycle)"
        case .asset(let asset): "asset '\(asset.name)' in \(asset.currency)"
        case .allocation(let allocation): "allocation of \(allocation.claim)"
        case .transaction(let transaction): "transaction of \(transaction.amount) on \(transaction.day)"
        case .plan(let plan): "plan of \(plan.month), \(plan.state)"
        }
    }
}
