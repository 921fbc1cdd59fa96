/// A place in the journal. Who shows something to a person and writes much later finds out with it whether another program
/// changed anything in between.
public struct JournalMark: Sendable {
    private let number: Int?

    /// The place at which the journal ends.
    ///
    /// - Throws: ``StoreError``.
    public init(_ reader: any StoreReader) throws {
        number = try reader.journal(of: nil, limit: 1).first?.number
    }

    /// Refuses when the journal goes on behind the place.
    ///
    /// - Throws: ``StoreError/changedUnderneath(expected:found:)`` with what was changed last.
    public func checkNothingChanged(in reader: any StoreReader) throws {
        let newest = try reader.journal(of: nil, limit: 1).first
        guard newest?.number != number else { return }
        throw StoreError.changedUnderneath(
            expected: newest?.changes.first?.before, found: newest?.changes.first?.after)
    }
}
