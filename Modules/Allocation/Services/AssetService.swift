public import Models
public import Persistence

public import struct Foundation.UUID

/// Assets and what goes into and out of them.
public struct AssetService: Sendable {
    private let store: any Store

    /// A service over a store.
    public init(store: any Store) {
        self.store = store
    }

    /// The asset that `name` means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func asset(named name: String) async throws -> Asset {
        try await store.read { try $0.find(Asset.self, named: name) }
    }

    /// Adds an asset.
    ///
    /// - Throws: ``CurrencyError``, ``AssetError``, ``ValidationError``, ``StoreError``.
    public func add(_ fields: AssetFields, _ call: Call) async throws -> Outcome<Asset> {
        let asset = try fields.newAsset(id: UUID())
        let isNameTaken = try await store.write(call) { writer in
            let others = try writer.all(Asset.self)
            try writer.insert(asset)
            return others.contains { $0.name == asset.name }
        }
        guard isNameTaken else { return Outcome(asset) }
        let warning = Warning(
            code: "nameTaken",
            message: "there is another asset '\(asset.name)'. Name them by the beginning of their ids.")
        return Outcome(asset, warnings: [warning])
    }

    /// An asset before and after a change.
    public struct Edit: Sendable {
        /// The asset as it was.
        public let before: Asset
        /// The asset as it is.
        public let after: Asset
    }

    /// Changes what is said of an asset; nothing is written when that is nothing.
    ///
    /// - Throws: ``LookupError``, ``ValidationError``, ``StoreError``.
    public func edit(_ name: String, _ fields: AssetFields, _ call: Call) async throws -> Outcome<Edit> {
        let original = try await asset(named: name)
        let edited = try fields.edited(original)
        if edited != original { try await store.write(call) { try $0.update(original, to: edited) } }
        return Outcome(Edit(before: original, after: edited))
    }

    /// Deletes an asset with its transactions and allocations.
    ///
    /// - Throws: ``StoreError``, also when the asset is not as it was shown any more.
    public func delete(_ asset: Asset, _ call: Call) async throws -> Outcome<Asset> {
        try await store.write(call) { try AssetChanges(writer: $0).delete(asset) }
        return Outcome(asset)
    }
}

// MARK: - Transactions

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

        /// An entry.
        public init(
            asset: String, amount: String, date: String? = nil, note: String? = nil, isWithdrawal: Bool = false
        ) {
            self.asset = asset
            self.amount = amount
            self.date = date
            self.note = note
            self.isWithdrawal = isWithdrawal
        }
    }

    /// A transaction with its asset and what that holds of transactions entered by hand.
    public struct Entered: Sendable {
        /// The transaction; its amount is negative when it goes out.
        public let transaction: Transaction
        /// The asset.
        public let asset: Asset
        /// What all transactions up to the call's day come to.
        public let balance: Money
    }

    /// Enters a deposit or a withdrawal.
    ///
    /// - Throws: ``LookupError``, ``NumberError``, ``CalendarError``, ``AssetError``, ``ValidationError``, ``StoreError``.
    public func enter(_ entry: Entry, _ call: Call) async throws -> Outcome<Entered> {
        let day = try entry.date.map { try CalendarDay($0) } ?? call.today
        let entered = try await store.write(call) { writer in
            let asset = try writer.find(Asset.self, named: entry.asset)
            let amount = try Money(entry.amount, asset.currency)
            guard !amount.isNegative else {
                throw AssetError.negativeAmount(amount, isWithdrawal: entry.isWithdrawal)
            }
            let transaction = Transaction(
                id: UUID(), assetID: asset.id, amount: entry.isWithdrawal ? amount.negated : amount, day: day,
                entered: call.now, note: entry.note)
            try writer.insert(transaction)
            let balance = try writer.balances(on: [call.today])[asset.id]?.first ?? .zero(asset.currency)
            return Entered(transaction: transaction, asset: asset, balance: balance)
        }
        var warnings: [Warning] = []
        if day > call.today {
            warnings.append(
                Warning(code: "future", message: "\(day) is in the future: the amount counts from that day on."))
        }
        // What another source has beside it is not known here, and may well cover it.
        if entered.balance.isNegative, entered.asset.source == nil {
            warnings.append(
                Warning(
                    code: "negativeBalance",
                    message: "'\(entered.asset.name)' now has a balance of \(entered.balance), which funds nothing."))
        }
        return Outcome(entered, warnings: warnings)
    }

    /// The transactions of an asset, or all, up to the call's day, with the assets that they belong to.
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
                    try reader.transactions(of: wanted?.id).filter { $0.day <= call.today },
                    Dictionary(uniqueKeysWithValues: assets.map { ($0.id, $0) })
                )
            })
    }
}
