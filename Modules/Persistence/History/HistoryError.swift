public import Values

import struct Foundation.Date

/// Why nothing can be undone or redone.
public enum HistoryError: Problem, Equatable {
    /// Every change has been undone, or there never was one.
    case nothingToUndo
    /// There is no undo, or something new was done after it.
    case nothingToRedo
    /// The entry that was to be undone or redone is not the one whose turn it is.
    case notLast(entry: Int, newest: JournalEntry.Head?)
    /// The rules for undoing changes of a kind are those of a program or plugin that is not part of this one.
    case unknownRules(kind: String)
    /// The store no longer holds what the command left behind.
    case conflict(command: String, cause: StoreError)

    /// What is wrong, as a sentence with what to do.
    public var description: String {
        switch self {
        case .nothingToUndo: "There is nothing to undo."
        case .nothingToRedo: "There is nothing to redo: only an undo can be redone, and only before a new change."
        case .notLast(let entry, let newest):
            "Entry \(entry) is not the one to undo or redo now"
                + (newest.map {
                    ": the newest is \($0.number), '\($0.origin.command)' by \($0.origin.person ?? $0.origin.program)."
                } ?? ".")
        case .unknownRules(let kind):
            "The last change is of a \(kind), and only a program that knows when it may be undone can do so."
        case .conflict(let command, let cause): "'\(command)' cannot be undone. \(cause)"
        }
    }
}

extension HistoryError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .nothingToUndo: "history.nothingToUndo"
        case .nothingToRedo: "history.nothingToRedo"
        case .notLast: "history.notLast"
        case .unknownRules: "history.unknownRules"
        case .conflict: "history.conflict"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .conflict, .notLast: .conflict
        default: .refused
        }
    }

    /// One of each case.
    public static var examples: [HistoryError] {
        [
            .nothingToUndo, .nothingToRedo,
            .notLast(
                entry: 12,
                newest: .init(
                    number: 14,
                    origin: ChangeOrigin(instant: .distantPast, program: "program", command: "edit"),
                    undoes: nil, changeCount: 1)), .unknownRules(kind: "thing"),
            .conflict(command: "goal add Car", cause: .full(at: .file("cst.sqlite"))),
        ]
    }
}
