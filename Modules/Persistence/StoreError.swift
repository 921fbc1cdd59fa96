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
    /// The file is damaged; what the check found, and the newest copy that is whole, if there is one.
    case damaged(path: String, detail: String, copy: String?)
    /// The file was written by a newer version, which is needed to read it.
    case newerVersion(path: String, needed: String)
    /// The file is something else, or cannot be opened; why.
    case unusable(path: String, detail: String)

    /// The fault as a sentence with what to do.
    public var description: String {
        switch self {
        case .changedUnderneath(let expected, let found):
            "Another program changed the same thing in between. Expected: \(StoreError.text(expected)). "
                + "Found: \(StoreError.text(found)). \(StoreError.differences(expected, found))"
                + "Nothing was written; look at it and try again."
        case .dangling(let key):
            "The change would leave \(key) with a missing other end. Nothing was written."
        case .busy(let path, let seconds, let holder):
            "\(path) is in use\(holder.map { " by \($0)" } ?? "") and was not free within \(seconds) s. "
                + "Close the other program or try again."
        case .readOnly(let path):
            "\(path) cannot be written. Check the permissions of the file and its folder."
        case .full(let path):
            "There is no room left to write \(path). Nothing was changed; free some space and try again."
        case .damaged(let path, let detail, let copy):
            "\(path) is damaged: \(detail). "
                + (copy.map {
                    "The newest whole copy is \($0). To restore it: cst-assets restore \($0.shellWord)"
                } ?? "Restore a backup: cst-assets restore FILE")
                + " --data \(path.shellWord)"
        case .newerVersion(let path, let needed):
            "\(path) was written by a newer version. Use version \(needed) or later."
        case .unusable(let path, let detail):
            "\(path) cannot be used: \(detail)."
        }
    }

    private static func text(_ record: Record?) -> String { record?.summary ?? "nothing" }

    /// What a summary may leave out: every field in which two records differ, when their summaries do not.
    private static func differences(_ expected: Record?, _ found: Record?) -> String {
        guard let expected, let found, expected.summary == found.summary else { return "" }
        let fields = zip(fields(of: expected), fields(of: found)).filter { $0.text != $1.text }
        return fields.map { "Its \($0.name) was \($0.text) and is \($1.text). " }.joined()
    }

    private static func fields(of record: Record) -> [(name: String, text: String)] {
        // The record is an enum around one value, and that has the fields.
        guard let value = Mirror(reflecting: record).children.first?.value else { return [] }
        return Mirror(reflecting: value).children.map { field in
            let optional = Mirror(reflecting: field.value)
            guard optional.displayStyle == .optional else { return (field.label ?? "value", "\(field.value)") }
            return (field.label ?? "value", optional.children.first.map { "\($0.value)" } ?? "nothing")
        }
    }
}
