public import Models

public import struct Foundation.Date
public import struct Foundation.UUID

/// A change of an asset's balance that its chain has confirmed. The chain is its journal, so the store keeps none of it.
public struct ChainTransaction: Sendable, Hashable {
    /// The asset.
    public let assetID: UUID
    /// The chain's word: "bitcoin".
    public let chain: String
    /// The transaction's hash.
    public let hash: String
    /// Its place among the changes that the transaction makes to this balance, from 0.
    public let index: Int
    /// The change in the asset's currency, with the fee where the balance paid it: positive in, negative out.
    public let amount: Money
    /// The fee that is part of ``amount``; nil where none is.
    public let fee: Money?
    /// When the chain took it.
    public let time: Date
    /// The day of that in the reader's zone, at the latest the day on which it was read.
    public let day: CalendarDay
    /// Whether it failed, so that nothing but the fee was moved.
    public let isFailed: Bool
    /// Who sent or received it, where that is one address.
    public let counterparty: String?
    /// When it was first read: what an early closing of a month could not know yet.
    public let read: Date

    /// A change that a chain has confirmed.
    public init(
        assetID: UUID, chain: String, hash: String, index: Int, amount: Money, fee: Money? = nil, time: Date,
        day: CalendarDay, isFailed: Bool = false, counterparty: String? = nil, read: Date
    ) {
        self.assetID = assetID
        self.chain = chain
        self.hash = hash
        self.index = index
        self.amount = amount
        self.fee = fee
        self.time = time
        self.day = day
        self.isFailed = isFailed
        self.counterparty = counterparty
        self.read = read
    }

    /// The page of an explorer that shows it; nil for a chain that is not known.
    public var explorer: String? { Chain(id: chain)?.explorer(ofTransaction: hash) }

    /// Which change it is, among those of one asset.
    var place: Place { Place(hash: hash, index: index) }

    struct Place: Hashable {
        let hash: String
        let index: Int
    }
}

extension ChainTransaction {
    /// A transfer of an asset, as it is kept.
    ///
    /// One that is dated after the call is in the balance that the call reads, so it counts from the day of the call.
    init(_ transfer: ChainTransfer, of asset: Asset, read: Date, _ call: Call) {
        self.init(
            assetID: asset.id, chain: asset.chain ?? "", hash: transfer.hash, index: transfer.index,
            amount: transfer.amount,
            fee: transfer.fee, time: transfer.time,
            day: min(
                CalendarDay(utc: transfer.time, secondsFromUTC: call.zone.secondsFromGMT(for: transfer.time)), call.day
            ),
            isFailed: transfer.isFailed, counterparty: transfer.counterparty, read: read)
    }

    /// Whether it is so little that people who advertise or track may have sent it unasked.
    ///
    /// - Parameter limit: the most that is dust, in whole coins.
    public func isDust(upTo limit: Ratio) -> Bool { amount.isPositive && amount.ratio <= limit }
}

extension ChainTransaction: Entity {
    /// How transactions of chains are kept: beside their asset, with which they go.
    public static let declaration = Declaration<ChainTransaction>(
        "chainTransaction", table: "chainTransactions", since: "0.4.0", order: ["time", "hash", "index"],
        isJournalled: false,
        fields: Fields(
            .key("assetID", \.assetID, to: "asset"), .key("hash", \.hash), .key("index", \.index),
            .value("chain", \.chain), .value("amount", \.amount, currency: "currency"), .value("fee", \.fee),
            .value("time", \.time), .value("day", \.day), .value("isFailed", \.isFailed),
            .value("counterparty", \.counterparty), .value("read", \.read)
        ) {
            ChainTransaction(
                assetID: $0, chain: $3, hash: $1, index: $2, amount: $4, fee: $5, time: $6, day: $7, isFailed: $8,
                counterparty: $9, read: $10)
        })

    /// "0.5 BTC on 2026-04-14".
    public var summary: String { "\(amount) on \(day)" }

    /// Nothing: what a chain said is checked when it is read.
    public func issues(in reader: any EntityReader) -> [ValidationIssue] { [] }
}
