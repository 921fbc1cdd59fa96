/// The state of the store that a person was shown. Who writes much later finds out with it whether another program changed
/// anything in between.
public struct RevisionGuard: Sendable {
    private let revision: Int

    /// The state as it is now.
    ///
    /// - Throws: ``StoreError``.
    public init(_ reader: any StoreReader) throws {
        revision = try reader.revision()
    }

    /// Refuses when something was written since.
    ///
    /// - Throws: ``StoreError/changedUnderneath(expected:found:)`` with what was changed last.
    public func checkNothingChanged(in reader: any StoreReader) throws {
        guard try reader.revision() != revision else { return }
        let last = try reader.journal(of: nil, limit: 1).first?.changes.first
        throw StoreError.changedUnderneath(expected: last?.before, found: last?.after)
    }
}
