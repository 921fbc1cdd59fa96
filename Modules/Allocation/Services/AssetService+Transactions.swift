public import Models
import Persistence

public import struct Foundation.UUID

// Deposits, withdrawals, transfers and corrections.

extension AssetService {
    /// A transaction that a person enters, as text.
    public struct Entry: Sendable {
        /// The asset, by name or id.
        public var asset: String
        /// The amount in the asset's currency, in digits, without a sign.
        public var amount: String
        /// The day from which it counts; the call's if nil.
        public var date: String?
        /// A note.
        public var note: String?
        /// Whether the amount goes out.
        public var isWithdrawal: Bool
        /// The ended goal whose money is spent, by name or id: a withdrawal then. Nil when nothing is spent for one.
        public var goal: String?

        /// An entry.
        public init(
            asset: String, amount: String, date: String? = nil, note: String? = nil, isWithdrawal: Bool = false,
            goal: String? = nil
        ) {
            self.asset = asset
            self.amount = amount
            self.date = date
            self.note = note
            self.isWithdrawal = isWithdrawal
            self.goal = goal
        }
    }

    /// A transaction with its asset and what that holds of transactions entered by hand.
    public struct Entered: Sendable {
        /// The transaction; its amount is negative when it goes out.
        public let transaction: Transaction
        /// The asset.
        public let asset: Asset
        /// The sum of all transactions up to the call's day.
        public let balance: Money
        /// The ended goal whose money was spent, or nil.
        public let goal: Goal?
    }

    /// Enters a deposit or a withdrawal. What is spent for an ended goal is at most what the goal had of the asset at its end,
    /// less what was spent for it already (M6).
    ///
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``StoreError``.
    public func enter(_ entry: Entry, _ call: Call) async throws -> Outcome<Entered> {
        let goesOut = entry.isWithdrawal || entry.goal != nil
        return try await funding.write(call, in: store) { writer in
            let asset = try writer.store.find(Asset.self, named: entry.asset)
            var reader = RequestReader()
            let typed = try reader.readAmount("amount", entry.amount, asset.currency, isWithdrawal: goesOut)
            // What could not be read is stood in for by something valid, so that the rest is judged too.
            let amount = try typed ?? Money("1", asset.currency)
            let day = try reader.readDay(entry.date, call) ?? call.today
            let goal = try entry.goal.map { try writer.store.find(Goal.self, named: $0) }
            let transaction = Transaction(
                id: UUID(), assetID: asset.id, amount: goesOut ? amount.negated : amount, day: day,
                kind: goal == nil ? .manual : .spending, entered: writer.call.now, goalID: goal?.id,
                note: entry.note.flatMap { $0.isEmpty ? nil : $0 })
            reader.add(transaction.issues(asset: asset))
            try reader.check()
            return try writer.enter(transaction, of: asset, for: goal, call)
        }
    }

    /// What a person changes of a transaction, as text. What is nil stays.
    public struct Correction: Sendable {
        /// The amount in the asset's currency, in digits, without a sign: it still goes the same way.
        public var amount: String?
        /// The day from which it counts.
        public var date: String?
        /// The note; an empty text takes it away.
        public var note: String?

        /// A correction.
        public init(amount: String? = nil, date: String? = nil, note: String? = nil) {
            self.amount = amount
            self.date = date
            self.note = note
        }
    }

    /// Corrects a transaction. It keeps its id and its place in the order of entry.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``StoreError``.
    public func correct(_ id: String, _ correction: Correction, _ call: Call) async throws -> Outcome<Entered> {
        return try await funding.write(call, in: store) { writer in
            let (old, asset) = try writer.store.transaction(id)
            var transaction = old
            var reader = RequestReader()
            let goesOut = old.amount.isNegative
            if let text = correction.amount,
                let amount = try reader.readAmount("amount", text, asset.currency, isWithdrawal: goesOut)
            {
                transaction.amount = goesOut ? amount.negated : amount
            }
            if let text = correction.date, let day = try reader.readDay(text, call) { transaction.day = day }
            if let note = correction.note { transaction.note = note.isEmpty ? nil : note }
            reader.add(transaction.issues(asset: asset))
            try reader.check()
            try writer.check(transaction, of: asset, replacing: old, call)
            try writer.update(old, to: transaction)
            let goal = try transaction.goalID.flatMap { try writer.store.find(Goal.self, $0) }
            return try writer.store.outcome(transaction, of: asset, goal: goal, call)
        }
    }

    /// Takes a transaction away.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``StoreError``.
    public func deleteTransaction(_ id: String, _ call: Call) async throws -> Outcome<Entered> {
        try await funding.write(call, in: store) { writer in
            let (old, asset) = try writer.store.transaction(id)
            try writer.delete(old)
            return try writer.store.outcome(old, of: asset, goal: nil, call)
        }
    }

    /// Takes several transactions away, or gives them another day or note, in one change.
    ///
    /// - Parameters:
    ///   - ids: their ids; one that is listed twice counts once.
    ///   - correction: what becomes of each; nil deletes them. An amount is not among it.
    /// - Returns: how many were changed.
    /// - Throws: ``LookupError``, ``RequestError``, ``AssetError``, ``StoreError``.
    public func change(_ ids: [String], to correction: Correction?, _ call: Call) async throws -> Outcome<Int> {
        let wanted = Array(Set(ids)).sorted()
        return try await funding.write(call, in: store) { writer in
            var reader = RequestReader()
            let day = try correction?.date.flatMap { try reader.readDay($0, call) }
            try reader.check()
            for id in wanted {
                let (old, asset) = try writer.store.transaction(id)
                guard let correction else {
                    try writer.delete(old)
                    continue
                }
                var transaction = old
                if let day { transaction.day = day }
                if let note = correction.note { transaction.note = note.isEmpty ? nil : note }
                reader.add(transaction.issues(asset: asset))
                try reader.check()
                guard transaction != old else { continue }
                try writer.check(transaction, of: asset, replacing: old, call)
                try writer.update(old, to: transaction)
            }
            return Outcome(wanted.count)
        }
    }

    /// The transactions of an asset, or all, by day and order of entry, with the assets that they belong to: for the present day also those
    /// that are dated later, for another day those up to it.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func transactions(
        of name: String?, _ call: Call
    ) async throws -> Outcome<(transactions: [Transaction], assets: [UUID: Asset])> {
        Outcome(
            try await store.read { reader in
                let wanted = try name.map { try reader.find(Asset.self, named: $0) }
                let assets = try wanted.map { [$0] } ?? reader.all(Asset.self)
                return (
                    try reader.transactions(of: wanted?.id).filter { call.isForToday || $0.day <= call.today },
                    Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) })
                )
            })
    }
}

extension FundingWriter {
    /// Enters a deposit or a withdrawal that was read already.
    ///
    /// - Parameter goal: the ended goal whose money is spent; nil when nothing is spent for one.
    /// - Throws: ``AssetError``, ``ValidationError``, ``StoreError``, what the followers throw.
    func enter(
        _ transaction: Transaction, of asset: Asset, for goal: Goal? = nil, _ call: Call
    ) throws -> Outcome<AssetService.Entered> {
        try check(transaction, of: asset, call)
        try insert(transaction)
        return try store.outcome(transaction, of: asset, goal: goal, call)
    }
}

extension StoreReader {
    /// A transaction by its id, with its asset.
    fileprivate func transaction(_ id: String) throws -> (Transaction, Asset) {
        let transaction = try find(Transaction.self, named: id)
        return (transaction, try find(Asset.self, named: transaction.assetID.uuidString))
    }

    /// What a person should know about a transaction that was entered.
    func outcome(
        _ transaction: Transaction, of asset: Asset, goal: Goal?, _ call: Call
    ) throws -> Outcome<AssetService.Entered> {
        let balance = try balances(of: asset.id, on: [call.today])[asset.id]?.first ?? .zero(asset.currency)
        return Outcome(
            AssetService.Entered(transaction: transaction, asset: asset, balance: balance, goal: goal),
            warnings: try warnings(about: transaction, of: asset, balance: balance, call))
    }

    /// The warnings about a transaction that was entered, or is about to be.
    ///
    /// - Parameter balance: the asset's balance on the call's day, the transaction included.
    func warnings(
        about transaction: Transaction, of asset: Asset, balance: Money, _ call: Call
    ) throws -> [Warning] {
        var warnings: [Warning] = []
        if transaction.day > call.today {
            warnings.append(
                Warning(
                    code: "future",
                    message: "\(transaction.day) is in the future: the amount counts from that day on."))
        }
        // No opening balance is dated after today, so what is dated today need not be compared with all that is there.
        if transaction.kind == .manual, transaction.day < call.today,
            let opening = try transactions(of: asset.id).last(where: { $0.kind == .opening }),
            transaction.day < opening.day
        {
            warnings.append(
                Warning(
                    code: "beforeOpening",
                    message: "'\(asset.name)' was entered with its balance of \(opening.day): what is dated earlier "
                        + "adds to that balance."))
        }
        // What another source has beside it is not known here, and may well cover it.
        if balance.isNegative, asset.source == nil {
            warnings.append(
                Warning(
                    code: "negativeBalance",
                    message: "'\(asset.name)' now has a balance of \(balance), which funds nothing."))
        }
        return warnings
    }
}
