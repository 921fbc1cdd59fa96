/// A store that says when others have written to it, sooner than whoever looks now and then would see.
public protocol ChangeHints: Sendable {
    /// Something after each write, most of the time. A hint may be missing or come for nothing, so the store's revision is looked
    /// at all the same.
    func hints() -> AsyncStream<Void>
}
