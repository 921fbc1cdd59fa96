import Blockchain
import HTTPNetworking
import Models

import struct Foundation.Date

/// One page of a list of transactions, newest first.
struct TransferPage<Cursor: Sendable>: Sendable {
    /// One entry of it.
    struct Row: Sendable {
        /// What tells it from others.
        let key: String
        let time: Date
        /// What it does to the balance; nil when that is nothing.
        let transfer: ChainTransfer?
    }

    var rows: [Row] = []
    /// Where the next page is found; nil on the last one.
    var next: Cursor?
}

extension ChainServer {
    /// How long a list may take, in seconds.
    private static let longestList: Int64 = 90

    /// Follows the pages of a list to its end, or until everything since an instant was there.
    ///
    /// - Parameters:
    ///   - most: how many pages are read. What is older stays unknown.
    ///   - page: reads the page at a cursor.
    func history<Cursor: Sendable>(
        from first: Cursor, since: Date?, most: Int = 40, page: (Cursor) async throws -> TransferPage<Cursor>
    ) async throws -> ChainHistory {
        var seen: Set<String> = []
        var transfers: [ChainTransfer] = []
        var oldest: Date?
        var cursor = first
        let begin = ContinuousClock.now
        for _ in 0..<most {
            // A server whose every page takes almost too long would take many minutes for all of them.
            guard begin.duration(to: .now) < .seconds(Self.longestList) else {
                throw SilentProvider(name: name, seconds: Self.longestList)
            }
            let answer = try await page(cursor)
            let new = answer.rows.filter { seen.insert($0.key).inserted }
            // A server that answers with the same page again would do so for ever.
            guard !new.isEmpty || answer.rows.isEmpty || answer.next == nil else {
                throw ChainProviderError.repeatsPages(provider: name)
            }
            transfers += new.compactMap(\.transfer)
            oldest = (new.map(\.time) + [oldest].compactMap { $0 }).min()
            guard let next = answer.next else { return ChainHistory(transfers.numbered) }
            if let since, let oldest, oldest < since { return ChainHistory(transfers.numbered, start: since) }
            cursor = next
        }
        return ChainHistory(transfers.numbered, start: oldest ?? since, isCutOff: true)
    }

    /// A transaction that takes from one's own outputs and gives to others, one's own among them.
    ///
    /// - Parameters:
    ///   - spent: what of the inputs is one's own.
    ///   - received: what of the outputs is.
    ///   - fee: what the whole transaction cost, if that is known.
    ///   - senders: the addresses of the inputs.
    ///   - receivers: the addresses of the outputs.
    func transfer(
        _ hash: String, spent: Money, received: Money, fee: Money?, _ time: Date, own: String, senders: [String],
        receivers: [String]
    ) throws -> ChainTransfer? {
        let amount = try received.subtracting(spent)
        guard !amount.isZero else { return nil }
        let others = Set(amount.isNegative ? receivers : senders).subtracting([own])
        return ChainTransfer(
            hash: hash, amount: amount, fee: spent.isZero ? nil : fee, time: time,
            counterparty: others.count == 1 ? others.first : nil)
    }

    /// Seconds since 1970, as servers tell instants.
    func instant(_ seconds: String?, _ answer: LosslessJSON) throws -> Date {
        // Chains are younger than 2001 and this program is older than 2100.
        guard let seconds = seconds.flatMap({ Int64($0) }), (978_307_200..<4_102_444_800).contains(seconds) else {
            throw unreadable(answer)
        }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}

extension [ChainTransfer] {
    /// The transfers with their places among those of one transaction, the same whoever lists them.
    var numbered: [ChainTransfer] {
        Dictionary(grouping: self, by: \.hash).values.flatMap { group in
            group.count == 1
                ? group
                : group.sorted {
                    ($0.amount.amountText, $0.counterparty ?? "") < ($1.amount.amountText, $1.counterparty ?? "")
                }
                .enumerated().map { index, transfer in
                    ChainTransfer(
                        hash: transfer.hash, index: index, amount: transfer.amount, fee: transfer.fee,
                        time: transfer.time, isFailed: transfer.isFailed, counterparty: transfer.counterparty)
                }
        }
    }
}
