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

    private let store: any StoreReader
    private var left: [Asset.ID: [Likeness: Int32]] = [:]

    init(_ store: any StoreReader) { self.store = store }

    /// Whether the transaction's asset has one of the same day, amount and note that no earlier row stands for; this one does
    /// from then on.
    ///
    /// - Throws: ``StoreError``.
    mutating func take(_ transaction: Transaction) throws -> Bool {
        let asset = transaction.assetID
        if left[asset] == nil {
            // Before a row of the asset is entered: those of the file are alike without being the same.
            left[asset] = Dictionary(
                try store.transactions(of: asset).map { (Likeness($0), 1) }, uniquingKeysWith: +)
        }
        guard left[asset]?.isEmpty == false else { return false }
        let likeness = Likeness(transaction)
        guard let count = left[asset]?[likeness], count > 0 else { return false }
        left[asset]?[likeness] = count - 1
        return true
    }
}
