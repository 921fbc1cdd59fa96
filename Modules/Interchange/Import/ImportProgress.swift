import FileFormats
import Models

/// The effect of an import on an asset.
struct ImportProgress {
    let asset: Asset
    let isNew: Bool
    /// Whether it had no transaction before.
    let isEmpty: Bool
    /// The day of its newest opening balance; nil if it had none.
    let openingDay: CalendarDay?
    /// The sum of all transactions that it had.
    let before: Money
    private(set) var added = 0
    /// The sum that was added, whatever its day.
    private(set) var all: Money
    /// The sums that were added, by day.
    private var days: [CalendarDay: Money] = [:]
    /// The day of the first row that was added.
    private(set) var first: CalendarDay?
    /// How many rows are older than the opening balance that was there, to which they add.
    private(set) var beforeOpening = 0
    /// The sum of these rows.
    private(set) var sumBeforeOpening: Money
    /// Whether a row of the file is an opening balance.
    private(set) var hasOwnOpening = false
    /// The opening balance that was entered besides the rows.
    private(set) var opening: Money?

    init(asset: Asset, isNew: Bool, isEmpty: Bool, openingDay: CalendarDay?, before: Money) {
        self.asset = asset
        self.isNew = isNew
        self.isEmpty = isEmpty
        self.openingDay = openingDay
        self.before = before
        all = .zero(asset.currency)
        sumBeforeOpening = .zero(asset.currency)
    }

    /// Takes in that a row was added.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``: an opening balance is calculated from the sum.
    mutating func note(_ transaction: Transaction) throws(MoneyError) {
        added += 1
        all = (try? all.adding(transaction.amount)) ?? all
        days[transaction.day] = (try? days[transaction.day]?.adding(transaction.amount)) ?? transaction.amount
        first = min(first ?? transaction.day, transaction.day)
        if let openingDay, transaction.day < openingDay, transaction.kind == .manual {
            beforeOpening += 1
            sumBeforeOpening = try sumBeforeOpening.adding(transaction.amount)
        }
        if transaction.kind == .opening { hasOwnOpening = true }
    }

    /// The difference between a stated balance and the rows, of an asset that had nothing before; nil where they agree, or where the asset
    /// has a past of its own.
    ///
    /// - Throws: ``NumberError``, ``MoneyError``.
    func missing(_ stated: StatedBalance) throws -> Money? {
        guard isEmpty, !hasOwnOpening, opening == nil, added > 0, asset.source == nil, !asset.isOnChain else {
            return nil
        }
        let missing: Money
        if let opening = stated.opening {
            missing = try opening.money(asset.currency)
        } else {
            let sum = try Money.sum(days.filter { $0.key <= stated.day }.map(\.value), in: asset.currency)
            missing = try stated.amount.money(asset.currency).subtracting(sum)
        }
        return missing.isZero ? nil : missing
    }

    mutating func take(opening: Money) {
        self.opening = opening
        all = (try? all.adding(opening)) ?? all
    }

    /// Takes in that the bank has corrected a transaction that was there.
    mutating func correct(from old: Money, to new: Money?) {
        all = (try? all.adding((new ?? .zero(old.currency)).subtracting(old))) ?? all
    }

    /// The days on which rows were added, the newest first.
    var newestDays: [CalendarDay] { days.keys.sorted(by: >) }
}
