public import Persistence
public import Values

public import struct Foundation.Date

/// Sample data of a feature, made for the day on which it is looked at.
public struct Sample: Sendable {
    /// Adds the sample data to a store, which may hold those of other features.
    public let write: @Sendable (_ writer: any StoreWriter, _ today: CalendarDay, _ now: Date) throws -> Void
    /// The rates of its currencies: a table of fixed rates with the columns `from`, `to`, `rate` and `date`; nil for none.
    public let rates: (@Sendable (_ today: CalendarDay) -> String)?

    /// Sample data.
    ///
    /// - Parameters:
    ///   - write: adds the data; `now` is when they are taken to have been entered.
    ///   - rates: the table of rates on a day.
    public init(
        write: @escaping @Sendable (_ writer: any StoreWriter, _ today: CalendarDay, _ now: Date) throws -> Void,
        rates: (@Sendable (_ today: CalendarDay) -> String)? = nil
    ) {
        self.write = write
        self.rates = rates
    }
}

extension CommandContext {
    /// A store in memory with the sample data of all features of the program, and their tables of rates.
    ///
    /// - Throws: ``StoreError``, or what a sample throws.
    public func sample() async throws -> (store: MemoryStore, rates: [String]) {
        let store = MemoryStore()
        let (samples, today, now) = (features.compactMap(\.sample), today, now)
        try await store.write(ChangeOrigin(instant: now, program: programName, command: "demo")) { writer in
            for sample in samples { try sample.write(writer, today, now) }
        }
        return (store, samples.compactMap { $0.rates?(today) })
    }
}
