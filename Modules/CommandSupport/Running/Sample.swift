public import Persistence
public import Values

public import struct Foundation.Date

/// Sample data of a feature, made for the day on which it is looked at.
public struct Sample: Sendable {
    /// Adds the sample data to a store without anything in it.
    public let write: @Sendable (_ writer: any StoreWriter, _ today: CalendarDay, _ now: Date) throws -> Void
    /// The rates of its currencies: a table of fixed rates with the columns `from`, `to`, `rate` and `date`.
    public let rates: @Sendable (_ today: CalendarDay) -> String

    /// Sample data.
    ///
    /// - Parameters:
    ///   - write: adds the data; `now` is when they are taken to have been entered.
    ///   - rates: the table of rates on a day.
    public init(
        write: @escaping @Sendable (_ writer: any StoreWriter, _ today: CalendarDay, _ now: Date) throws -> Void,
        rates: @escaping @Sendable (_ today: CalendarDay) -> String
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
        let (samples, today, instant) = (features.compactMap(\.sample), today, presentInstant)
        try await store.write(ChangeOrigin(instant: instant, program: programName, command: "demo")) { writer in
            for sample in samples { try sample.write(writer, today, instant) }
        }
        return (store, samples.map { $0.rates(today) })
    }
}
