public import Models
public import Persistence

/// The transactions of assets on chains, as they were last read.
public struct TransactionService: Sendable {
    private let store: any Store
    private let settings: ChainSettings

    /// A service over a store.
    public init(store: any Store, settings: ChainSettings) {
        self.store = store
        self.settings = settings
    }

    /// A transaction as it is listed.
    public struct Row: Sendable {
        /// The transaction.
        public let transaction: ChainTransaction
        /// Whether it is so little that it counts as no payment.
        public let isDust: Bool

        /// A transaction.
        public init(_ transaction: ChainTransaction, isDust: Bool) {
            self.transaction = transaction
            self.isDust = isDust
        }
    }

    /// The transactions of an asset, or of all on chains, until the day of the call, newest first.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func transactions(ofAssetOrAll name: String?, _ call: Call) async throws -> Outcome<[Row]> {
        if let name { return try await transactions(of: name, call) }
        let rows = try await store.read { try $0.all(ChainTransaction.self).filter { $0.day <= call.today } }
        return Outcome(rows.reversed().map { Row($0, isDust: $0.isDust(upTo: settings.dust)) })
    }

    /// The transactions of an asset until the day of the call, newest first; none for one without an address.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func transactions(of name: String, _ call: Call) async throws -> Outcome<[Row]> {
        let rows = try await store.read { reader in
            let asset = try reader.find(Asset.self, named: name)
            return try reader.all(ChainTransaction.self, where: "assetID", is: asset.id).filter { $0.day <= call.today }
        }
        return Outcome(rows.reversed().map { Row($0, isDust: $0.isDust(upTo: settings.dust)) })
    }
}
