import Persistence
package import Values

package import struct Foundation.UUID

extension StatementImportService {
    /// Transfers between accounts (G11), and other possible ones.
    package struct Pairs: Sendable {
        /// The transfers.
        package let pairs: [TransferPairs.Pair]
        /// The transactions that fit several others.
        package let others: [TransferPairs.Pair]
        /// Those of the transfers whose payees have nothing in common.
        package let unlike: Set<TransferPairs.Pair>
        /// The transactions of all of them, as they were before.
        package let transactions: [UUID: ListedTransaction]
        /// The amounts that could not be compared, and why.
        package let unavailable: [Unavailable]
    }

    /// Finds transfers among uncategorised transactions of one account each, and makes one transaction of each where the call is no dry
    /// run.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    package func pair(applies: Bool, _ call: Call) async throws -> Outcome<Pairs> {
        let days = try await store.read { reader in
            Set(try reader.all(CategorySplit.self, where: "categoryID", is: .null).map(\.day))
        }
        let table = try await PairRates(store, rates, days: days, call)
        var trial = call
        trial.isDryRun = call.isDryRun || !applies
        let pairs = try await store.write(trial) { writer in
            let found = try writer.pairs(table, only: nil)
            let listed = try writer.listed(found.pairs + found.others)
            for pair in found.pairs { try writer.join(pair) }
            return Pairs(
                pairs: found.pairs, others: found.others, unlike: found.unlike, transactions: listed,
                unavailable: found.unavailable)
        }
        return Outcome(pairs, isComplete: pairs.unavailable.isEmpty)
    }

    /// Makes one transfer of two transactions that a person names, in either order, whatever their payees, categories and days are.
    ///
    /// - Throws: ``LedgerError/notATransfer(_:_:_:)``, other ``LedgerError``, ``StoreError``.
    package func join(_ first: String, _ second: String, _ call: Call) async throws -> Outcome<Pairs> {
        Outcome(
            try await store.write(call) { writer in
                let ids = [try writer.ledgerTransaction(first).id, try writer.ledgerTransaction(second).id]
                let sides = try ids.map { try writer.all(Posting.self, where: "transactionID", is: $0) }
                func refuse(_ reason: LedgerError.NoTransfer) -> LedgerError { .notATransfer(first, second, reason) }
                guard sides.allSatisfy({ $0.count == 1 }), ids[0] != ids[1] else { throw refuse(.isOne) }
                let order = sides.joined().sorted { $0.amount.isNegative && !$1.amount.isNegative }
                let (from, to) = (order[0], order[1])
                guard from.amount.isNegative != to.amount.isNegative else { throw refuse(.oneDirection) }
                guard from.accountID != to.accountID else { throw refuse(.oneAccount) }
                let isConverted = from.amount.currency != to.amount.currency
                guard isConverted || from.amount.negated == to.amount else { throw refuse(.otherAmount) }
                guard try writer.transferDay(from, to) != nil else { throw refuse(.statements) }
                let pair = TransferPairs.Pair(from: from.transactionID, to: to.transactionID)
                let listed = try writer.listed([pair])
                try writer.join(pair)
                return Pairs(pairs: [pair], others: [], unlike: [], transactions: listed, unavailable: [])
            })
    }
}

extension EntityReader {
    /// The transactions of pairs by id.
    func listed(_ pairs: [TransferPairs.Pair]) throws -> [UUID: ListedTransaction] {
        guard !pairs.isEmpty else { return [:] }
        let ids = Set(pairs.flatMap { [$0.from, $0.to] })
        return Dictionary(try listed(Array(ids)).map { ($0.transaction.id, $0) }) { first, _ in first }
    }
}
