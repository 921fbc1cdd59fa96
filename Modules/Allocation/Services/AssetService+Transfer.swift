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
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``ValidationError``, ``StoreError``.
    public func transfer(_ transfer: Transfer, _ call: Call) async throws -> Outcome<[Entered]> {
        return try await funding.write(call, in: store) { writer in
            let from = try writer.store.find(Asset.self, named: transfer.from)
            var reader = RequestReader()
            let found = try reader.read("to") {
                let to = try writer.store.find(Asset.self, named: transfer.to)
                guard from.id != to.id else { throw AssetError.sameAsset(from.name) }
                return to
            }
            let to = found ?? from
            func read(_ field: String, _ text: String, _ currency: Currency) throws -> Money {
                // What could not be read is stood in for, so that the rest is judged too.
                try reader.readAmount(field, text, currency, isWithdrawal: true) ?? .zero(currency)
            }
            let leaving = try read("amount", transfer.amount, from.currency)
            var arriving = leaving
            if let received = transfer.received {
                arriving = try read("received", received, to.currency)
            } else if from.currency != to.currency {
                _ = try reader.read("received") {
                    throw AssetError.receivedNeeded(from: from.currency, to: to.currency)
                }
            }
            let fee = try transfer.fee.map { try read("fee", $0, from.currency) }
            let day = try reader.readDay(transfer.date, call) ?? call.today
            try reader.check()
            let note = transfer.note.flatMap { $0.isEmpty ? nil : $0 } ?? "Transfer from '\(from.name)' to '\(to.name)'"
            var entries = [(from, leaving.negated, note), (to, arriving, note)]
            if let fee { entries.append((from, fee.negated, "Fee: \(note)")) }
            var outcomes: [Outcome<Entered>] = []
            for (asset, amount, note) in entries {
                let transaction = Transaction(
                    id: UUID(), assetID: asset.id, amount: amount, day: day, entered: writer.call.now, note: note)
                try writer.insert(transaction)
                outcomes.append(try writer.store.outcome(transaction, of: asset, goal: nil, call))
            }
            var warnings: [Warning] = []
            for warning in outcomes.flatMap(\.warnings) where !warnings.contains(warning) { warnings.append(warning) }
            return Outcome(outcomes.map(\.value), warnings: warnings)
        }
    }
}
