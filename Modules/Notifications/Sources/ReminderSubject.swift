public import Values

public import struct Foundation.UUID

/// The thing in the store that a reminder is about. When it is deleted, reminders about it that wait are not sent.
public struct ReminderSubject: Sendable, Hashable {
    /// The kind of the thing: "goal".
    let kind: String
    /// The id of the thing.
    let id: UUID

    /// The thing of a kind with an id.
    public init<E: Entity>(_ type: E.Type, _ id: UUID) { self.init(kind: E.declaration.description.kind, id: id) }

    init(kind: String, id: UUID) {
        self.kind = kind
        self.id = id
    }

    /// Returns the id of the thing if it is of a kind; nil for a thing of another kind.
    public func id<E: Entity>(of type: E.Type) -> UUID? { kind == E.declaration.description.kind ? id : nil }

    /// The key of the thing in the store.
    var key: EntityKey { EntityKey(kind: kind, cells: [.text(id.uuidString)]) }
}
