public import Values

/// Why the store cannot do what was asked.
public enum StoreError: Problem, Equatable {
    /// Another program changed the record since it was read: what was expected and what is there now.
    case changedUnderneath(expected: Record?, found: Record?)
    /// The request was carried out before, by an entry of the journal.
    case alreadyDone(entry: Int)
    /// A record refers to another that the store does not hold, or that would go away.
    case dangling(Record)
    /// A kind of thing is declared in two ways under one name.
    case differentKind(String)
    /// The file holds things of a kind in the form of a newer version, which is needed for them.
    case newerKind(String, needed: String)
    /// Things of a kind are in an older form that this program cannot bring up to date.
    case olderKind(String)
    /// A column, or the sum of one, was asked for that the kind does not declare.
    case unknownColumn(kind: String, column: String)
    /// Another program holds the file; how long it was waited for, and who holds it as far as is known.
    case busy(at: StoreLocation, seconds: Int, holder: String?)
    /// The file cannot be written: read-only, or its folder is.
    case readOnly(at: StoreLocation)
    /// A past state was to be changed.
    case snapshot
    /// There is no room left.
    case full(at: StoreLocation)
    /// The file is damaged; what the check found, and the newest copy that is whole, if there is one.
    case damaged(at: StoreLocation, detail: String, copy: String?)
    /// The connection was lost while a write was committed, and nobody can say whether it was.
    case unknownOutcome(at: StoreLocation)
    /// The file was written by a newer version, which is needed to read it.
    case newerVersion(at: StoreLocation, needed: String)
    /// Something was wanted that only a store on a server needs.
    case noServer(at: StoreLocation)
    /// Something is there already where a household was to be moved to.
    case occupied(at: StoreLocation)
    /// A household cannot be moved to what was named; why.
    case noTarget(detail: String)
    /// There is no such file, and only reading was wanted.
    case noFile(path: String)
    /// A file that this program has used is not there any more, or an empty one has taken its place.
    case gone(at: StoreLocation)
    /// The file is something else, or cannot be opened; why.
    case unusable(at: StoreLocation, detail: String)

    /// What is wrong, as a sentence with what to do.
    public var description: String {
        switch self {
        case .changedUnderneath(let expected, let found):
            "Another program changed the same thing in between. Expected: \(StoreError.text(expected)). "
                + "Found: \(StoreError.text(found)). \(StoreError.differences(expected, found))"
                + "Nothing was written; look at it and try again."
        case .alreadyDone(let entry):
            "This was done before, by entry \(entry) of the history. Nothing was written again."
        case .dangling(let record):
            "\(record.summary) would refer to something that is not there. Nothing was written."
        case .differentKind(let kind):
            "The kind '\(kind)' is declared in two ways. Use versions of the programs that belong together."
        case .newerKind(let kind, let needed):
            "Things of the kind '\(kind)' were written by a newer version. Use version \(needed) or later."
        case .olderKind(let kind):
            "Things of the kind '\(kind)' are there in an older form, which only a program that knows the kind can bring "
                + "up to date."
        case .unknownColumn(let kind, let column):
            "The kind '\(kind)' has no column or sum '\(column)' that can be asked for."
        case .busy(let place, let seconds, let holder):
            "\(place) is in use\(holder.map { " by \($0)" } ?? "") and was not free within \(seconds) s. "
                + "Close the other program or try again."
        case .readOnly(let place):
            "\(place) cannot be written. \(place.rightsToCheck)"
        case .snapshot:
            "What is kept of a past state cannot be written. Nothing was changed."
        case .full(let place):
            "There is no room left to write \(place). Nothing was changed; free some space and try again."
        case .damaged(let place, let detail, let copy):
            "\(place) is damaged: \(detail).\(copy.map { " The newest whole copy is \($0)." } ?? "")"
        case .unknownOutcome(let place):
            "It is not known whether this was written to \(place). Look before you enter it again."
        case .newerVersion(let place, let needed):
            "\(place) was written by a newer version. Use version \(needed.printable) or later."
        case .noServer(let place):
            "\(place) is not on a server: it is made, checked and brought up to date by itself."
        case .occupied(let place):
            "\(place) holds something already and is not replaced. Nothing was moved; choose another place."
        case .noTarget(let detail):
            "It cannot be moved there: \(detail)."
        case .noFile(let path):
            "There is no database \(path). Check the path; the first command that writes makes the file."
        case .gone(let place):
            "The database \(place) is gone, or an empty one has taken its place. Nothing was written. Mount its "
                + "volume again, or move it to its place; to begin a new one, start the program again."
        case .unusable(let place, let detail):
            "\(place) cannot be used: \(detail)."
        }
    }

    private static func text(_ record: Record?) -> String { record?.summary ?? "nothing" }

    /// What a summary may leave out: every field in which two records differ, when their summaries do not.
    private static func differences(_ expected: Record?, _ found: Record?) -> String {
        guard let expected, let found, expected.summary == found.summary else { return "" }
        let fields = zip(expected.fields, found.fields).filter { $0.text != $1.text }
        return fields.map { "Its \($0.name) was \($0.text) and is \($1.text). " }.joined()
    }
}

extension StoreError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .changedUnderneath: "store.changedUnderneath"
        case .alreadyDone: "store.alreadyDone"
        case .dangling: "store.dangling"
        case .differentKind: "store.differentKind"
        case .newerKind: "store.newerKind"
        case .olderKind: "store.olderKind"
        case .unknownColumn: "store.unknownColumn"
        case .busy: "store.busy"
        case .readOnly: "store.readOnly"
        case .snapshot: "store.snapshot"
        case .full: "store.full"
        case .damaged: "store.damaged"
        case .unknownOutcome: "store.unknownOutcome"
        case .newerVersion: "store.newerVersion"
        case .noServer: "store.noServer"
        case .occupied: "store.occupied"
        case .noTarget: "store.noTarget"
        case .noFile: "store.noFile"
        case .gone: "store.gone"
        case .unusable: "store.unusable"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .changedUnderneath, .alreadyDone: .conflict
        case .busy, .readOnly, .full, .noFile, .gone, .unusable, .newerVersion, .unknownOutcome: .outside
        case .damaged: .damaged
        default: .refused
        }
    }

    /// Restoring a copy, when what is there is damaged.
    public var remedy: Remedy? {
        guard case .damaged(.file(let path), _, let copy) = self else { return nil }
        return .restore(copy, to: path)
    }

    /// One of each case.
    public static var examples: [StoreError] {
        let (path, place) = ("cst.sqlite", StoreLocation.file("cst.sqlite"))
        return [
            .changedUnderneath(expected: nil, found: nil), .alreadyDone(entry: 12),
            .dangling(Record(EntityKind(Receipt.self), [])),
            .differentKind("thing"), .newerKind("thing", needed: "1.0"), .olderKind("thing"),
            .unknownColumn(kind: "thing", column: "x"), .busy(at: place, seconds: 5, holder: nil),
            .readOnly(at: place), .snapshot, .full(at: place),
            .damaged(at: place, detail: "a row is lost", copy: path),
            .unknownOutcome(at: place), .newerVersion(at: place, needed: "1.0"), .noServer(at: place),
            .occupied(at: place), .noTarget(detail: "it is in a file already"), .noFile(path: path),
            .gone(at: place), .unusable(at: place, detail: "it is no database"),
        ]
    }
}

extension Remedy {
    /// Put a copy in the place of a database: the copy's path is "copy", if one is known, the database's "path".
    public static func restore(_ copy: String?, to path: String) -> Remedy {
        Remedy("store.restore", copy.map { ["copy": $0, "path": path] } ?? ["path": path])
    }
}
