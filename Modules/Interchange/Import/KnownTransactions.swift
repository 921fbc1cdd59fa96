import Models
import Persistence

/// The transactions that assets have already: by day, amount and note, each of them stands for one row of a file.
struct KnownTransactions {
    /// Two hashes of day, amount and note, made with other random numbers in each run: two that differ have the same with a chance
    /// of 1 in 2^128, and a row takes 16 bytes.
    private struct Likeness: Hashable {
        let first: Int
        let second: Int

        init(_ transaction: Transaction) {
            func hash(_ salt: Int) -> Int {
                var hasher = Hasher()
                hasher.combine(salt)
                hasher.combine(transaction.day)
                hasher.combine(transaction.amount)
                hasher.combine(transaction.note)
                return hasher.finalize()
            }
            (first, second) = (hash(1), hash(2))
        }
    }

    /// A month of an asset. Only the months of the file are read, and each at once: rows of a day are few, and asking for each
    /// day would take longer.
    private struct Part: Hashable {
        let asset: Asset.ID
        let month: CalendarMonth
    }

    private let store: any StoreReader
    private var left: [Part: [Likeness: Int32]] = [:]

    init(_ store: any StoreReader) { self.store = store }

    /// Whether the transaction's asset has one of the same day, amount and note that no earlier row stands for; this one does
    /// from then on.
    ///
    /// - Throws: ``StoreError``.
    mutating func take(_ transaction: Transaction) throws -> Bool {
        let part = Part(asset: transaction.assetID, month: transaction.day.month)
        if left[part] == nil {
            // Before a row of the month is entered: those of the file are alike without being the same.
            let days = part.month.day(1)...part.month.lastDay
            left[part] = Dictionary(
                try store.transactions(of: part.asset, in: days).map { (Likeness($0), 1) }, uniquingKeysWith: +)
        }
        guard left[part]?.isEmpty == false else { return false }
        let likeness = Likeness(transaction)
        guard let count = left[part]?[likeness], count > 0 else { return false }
        left[part]?[likeness] = count - 1
        return true
    }
}
