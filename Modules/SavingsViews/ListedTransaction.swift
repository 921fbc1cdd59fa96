public import Blockchain
import Foundation
public import Models

/// A transaction in a list: one that a person entered, or one that a chain has confirmed.
public enum ListedTransaction: Sendable {
    /// One that was entered.
    case entered(Transaction)
    /// One of a chain.
    case onChain(TransactionService.Row)

    /// The kinds of transactions in lists.
    enum Kind: String, CaseIterable, Sendable {
        case opening, spending, manual, chain
    }

    /// Both kinds together, in order of day and entry.
    public static func list(
        entered: [Transaction], onChain: [TransactionService.Row]
    ) -> [ListedTransaction] {
        let all = entered.map(ListedTransaction.entered) + onChain.reversed().map(ListedTransaction.onChain)
        return all.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            return (a.day, a.instant, left.offset) < (b.day, b.instant, right.offset)
        }.map(\.element)
    }

    /// The day from which it counts.
    var day: CalendarDay {
        switch self {
        case .entered(let transaction): transaction.day
        case .onChain(let row): row.transaction.day
        }
    }

    /// Its place within the day: when it was entered, or when the chain took it.
    private var instant: Date {
        switch self {
        case .entered(let transaction): transaction.entered
        case .onChain(let row): row.transaction.time
        }
    }

    /// The kind in words, and whether it does not count yet; empty for one that was entered by hand and counts.
    func kindText(today: CalendarDay) -> String {
        let words = [kind == .manual ? nil : kind.rawValue, day > today ? "later" : nil]
        return words.compactMap(\.self).joined(separator: ", ")
    }

    /// The change of the balance.
    var amount: Money {
        switch self {
        case .entered(let transaction): transaction.amount
        case .onChain(let row): row.transaction.amount
        }
    }

    /// The asset.
    var assetID: UUID {
        switch self {
        case .entered(let transaction): transaction.assetID
        case .onChain(let row): row.transaction.assetID
        }
    }

    /// The kind.
    var kind: Kind {
        switch self {
        case .entered(let transaction):
            switch transaction.kind {
            case .opening: .opening
            case .spending: .spending
            case .manual: .manual
            }
        case .onChain: .chain
        }
    }

    /// The hash on its chain; nil for one that was entered by hand.
    var hash: String? {
        switch self {
        case .entered(let transaction): transaction.hash
        case .onChain(let row): row.transaction.hash
        }
    }

    /// The transaction that was entered; nil for one of a chain.
    var transaction: Transaction? { if case .entered(let transaction) = self { transaction } else { nil } }
}
