public import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

// Balances that are set.

extension AssetService {
    /// A balance that a person states, as text.
    public struct Adjustment: Sendable {
        /// The asset, by name or id.
        public var asset: String
        /// The balance in the asset's currency, in digits; one below 0 has a sign.
        public var balance: String
        /// The day at whose end the asset has the balance; the call's if nil.
        public var date: String?
        /// A note for the transaction; a usual one if nil or empty.
        public var note: String?

        /// A balance.
        public init(asset: String, balance: String, date: String? = nil, note: String? = nil) {
            self.asset = asset
            self.balance = balance
            self.date = date
            self.note = note
        }
    }

    /// A balance that was set, with the transaction that makes it true.
    public struct Adjusted: Sendable {
        /// The asset.
        public let asset: Asset
        /// The day at whose end the asset has the balance.
        public let day: CalendarDay
        /// The sum of all transactions up to the end of the day, as it was before.
        public let before: Money
        /// The balance that was set.
        public let balance: Money
        /// The deposit or the withdrawal of the difference; nil when there is none.
        public let transaction: Transaction?
        /// The sum of all transactions up to the call's day.
        public let balanceToday: Money

        /// A balance that was set.
        public init(
            asset: Asset, day: CalendarDay, before: Money, balance: Money, transaction: Transaction?,
            balanceToday: Money
        ) {
            self.asset = asset
            self.day = day
            self.before = before
            self.balance = balance
            self.transaction = transaction
            self.balanceToday = balanceToday
        }
    }

    /// Sets the balance of an asset: the difference from the sum of its transactions up to the end of the day is entered as a
    /// deposit or a withdrawal (M7). Nothing is written when there is no difference.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``StoreError``.
    public func adjust(_ adjustment: Adjustment, _ call: Call) async throws -> Outcome<Adjusted> {
        try await funding.write(call, in: store) { writer in
            let planned = try writer.store.planned(adjustment, funding, call, entered: writer.call.now)
            guard let transaction = planned.transaction else { return Outcome(planned) }
            return try writer.enter(transaction, of: planned.asset, call).map { planned.settled(at: $0.balance) }
        }
    }

    /// The transaction that setting a balance would enter, with its warnings. Nothing is written.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``StoreError``.
    public func previewAdjustment(_ adjustment: Adjustment, _ call: Call) async throws -> Outcome<Adjusted> {
        try await store.read { reader in
            let planned = try reader.planned(adjustment, funding, call, entered: call.now)
            guard let transaction = planned.transaction else { return Outcome(planned) }
            let counts = transaction.day <= call.today
            let balance = counts ? try planned.balanceToday.adding(transaction.amount) : planned.balanceToday
            return Outcome(
                planned.settled(at: balance),
                warnings: try reader.warnings(about: transaction, of: planned.asset, balance: balance, call))
        }
    }
}

extension AssetService.Adjusted {
    /// The same once the transaction counts.
    fileprivate func settled(at balance: Money) -> Self {
        Self(
            asset: asset, day: day, before: before, balance: self.balance, transaction: transaction,
            balanceToday: balance)
    }
}

extension StoreReader {
    /// The transaction that sets a balance, with the balances before it.
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``StoreError``.
    fileprivate func planned(
        _ adjustment: AssetService.Adjustment, _ funding: FundingSources, _ call: Call, entered: Date
    ) throws -> AssetService.Adjusted {
        let asset = try find(Asset.self, named: adjustment.asset)
        try funding.checkTakesEntries(asset)
        // A sum with what is read elsewhere would be wrong again with the next reading.
        guard !asset.isReadElsewhere else {
            throw AssetError.balanceReadElsewhere(asset: asset.name, source: asset.source)
        }
        var reader = RequestReader()
        let balance = try reader.read("balance") { try Money(entered: adjustment.balance, asset.currency) }
        let day = try reader.readDay(adjustment.date, call) ?? call.today
        // Nobody knows the balance of a day that has not come.
        if call.day < day { _ = try reader.read("date") { throw AssetError.stockInFuture(day) } }
        let days = try balances(of: asset.id, on: [day, call.today])[asset.id]
        let (before, now) = (days?.first ?? .zero(asset.currency), days?.last ?? .zero(asset.currency))
        let difference = try reader.read("balance") { try balance?.subtracting(before) } ?? nil
        let transaction = Transaction(
            // A balance that cannot be read is stood in for, so that the rest is judged too.
            id: UUID(), assetID: asset.id, amount: try difference ?? Money("1", asset.currency), day: day,
            entered: entered, note: adjustment.note.flatMap { $0.isEmpty ? nil : $0 } ?? "Balance set")
        let isChange = difference?.isZero != true
        let sizes = balance.map { ValidationIssue.issues(ofSize: $0, field: "balance") } ?? []
        reader.add(sizes)
        reader.add(
            transaction.issues(asset: asset).filter { $0.field != "amount" || isChange && sizes.isEmpty }.map {
                $0.field == "amount" ? ValidationIssue(code: $0.code, field: "balance", message: $0.message) : $0
            })
        try reader.check()
        return AssetService.Adjusted(
            asset: asset, day: day, before: before, balance: balance ?? before,
            transaction: isChange ? transaction : nil, balanceToday: now)
    }
}
