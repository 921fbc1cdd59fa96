public import Values

public import struct Foundation.Date

/// Says whether changes of one kind of thing can be undone: for kinds declared `undo: .guarded`.
///
/// It is asked inside the transaction that undoes, so that nothing changes between the question and the answer.
public struct UndoGuard: Sendable {
    /// The kind of thing.
    public let kind: String
    let check: @Sendable (Change, any StoreReader, Date) throws -> Void

    /// A guard of a type's changes.
    ///
    /// - Parameter check: throws when the change from `before` to `after` cannot be undone at an instant.
    public init<E: Entity>(
        _ type: E.Type,
        check: @escaping @Sendable (_ before: E?, _ after: E?, _ reader: any StoreReader, _ now: Date) throws -> Void
    ) {
        kind = E.declaration.description.kind
        self.check = { change, reader, now in
            try check(try change.before?.value(type), try change.after?.value(type), reader, now)
        }
    }
}
