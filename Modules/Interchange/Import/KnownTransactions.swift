import FileFormats
import Models
import Persistence

/// The transactions that assets have already, each of which stands for one row of a file (I6).
struct KnownTransactions {
    /// Day, amount and texts, by two hashes that are made with other random numbers in each run: two that differ have the same
    /// with a chance of 1 in 2^128, and a row takes 16 bytes.
    private struct Likeness: Hashable {
        let first: Int
        let second: Int

        init(_ day: CalendarDay, _ amount: Money, _ text: UInt64) {
            func hash(_ salt: Int) -> Int {
                var hasher = Hasher()
                hasher.combine(salt)
                hasher.combine(day)
                hasher.combine(amount)
                hasher.combine(text)
                return hasher.finalize()
            }
            (first, second) = (hash(1), hash(2))
        }
    }

    /// The transactions that an asset has already.
    private struct Index {
        /// A transaction that no row stands for yet.
        struct Entry {
            let day: CalendarDay
            let amount: Money
            let hasNumber: Bool
            var isTaken = false
        }

        var entries: [Entry] = []
        var byLikeness: [Likeness: [Int32]] = [:]
        var byNumber: [String: [Int32]] = [:]
        /// Numbers of movements in whose place others stand.
        var corrected: Set<String> = []
        /// The transactions that were entered by hand, by amount.
        var byHand: [Money: [(entry: Int32, transaction: Transaction)]] = [:]
        var opening: CalendarDay?
        var isEmpty = true
    }

    /// The relation of a row to the asset's transactions.
    enum Match {
        /// None of them.
        case new
        /// One of them.
        case known
        /// Perhaps one that a person entered.
        case twin(Transaction)
        /// Perhaps one of the same number, at another time: some banks count anew.
        case sameNumber(CalendarDay)
    }

    /// Days within which a number names the same movement, and within which what was entered by hand may be it.
    private static let numberDays = 10
    private static let twinDays = 4

    private let store: any StoreReader
    /// The days of the file; nil where they are not known.
    private let days: ClosedRange<CalendarDay>?
    private var left: [Asset.ID: Index] = [:]

    init(_ store: any StoreReader, days: ClosedRange<CalendarDay>?) {
        self.store = store
        self.days = days.map { $0.lowerBound.adding(days: -400)...$0.upperBound.adding(days: 400) }
    }

    /// The day of the newest opening balance of an asset that was there, and whether it had any transaction.
    ///
    /// - Throws: ``StoreError``.
    mutating func past(of asset: Asset.ID) throws -> (opening: CalendarDay?, isEmpty: Bool) {
        try load(asset)
        return (left[asset]?.opening, left[asset]?.isEmpty ?? true)
    }

    /// The transaction of an asset that the bank corrects; nil if it is not there.
    ///
    /// - Throws: ``StoreError``.
    func corrected(by correction: StatementCorrection, of asset: Asset.ID) throws -> Transaction? {
        try store.transactions(of: asset).last { $0.imported?.number.map(correction.numbers.contains) ?? false }
    }

    private mutating func load(_ asset: Asset.ID) throws {
        guard left[asset] == nil else { return }
        // Before a row of the asset is entered: those of the file are alike without being the same.
        var index = Index()
        for transaction in try store.transactions(of: asset) {
            index.isEmpty = false
            if transaction.kind == .opening { index.opening = max(index.opening ?? transaction.day, transaction.day) }
            let imported = transaction.imported
            let day = imported?.day ?? transaction.day
            if let days, !days.contains(day) { continue }
            let amount = imported.flatMap { try? Money($0.amount, transaction.amount.currency) } ?? transaction.amount
            let text = imported?.text ?? ImportedLine.digest(of: [transaction.note].compactMap(\.self))
            index.corrected.formUnion(imported?.corrected ?? [])
            let place = Int32(truncatingIfNeeded: index.entries.count)
            index.entries.append(.init(day: day, amount: amount, hasNumber: imported?.number != nil))
            index.byLikeness[Likeness(day, amount, text), default: []].append(place)
            if let number = imported?.number { index.byNumber[number, default: []].append(place) }
            if imported == nil, transaction.kind == .manual {
                index.byHand[amount, default: []].append((place, transaction))
            }
        }
        left[asset] = index
    }

    /// Finds the transaction that a row is; no other row is it from then on.
    ///
    /// - Throws: ``StoreError``.
    mutating func take(_ line: ImportedLine, _ amount: Money, of asset: Asset.ID) throws -> Match {
        try load(asset)
        guard var index = left[asset], !index.entries.isEmpty else { return .new }
        left[asset] = nil
        defer { left[asset] = index }
        func free(_ places: [Int32]?) -> [Int] { (places ?? []).map(Int.init).filter { !index.entries[$0].isTaken } }
        if let number = line.number, index.corrected.contains(number) { return .known }
        var sameNumber: CalendarDay?
        if let number = line.number {
            let same = free(index.byNumber[number]).filter { index.entries[$0].amount == amount }
            let near = same.min {
                abs(index.entries[$0].day.days(until: line.day)) < abs(index.entries[$1].day.days(until: line.day))
            }
            if let near {
                let day = index.entries[near].day
                if abs(day.days(until: line.day)) <= Self.numberDays {
                    index.entries[near].isTaken = true
                    return .known
                }
                sameNumber = day
            }
        }
        let alike = free(index.byLikeness[Likeness(line.day, amount, line.text)])
        // Different numbers are different movements.
        if let place = alike.first(where: { line.number == nil || !index.entries[$0].hasNumber }) {
            index.entries[place].isTaken = true
            return .known
        }
        let hands = (index.byHand[amount] ?? []).filter {
            !index.entries[Int($0.entry)].isTaken && abs($0.transaction.day.days(until: line.day)) <= Self.twinDays
        }
        let nearest = hands.min {
            abs($0.transaction.day.days(until: line.day)) < abs($1.transaction.day.days(until: line.day))
        }
        if let nearest {
            index.entries[Int(nearest.entry)].isTaken = true
            return .twin(nearest.transaction)
        }
        return sameNumber.map { .sameNumber($0) } ?? .new
    }
}
