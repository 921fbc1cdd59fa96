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
        var last: Change?
        if let newest = try reader.newestEntry() {
            _ = try reader.forEachChange(ofEntry: newest.number) {
                last = $0
                return false
            }
        }
        throw StoreError.changedUnderneath(expected: last?.before, found: last?.after)
    }
}
