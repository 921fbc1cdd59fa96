public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// What a chain said of an asset's balance, and when. The chain is its journal, so the store keeps none of it.
public struct ChainBalance: Sendable, Hashable {
    /// The asset.
    public let assetID: UUID
    /// The chain's word: "bitcoin".
    public let chain: String
    /// The address that was asked about, in its one form.
    public let address: String
    /// The balance, in the asset's currency.
    public let amount: Money
    /// When it was read.
    public let time: Date
    /// The day of that in the reader's zone: of an earlier day the balance is not known.
    public let day: CalendarDay
    /// The provider that said it.
    public let provider: String
    /// Whether the provider stands in for another one, so that the amount is no balance.
    public let isSubstitute: Bool
    /// The day after which every transaction of it is known, so that the balance is known for that day and later; nil
    /// when transactions are not known, or do not add up to it.
    public var knownAfter: CalendarDay?
    /// When its transactions were last read; nil when they never were.
    public var transactionsRead: Date?
    /// The balance that was read before this one; nil when this is the first.
    public var earlier: Money?

    /// What a chain said.
    public init(
        assetID: UUID, chain: String, address: String, amount: Money, time: Date, day: CalendarDay,
        provider: String, isSubstitute: Bool = false, knownAfter: CalendarDay? = nil, transactionsRead: Date? = nil,
        earlier: Money? = nil
    ) {
        self.assetID = assetID
        self.chain = chain
        self.address = address
        self.amount = amount
        self.time = time
        self.day = day
        self.provider = provider
        self.isSubstitute = isSubstitute
        self.knownAfter = knownAfter
        self.transactionsRead = transactionsRead
        self.earlier = earlier
    }

    /// Whether it is about an asset as it is now: another address or currency makes it void.
    public func isAbout(_ asset: Asset) -> Bool {
        guard asset.id == assetID, asset.chain == chain, asset.currency == amount.currency, let text = asset.address,
            let known = Chain(id: chain)
        else { return false }
        return (try? known.address(text))?.text == address
    }
}

extension ChainBalance: Entity {
    /// How balances of chains are kept: one per asset, with which they go.
    public static let declaration = Declaration<ChainBalance>(
        "chainBalance", table: "chainBalances", since: "0.4.0", order: ["assetID"], isJournalled: false,
        fields: Fields(
            .key("assetID", \.assetID, to: "asset"), .value("chain", \.chain), .value("address", \.address),
            .value("amount", \.amount, currency: "currency"), .value("time", \.time), .value("day", \.day),
            .value("provider", \.provider), .value("isSubstitute", \.isSubstitute),
            .value("knownAfter", \.knownAfter), .value("transactionsRead", \.transactionsRead),
            .value("earlier", \.earlier)
        ) {
            ChainBalance(
                assetID: $0, chain: $1, address: $2, amount: $3, time: $4, day: $5, provider: $6, isSubstitute: $7,
                knownAfter: $8, transactionsRead: $9, earlier: $10)
        })

    /// "balance of 0.5 BTC on bitcoin".
    public var summary: String { "balance of \(amount) on \(chain)" }

    /// Nothing: what a chain said is checked when it is read.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
