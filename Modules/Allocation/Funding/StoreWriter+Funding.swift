package import Models
public import Persistence

// A thing that moves money is written through a FundingWriter. Written to the store itself, it would settle payments of a month in
// progress that nobody made, so the compiler warns of it. (Swift never chooses what is unavailable.)

extension StoreWriter {
    /// Use ``FundingWriter``.
    @available(*, deprecated, message: "A month in progress does not follow it: insert it through a FundingWriter.")
    public func insert<E: FundingEntity>(_ value: E) throws { try insertUnfollowed(value) }

    /// Use ``FundingWriter``.
    @available(*, deprecated, message: "A month in progress does not follow it: update it through a FundingWriter.")
    public func update<E: FundingEntity>(_ old: E, to new: E) throws { try updateUnfollowed(old, to: new) }

    /// Use ``FundingWriter``.
    @available(*, deprecated, message: "A month in progress does not follow it: delete it through a FundingWriter.")
    public func delete<E: FundingEntity>(_ value: E) throws { try deleteUnfollowed(value) }

    /// Inserts a thing of any kind, for those who have it followed.
    package func insertUnfollowed<E: Entity>(_ value: E) throws { try insert(value) }

    /// Updates a thing of any kind, for those who have it followed.
    package func updateUnfollowed<E: Entity>(_ old: E, to new: E) throws { try update(old, to: new) }

    /// Deletes a thing of any kind, for those who have it followed.
    package func deleteUnfollowed<E: Entity>(_ value: E) throws { try delete(value) }
}
