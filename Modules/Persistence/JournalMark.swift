/// A place in the journal. Who shows something to a person and writes much later finds out with it whether another program
/// changed anything in between.
public struct JournalMark: Sendable {
    private let revision: Int

    /// The place at which the journal ends.
    ///
    /// - Throws: ``StoreError``.
    public init(_ reader: any StoreReader) throws {
        revision = try reader.revision()
    }

    /// Refuses when the journal goes on behind the place.
    ///
    /// - Throws: ``StoreError/changedUnderneath(expected:found:)`` with what was changed last.
    public func checkNothingChanged(in reader: any StoreReader) throws {
        guard try reader.revision() != revision else { return }
        let last = try reader.journal(of: nil, limit: 1).first?.changes.first
        throw StoreError.changedUnderneath(expected: last?.before, found: last?.after)
    }
}
