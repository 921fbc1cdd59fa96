public import Models
import Persistence

import struct Foundation.UUID

extension AssetService {
    /// Money that moves between two assets, as text.
    public struct Transfer: Sendable {
        /// The asset that it leaves, by name or id.
        public var from: String
        /// The asset that it reaches.
        public var to: String
        /// What leaves, in the currency of the first asset, in digits.
        public var amount: String
        /// What arrives, in the currency of the second asset; nil for the same amount.
        public var received: String?
        /// What it costs besides, in the currency of the first asset; nil for nothing.
        public var fee: String?
        /// The day; the call's if nil.
        public var date: String?
        /// A note.
        public var note: String?

        /// A transfer.
        public init(
            from: String, to: String, amount: String, received: String? = nil, fee: String? = nil, date: String? = nil,
            note: String? = nil
        ) {
            self.from = from
            self.to = to
            self.amount = amount
            self.received = received
            self.fee = fee
            self.date = date
            self.note = note
        }
    }

    /// Moves money between two assets: a withdrawal, a deposit, and a withdrawal of the fee, in one transaction.
    ///
    /// - Returns: what was entered, in that order.
    /// - Throws: ``LookupError``, ``NumberError``, ``CalendarError``, ``AssetError``, ``ValidationError``, ``StoreError``.
    public func transfer(_ transfer: Transfer, _ call: Call) async throws -> Outcome<[Entered]> {
        let day = try transfer.date.map { try CalendarDay($0) } ?? call.today
        return try await funding.write(call, in: store) { writer in
            let (from, to) = (
                try writer.store.find(Asset.self, named: transfer.from),
                try writer.store.find(Asset.self, named: transfer.to)
            )
            guard from.id != to.id else { throw AssetError.sameAsset(from.name) }
            func amount(_ text: String, _ currency: Currency) throws -> Money {
                let amount = try Money(entered: text, currency)
                guard !amount.isNegative else { throw AssetError.negativeAmount(amount, isWithdrawal: true) }
                return amount
            }
            guard let arriving = transfer.received ?? (from.currency == to.currency ? transfer.amount : nil) else {
                throw AssetError.receivedNeeded(from: from.currency, to: to.currency)
            }
            let note = transfer.note ?? "Transfer from '\(from.name)' to '\(to.name)'"
            var entries = [
                (from, try amount(transfer.amount, from.currency).negated, note),
                (to, try amount(arriving, to.currency), note),
            ]
            if let fee = transfer.fee { entries.append((from, try amount(fee, from.currency).negated, "Fee: \(note)")) }
            var outcomes: [Outcome<Entered>] = []
            for (asset, amount, note) in entries {
                let transaction = Transaction(
                    id: UUID(), assetID: asset.id, amount: amount, day: day, entered: writer.call.now, note: note)
                try AssetChanges(writer).enter(transaction)
                outcomes.append(try writer.store.outcome(transaction, of: asset, goal: nil, call))
            }
            var warnings: [Warning] = []
            for warning in outcomes.flatMap(\.warnings) where !warnings.contains(warning) { warnings.append(warning) }
            return Outcome(outcomes.map(\.value), warnings: warnings)
        }
    }
}
