import FileFormats
public import Models

/// Why an archive cannot be imported.
public enum ArchiveError: Problem, Equatable {
    /// It is not as an archive was written.
    case damaged(reason: String)
    /// It is no archive of a version that is known; what it says it is.
    case otherVersion(String)
    /// The program does not know a kind of thing in it.
    case unknownKind(String)
    /// A kind of thing in it is of a newer version; the first version of the program that knows it.
    case newerKind(String, since: String)
    /// A record that cannot be read.
    case unreadable(kind: String, record: String)
    /// The store has something that the archive does not have, or has otherwise.
    case otherData(String)

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .damaged(let reason): "The archive cannot be read: \(reason)."
        case .otherVersion(let schema): "The file is no archive that this version reads: it says '\(schema.printable)'."
        case .unknownKind(let kind):
            "The archive has records of the kind '\(kind.printable)', which this program does not know."
        case .newerKind(let kind, let since):
            "The records of the kind '\(kind.printable)' are of a newer version: \(since.printable) reads them."
        case .unreadable(let kind, let record): "A record of the kind '\(kind.printable)' cannot be read: \(record)."
        case .otherData(let summary):
            "The database has something of its own, the \(summary): an archive is imported into a new one."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .damaged: "archive.damaged"
        case .otherVersion: "archive.otherVersion"
        case .unknownKind: "archive.unknownKind"
        case .newerKind: "archive.newerKind"
        case .unreadable: "archive.unreadable"
        case .otherData: "archive.otherData"
        }
    }

    /// The data does not allow it.
    public var kind: ProblemKind { .refused }

    /// Another database, where there is something in this one.
    public var remedy: Remedy? { if case .otherData = self { .useNewDatabase } else { nil } }

    /// One of each case.
    public static var examples: [ArchiveError] {
        [
            .damaged(reason: "it is not JSON, or ends too early"), .otherVersion("cst.archive/9"),
            .unknownKind("sheep"), .newerKind("goal", since: "9.0"), .unreadable(kind: "goal", record: "record 3"),
            .otherData("asset 'Savings' in EUR"),
        ]
    }
}

/// Why nothing could be exported.
public enum ExportError: Problem, Equatable {
    /// There is a file or folder at the path.
    case exists(path: String)
    /// The file or folder cannot be written; why.
    case failed(path: String, reason: String)

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) is there already, and nothing is written over. Choose another name."
        case .failed(let path, let reason): "\(path) cannot be written: \(reason)."
        }
    }

    /// A stable word for each case.
    public var code: String {
        switch self {
        case .exists: "export.exists"
        case .failed: "export.failed"
        }
    }

    /// The outside failed.
    public var kind: ProblemKind { .outside }

    /// One of each case.
    public static var examples: [ExportError] {
        [.exists(path: "archive.json"), .failed(path: "archive.json", reason: "no space left on the device")]
    }
}

extension Remedy {
    /// Do it with a database that is not there yet.
    public static let useNewDatabase = Remedy("useNewDatabase")
}
